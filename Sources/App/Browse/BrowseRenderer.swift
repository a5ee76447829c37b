import Domain

/// Draws a state: a pure function from a state to the cells of a screen.
enum BrowseRenderer {
  /// Draws a state.
  static func grid(of state: BrowseState) -> CellGrid {
    var grid = CellGrid(width: state.size.columns, height: state.size.rows)
    guard state.size.columns >= 20, state.size.rows >= 6 else {
      grid.put("window too small", column: 0, row: 0)
      return grid
    }
    drawTitle(state, into: &grid)
    switch state.navigator.top {
    case nil: drawMain(state, into: &grid)
    case .detail: drawCard(state, into: &grid, at: body(of: grid), isFocused: true)
    case .help: drawHelp(state, into: &grid, at: body(of: grid))
    case .categories(let choice): draw(choice, state, into: &grid, at: body(of: grid))
    case .near(let choice): draw(choice, state, into: &grid, at: body(of: grid))
    }
    drawFooter(state, into: &grid)
    return grid
  }

  /// How the map of a state is drawn.
  static func drawing(of state: BrowseState) -> MapDrawing {
    MapDrawing(
      glyphs: state.glyphs,
      viewport: state.viewport,
      area: state.answer?.query.area ?? state.area,
      places: state.places,
      positions: state.visible,
      selection: state.selectedPosition
    )
  }

  private static func body(of grid: CellGrid) -> CellRectangle {
    CellRectangle(column: 0, row: 1, width: grid.width, height: grid.height - 2)
  }

  // MARK: - Title and footer

  private static func drawTitle(_ state: BrowseState, into grid: inout CellGrid) {
    let query = state.query.map(QueryText.sentence) ?? "nothing to look for"
    var parts = [query]
    if let answer = state.answer {
      let count =
        answer.isComplete
        ? counted(answer.places.count, "place") : "\(answer.places.count) of \(counted(answer.totalCount, "place"))"
      parts += [count, answer.provenance.source.rawValue]
    }
    let right = state.pending == nil ? "" : " searching" + (state.glyphs.hasBraille ? "…" : "...")
    let rightWidth = DisplayWidth.of(right)
    grid.putField(
      TerminalText.cleaned(parts.joined(separator: state.glyphs.separator)),
      column: 0,
      row: 0,
      width: grid.width - rightWidth,
      style: CellStyle.bold.reversed,
      ellipsis: state.glyphs.ellipsis
    )
    grid.put(right, column: grid.width - rightWidth, row: 0, style: CellStyle.bold.reversed)
  }

  private static func drawFooter(_ state: BrowseState, into grid: inout CellGrid) {
    let row = grid.height - 1
    if state.navigator.top == nil, state.isTypingFilter, let filter = state.filter {
      let column = grid.put("/", column: 0, row: row, style: .bold)
      draw(filter, into: &grid, column: column, row: row, width: grid.width - column)
      return
    }
    if let message = state.message {
      let style = message.isError ? CellStyle(color: .red, isBold: true) : CellStyle.bold
      grid.putField(
        TerminalText.cleaned(message.text),
        column: 0,
        row: row,
        width: grid.width,
        style: style,
        ellipsis: state.glyphs.ellipsis
      )
      return
    }
    var text = hints(of: state)
    if let attribution = state.answer?.provenance.attribution, state.navigator.top == nil {
      text = "\(attribution)\(state.glyphs.separator)\(text)"
    }
    grid.putField(
      TerminalText.cleaned(text),
      column: 0,
      row: row,
      width: grid.width,
      style: .quiet,
      ellipsis: state.glyphs.ellipsis
    )
  }

  /// The keys that matter most, those first that are lost last in a narrow window.
  private static func hints(of state: BrowseState) -> String {
    switch state.navigator.top {
    case .help: return "esc back"
    case .detail: return "esc back  j/k next  s save  o open  y copy  n near  ? help"
    case .categories: return "space mark  enter search  esc back"
    case .near: return "enter search  up/down choose  esc back"
    case nil: break
    }
    if state.filter != nil { return "esc clears the filter  enter detail  / change it" }
    let move = state.focus == .map ? "arrows move the map  z/Z zoom  r search here" : "j/k move  enter detail"
    return
      "\(move)  tab \(state.focus == .map ? "list" : "map")  ? help  / filter  n near  c categories  +/- radius  r refresh  q quit"
  }

