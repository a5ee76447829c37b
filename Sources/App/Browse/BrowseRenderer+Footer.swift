import Domain

/// Draws the last line: the input prompt, a message, or the progress and the keys.
extension BrowseRenderer {
  static func drawFooter(_ state: BrowseState, into grid: inout CellGrid) {
    if let (label, field, note) = prompt(of: state) {
      let row = grid.height - 1
      // The input takes precedence over a note.
      let note = DisplayWidth.of(label + note) + 12 > grid.width ? "" : note
      let width = grid.width - DisplayWidth.of(note)
      let column = grid.put(label, column: 0, row: row, limit: width, style: .bold)
      draw(field, into: &grid, column: column, row: row, width: width - column)
      grid.put(note, column: width, row: row, style: .quiet)
      return
    }
    var style = CellStyle.quiet
    var lines = [keys(of: state, width: grid.width)]
    if let message = state.message {
      style = message.isError ? CellStyle(color: .red, isBold: true) : .bold
      lines = TextWrap.lines(of: TerminalText.cleaned(message.text), width: grid.width)
    }
    // The advice in an error is at its end, so no message is truncated while the screen has lines for it.
    let room = grid.height - 2
    if lines.count > room { lines[(room - 1)...] = [lines[(room - 1)...].joined(separator: " ")] }
    for (line, text) in lines.enumerated() {
      grid.putField(text, column: 0, row: grid.height - lines.count + line, width: grid.width, style: style)
    }
  }

  /// Returns the input prompt: label, text field and hint; `nil` if nothing is being typed.
  private static func prompt(of state: BrowseState) -> (label: String, TextField, note: String)? {
    if let number = state.typedNumber { return ("place ", TextField(String(number)), " enter goes there") }
    switch state.screens.last {
    case .file(let choice):
      let places = counted(state.written.count, "place")
      let note = choice.exists ? " exists: y replaces it" : " .csv .geojson .html .json"
      return ("write \(places) to ", choice.field, note)
    case nil where state.isTypingFilter: return state.filter.map { ("/", $0, " " + matchCount(of: state)) }
    default: return nil
    }
  }

  /// Returns the progress and the most useful keys that fit, followed by the keys for help and leaving at any width.
  private static func keys(of state: BrowseState, width: Int) -> String {
    let (keys, last) = hints(of: state)
    var parts: [String] = []
    if state.screens.last == nil {
      parts += state.result.ground.notices(after: state.result.provenance?.attribution)
      if let search = state.pending { parts += progress(of: search, state) }
    }
    var text = TerminalText.cleaned(parts.joined(separator: state.glyphs.separator))
    let room = width - last.count - 2
    guard room > 0 else { return last }
    text = DisplayWidth.fitted(text, to: room, ellipsis: state.glyphs.ellipsis)
    for key in keys where state.pending == nil || state.screens.last != nil {
      let longer = text.isEmpty ? key : "\(text)  \(key)"
      guard DisplayWidth.of(longer) <= room else { break }
      text = longer
    }
    return text.isEmpty ? last : "\(text)  \(last)"
  }

  /// Returns the query in progress, its cost and result so far, and how to stop it.
  private static func progress(of search: PendingSearch, _ state: BrowseState) -> [String] {
    var parts: [String] = []
    if let requests = search.requests, let places = search.places {
      parts += [counted(requests, "request"), counted(places, "place")]
    }
    parts.append(search.places == nil ? "esc stops" : "esc stops and keeps them")
    if search.query != state.result.query { parts.append("searching \(search.query.sentence)") }
    return parts
  }

  /// Returns the most useful keys, the most important first, and the keys at the end of the line.
  private static func hints(of state: BrowseState) -> (keys: [String], last: String) {
    switch state.screens.last {
    case .help: return ([], "esc back")
    case .categories: return (["enter search", "type a word", "space mark"], "esc back")
    case .near: return (["enter search", "up/down choose"], "esc back")
    case nil, .file: break
    }
    var occasions: [BrowseKeys.Occasion] = state.earlier.isEmpty ? [.list] : [.list, .earlier]
    if state.focus == .map { occasions = [.map] }
    if state.focus == .card { occasions = [.card] }
    if !state.marked.isEmpty { occasions = [.marked] }
    if state.filter != nil { occasions = [.filter] }
    return (BrowseKeys.hints(on: occasions), "? help  q quit")
  }
}
