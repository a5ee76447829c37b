import Domain

/// Draws a state: a pure function from a state to the cells of the screen.
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
    case .detail: drawCard(state, into: &grid, at: body(of: grid))
    case .help: drawHelp(state, into: &grid, at: body(of: grid))
    case .categories(let choice): draw(choice, state, into: &grid, at: body(of: grid))
    case .near(let choice): draw(choice, state, into: &grid, at: body(of: grid))
    }
    drawFooter(state, into: &grid)
    return grid
  }

  /// The map of a state, ready to be drawn.
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

  static func body(of grid: CellGrid) -> CellRectangle {
    CellRectangle(column: 0, row: 1, width: grid.width, height: grid.height - 2)
  }

  // MARK: - Title and footer

  static func drawTitle(_ state: BrowseState, into grid: inout CellGrid) {
    let query = state.query.map(QueryText.sentence) ?? "nothing to search for"
    var parts = [query]
    // The list may still show the answer to another query, which was replaced and not yet or never answered.
    if let answer = state.answer, answer.query == state.query {
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

  static func drawFooter(_ state: BrowseState, into grid: inout CellGrid) {
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

  /// The most useful keys, the most important first: a narrow window cuts off the end.
  static func hints(of state: BrowseState) -> String {
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

  /// Draws a field with its cursor, scrolled so that the cursor is visible.
  static func draw(_ field: TextField, into grid: inout CellGrid, column: Int, row: Int, width: Int) {
    guard width > 2 else { return }
    // Measured from the cursor backwards: a paste may have thousands of characters.
    let before = field.textBeforeCursor
    var start = before.endIndex
    var shownWidth = 0
    while start > before.startIndex {
      let previous = before.index(before: start)
      shownWidth += DisplayWidth.of(before[previous])
      guard shownWidth <= width - 3 else { break }
      start = previous
    }
    var position = column + grid.put(String(before[start...]), column: column, row: row, limit: width)
    let under = field.current.map(String.init) ?? " "
    position += grid.put(under, column: position, row: row, style: CellStyle.plain.reversed)
    grid.put(String(field.tail), column: position, row: row, limit: max(0, column + width - position))
  }

  // MARK: - The main screen

  private static let searchHereLabel = " r  search here "

  /// Where the first line of a moved map offers to search its area.
  static func searchHereColumns(on map: CellRectangle) -> Range<Int> {
    let width = min(searchHereLabel.count, map.width)
    let start = map.column + (map.width - width) / 2
    return start..<start + width
  }

  static func drawMain(_ state: BrowseState, into grid: inout CellGrid) {
    let layout = state.layout
    if let list = layout.list { drawList(state, into: &grid, at: list) }
    if let map = layout.map {
      drawing(of: state).draw(into: &grid, at: map)
      if state.isMapMoved {
        let columns = searchHereColumns(on: map)
        grid.put(
          searchHereLabel,
          column: columns.lowerBound,
          row: map.row,
          limit: columns.count,
          style: CellStyle(color: .cyan, isBold: true, isReversed: true)
        )
      }
      if map.column > 0 { drawBar(at: map.column - 1, isFocused: state.focus == .map, state, into: &grid) }
    }
    if let card = layout.card {
      drawCard(state, into: &grid, at: card)
      if card.column > 0 { drawBar(at: card.column - 1, isFocused: state.focus == .card, state, into: &grid) }
    }
  }

  static func drawBar(at column: Int, isFocused: Bool, _ state: BrowseState, into grid: inout CellGrid) {
    for row in 1..<grid.height - 1 {
      grid.put(state.glyphs.vertical, column: column, row: row, style: isFocused ? .bold : .quiet)
    }
  }

  static func drawList(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
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
      ? "searching" : state.filter != nil && !state.places.isEmpty ? "no place matches the filter" : "no places"
    grid.put(text, column: rectangle.column + 1, row: rectangle.row, limit: rectangle.width - 1, style: .quiet)
  }
}