  /// Draws a field with its cursor, the end of the text in sight.
  static func draw(_ field: TextField, into grid: inout CellGrid, column: Int, row: Int, width: Int) {
    guard width > 2 else { return }
    var head = field.head
    while DisplayWidth.of(head) > width - 3 { head.removeFirst() }
    var position = column + grid.put(String(head), column: column, row: row, limit: width)
    let under = field.current.map(String.init) ?? " "
    position += grid.put(under, column: position, row: row, style: CellStyle.plain.reversed)
    grid.put(String(field.tail), column: position, row: row, limit: max(0, column + width - position))
  }

  // MARK: - The main screen

  private static func drawMain(_ state: BrowseState, into grid: inout CellGrid) {
    let layout = state.layout
    if let list = layout.list { drawList(state, into: &grid, at: list) }
    if let map = layout.map {
      drawing(of: state).draw(into: &grid, at: map)
      if state.isMapMoved {
        let label = " r  search here "
        grid.put(
          label,
          column: map.column + max(0, (map.width - label.count) / 2),
          row: map.row,
          limit: map.width,
          style: CellStyle(color: .cyan, isBold: true, isReversed: true)
        )
      }
      if map.column > 0 { drawBar(at: map.column - 1, isFocused: state.focus == .map, state, into: &grid) }
    }
    if let card = layout.card {
      drawCard(state, into: &grid, at: card, isFocused: state.focus == .card)
      if card.column > 0 { drawBar(at: card.column - 1, isFocused: state.focus == .card, state, into: &grid) }
    }
  }

  private static func drawBar(at column: Int, isFocused: Bool, _ state: BrowseState, into grid: inout CellGrid) {
    for row in 1..<grid.height - 1 {
      grid.put(state.glyphs.vertical, column: column, row: row, style: isFocused ? .bold : .quiet)
    }
  }

  private static func drawList(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let listing = PlaceListing(glyphs: state.glyphs, places: state.places)
    for line in 0..<rectangle.height {
      let position = state.top + line
      guard position < state.visible.count else { break }
      let row = rectangle.row + line
      let isSelected = position == state.selection
      let place = state.places[state.visible[position]].place
      let mark = state.saved.contains(place.id) ? "*" : " "
      grid.put(
        isSelected ? state.glyphs.selection : mark,
        column: rectangle.column,
        row: row,
        style: .bold
      )
      listing.draw(
        state.visible[position],
        into: &grid,
        column: rectangle.column + 1,
        row: row,
        width: rectangle.width - 1
      )
      guard isSelected else { continue }
      grid.restyle(column: rectangle.column, row: row, width: rectangle.width) { style in
        if state.focus == .list { style.isReversed = true } else { style.isBold = true }
        if style.color == .gray { style.color = .standard }
      }
    }
    guard state.visible.isEmpty else { return }
    let text =
      state.pending != nil
      ? "searching" : state.filter != nil && !state.places.isEmpty ? "nothing passes the filter" : "no places"
    grid.put(text, column: rectangle.column + 1, row: rectangle.row, limit: rectangle.width - 1, style: .quiet)
  }

  // MARK: - The card

  private static func drawCard(
    _ state: BrowseState,
    into grid: inout CellGrid,
    at rectangle: CellRectangle,
    isFocused: Bool
  ) {
    guard let found = state.selected, let position = state.selectedPosition else {
      grid.put("no place is selected", column: rectangle.column + 1, row: rectangle.row, style: .quiet)
      return
    }
    let place = found.place
    var row = rectangle.row
    let width = rectangle.width - 2
    func put(_ text: String?, _ style: CellStyle = .plain, gapBefore: Bool = false) {
      guard let text, !text.isEmpty else { return }
      if gapBefore { row += 1 }
      for line in TextWrap.lines(of: TerminalText.cleaned(text), width: width)
      where row < rectangle.row + rectangle.height {
        grid.put(line, column: rectangle.column + 1, row: row, limit: width, style: style)
        row += 1
      }
    }
    put("\(position + 1)  \(place.name ?? place.id)", CellStyle(color: place.group?.color ?? .standard, isBold: true))
    let kinds = [place.group?.slug, place.categoryPath].compactMap(\.self)
    put(kinds.joined(separator: state.glyphs.separator), CellStyle(color: place.group?.color ?? .standard))
    let distance = found.distance.map(DistanceText.text)
    put(
      [distance, state.saved.contains(place.id) ? "saved" : nil].compactMap(\.self).joined(
        separator: state.glyphs.separator
      )
    )
    put(place.roadAddress, gapBefore: true)
    put(place.lotAddress, place.roadAddress == nil ? .plain : .quiet, gapBefore: place.roadAddress == nil)
    put(place.phone, gapBefore: true)
    put(place.pageAddress ?? place.url, CellStyle(color: .blue, isUnderlined: true), gapBefore: place.phone == nil)
    put(QueryText.text(of: place.coordinate), .quiet, gapBefore: true)
    put("id \(place.id)", .quiet)
    if let attribution = state.answer?.provenance.attribution { put(attribution, .quiet, gapBefore: true) }
  }

