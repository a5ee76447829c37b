import Domain

/// Draws the last line: the input prompt, a message, or the progress and the keys.
extension BrowseRenderer {
  static func drawFooter(_ state: BrowseState, into grid: inout CellGrid) {
    if let (label, field, note) = prompt(of: state) {
      let row = grid.height - 1
      // The input takes precedence over its label, too.
      let label = DisplayWidth.of(label) + 8 > grid.width ? "" : label
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
    let language = state.language
    if let number = state.typedNumber {
      return (Phrase.numberPrompt.text(language), TextField(String(number)), " enter " + Phrase.keyGo.text(language))
    }
    switch state.screens.last {
    case .file(let choice):
      let places = Phrase.count(of: state.written.count, in: language)
      let note = choice.exists ? Phrase.keyReplace.text(language) : ".csv .geojson .html .json"
      return (Phrase.filePrompt.text(language, places), choice.field, " " + note)
    case nil where state.isTypingFilter: return state.filter.map { ("/", $0, " " + matchCount(of: state)) }
    default: return nil
    }
  }

  /// Returns the progress and the most useful keys that fit, followed by the keys for help and leaving at any width.
  private static func keys(of state: BrowseState, width: Int) -> String {
    let (keys, last) = hints(of: state)
    var parts: [String] = []
    if state.screens.last == nil {
      parts += state.result.ground.notices(after: state.result.collection?.provenance.attribution)
      if let search = state.pending { parts += progress(of: search, state) }
    }
    var text = TerminalText.cleaned(parts.joined(separator: state.glyphs.separator))
    let room = width - DisplayWidth.of(last) - 2
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
      let request = requests == 1 ? Phrase.request : .requests
      parts += [request.text(state.language, String(requests)), Phrase.count(of: places, in: state.language)]
    }
    parts.append("esc " + (search.places == nil ? Phrase.keyStop : .keyKeep).text(state.language))
    if search.query != state.result.query {
      parts.append(Phrase.searchingFor.text(state.language, search.query.sentence(in: state.language)))
    }
    return parts
  }

  /// Returns the most useful keys, the most important first, and the keys at the end of the line.
  private static func hints(of state: BrowseState) -> (keys: [String], last: String) {
    func hint(_ keys: String, _ phrase: Phrase) -> String { BrowseKeys.text(keys, phrase, in: state.language) }
    let back = hint("esc", .keyBack)
    switch state.screens.last {
    case .help: return (state.helpLines.count > state.helpRows ? [hint("arrows", .keyScroll)] : [], back)
    case .categories:
      return ([hint("enter", .keySearch), Phrase.keyTypeWord.text(state.language), hint("space", .keyMark)], back)
    case .near: return ([hint("enter", .keySearch), hint("arrows", .keyChoose)], back)
    case nil, .file: break
    }
    var situations: [BrowseKeys.Situation] = state.earlier.isEmpty ? [.list] : [.list, .earlier]
    if state.focus == .map { situations = [.map] }
    if state.focus == .card { situations = [.card] }
    if !state.marked.isEmpty { situations = [.marked] }
    if state.filter != nil { situations = [.filter] }
    return (BrowseKeys.hints(on: situations, in: state.language), hint("?", .keyHelp) + "  " + hint("q", .keyQuit))
  }
}