  // MARK: - The other screens

  private static func draw(
    _ choice: CategoryChoice,
    _ state: BrowseState,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) {
    grid.put("Which categories?", column: 1, row: rectangle.row, style: .bold)
    let groups = CategoryGroup.allCases
    let half = groups.count / 2
    let isTall = rectangle.height >= groups.count + 2
    for (position, group) in groups.enumerated() {
      let (column, line) = isTall ? (0, position) : (position / half, position % half)
      let width = isTall ? rectangle.width : rectangle.width / 2
      let mark = choice.chosen.contains(group) ? state.glyphs.checked : state.glyphs.unchecked
      var style = CellStyle(color: group.color)
      style.isReversed = position == choice.cursor
      grid.putField(
        "\(mark) \(group.slug)\(String(repeating: " ", count: 13 - group.slug.count))\(group.koreanName)",
        column: 1 + column * width,
        row: rectangle.row + 2 + line,
        width: min(40, width - 2),
        style: style,
        ellipsis: state.glyphs.ellipsis
      )
    }
  }

  private static func draw(
    _ choice: NearChoice,
    _ state: BrowseState,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) {
    let start = grid.put("Near: ", column: 1, row: rectangle.row, style: .bold) + 1
    draw(choice.field, into: &grid, column: start, row: rectangle.row, width: rectangle.width - start - 1)
    var lines: [(text: String, detail: String)]
    let heading: String
    if let candidates = choice.candidates {
      heading = "Which one?"
      lines = candidates.map {
        ($0.name ?? $0.id, $0.roadAddress ?? $0.lotAddress ?? QueryText.text(of: $0.coordinate))
      }
    } else {
      lines = choice.matches(in: state.recents).map { ($0.label, "") }
      heading =
        choice.pending != nil ? "searching" : lines.isEmpty ? "a name, an address, or LAT,LNG" : "Recent searches"
    }
    if let problem = choice.problem {
      grid.putField(
        TerminalText.cleaned(problem),
        column: 1,
        row: rectangle.row + 1,
        width: rectangle.width - 2,
        style: CellStyle(color: .red),
        ellipsis: state.glyphs.ellipsis
      )
    }
    grid.put(heading, column: 1, row: rectangle.row + 2, limit: rectangle.width - 2, style: .quiet)
    let room = max(0, rectangle.height - 3)
    let top = max(0, choice.cursor - room)
    for (line, item) in lines.dropFirst(top).prefix(room).enumerated() {
      let isChosen = top + line + 1 == choice.cursor
      let text = item.detail.isEmpty ? item.text : "\(item.text)\(state.glyphs.separator)\(item.detail)"
      grid.putField(
        TerminalText.cleaned(text),
        column: 1,
        row: rectangle.row + 3 + line,
        width: rectangle.width - 2,
        style: isChosen ? CellStyle.plain.reversed : .plain,
        ellipsis: state.glyphs.ellipsis
      )
    }
  }

  private static func drawHelp(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let columns = rectangle.height >= BrowseHelp.keys.count + 1 ? 1 : 2
    let rows = (BrowseHelp.keys.count + columns - 1) / columns
    let width = rectangle.width / columns
    for (position, entry) in BrowseHelp.keys.enumerated() {
      let (column, row) = (position / rows * width + 1, rectangle.row + position % rows)
      guard row < rectangle.row + rectangle.height else { continue }
      let keyWidth = min(14, width / 3)
      grid.putField(
        entry.keys,
        column: column,
        row: row,
        width: keyWidth,
        style: .bold,
        ellipsis: state.glyphs.ellipsis
      )
      grid.putField(
        entry.meaning,
        column: column + keyWidth + 1,
        row: row,
        width: width - keyWidth - 3,
        ellipsis: state.glyphs.ellipsis
      )
    }
  }
}
