import Domain

enum BrowseRenderer {
  /// Draws the screen.
  ///
  /// The map of the earlier drawing is reused while the same places are shown.
  static func drawing(of state: BrowseState, after earlier: BrowseDrawing? = nil) -> BrowseDrawing {
    let grid = CellGrid(width: state.size.columns, height: state.size.rows, ellipsis: state.glyphs.ellipsis)
    var drawing = BrowseDrawing(grid: grid)
    drawing.map = earlier?.map
    guard state.size.columns >= 20, state.size.rows >= 6 else {
      drawing.grid.put(Phrase.tooSmall.text(state.language), column: 0, row: 0)
      return drawing
    }
    drawTitle(state, into: &drawing.grid)
    let body = CellRectangle(column: 0, row: 1, width: grid.width, height: grid.height - 2)
    switch state.screens.last {
    case nil, .file: drawMain(state, into: &drawing)
    case .help: drawHelp(state, into: &drawing.grid, at: body)
    case .categories(let choice): draw(choice, state, into: &drawing.grid, at: body)
    case .near(let choice): draw(choice, state, into: &drawing.grid, at: body)
    }
    drawFooter(state, into: &drawing.grid)
    return drawing
  }

  private static func map(of state: BrowseState, earlier: MapDrawing?) -> MapDrawing {
    var drawing = MapDrawing(
      glyphs: state.glyphs,
      language: state.language,
      frame: state.mapFrame,
      area: state.result.query.area,
      places: state.places,
      positions: state.visible,
      ground: state.result.ground,
      earlier: earlier
    )
    drawing.selection = state.selectedPosition
    drawing.reserved = offer(of: state)?.box
    return drawing
  }

  // MARK: - Title

  /// Draws the query of the list, truncated if necessary, with its count and source.
  static func drawTitle(_ state: BrowseState, into grid: inout CellGrid) {
    let result = state.result
    let (separator, language) = (state.glyphs.separator, state.language)
    let right =
      state.pending.map {
        " " + ($0.isStopped ? Phrase.stopping : .searching).text(language) + state.glyphs.dots
      } ?? ""
    var facts: [String] = []
    var clause = ""
    if let collection = result.collection {
      if !state.marked.isEmpty { facts.append(Phrase.marked.text(language, state.marked.count.groupedText)) }
      let isFiltered = state.filter?.text.isEmpty == false
      if isFiltered { facts.append(Phrase.matching.text(language, matchCount(of: state))) }
      if !isFiltered || result.places.count < collection.totalCount ?? 0 {
        let count = Phrase.count(
          of: result.places.count,
          total: collection.totalCount,
          isComplete: collection.isComplete,
          in: language
        )
        clause = result.isPart ? "" : collection.gap?.clause(in: language) ?? ""
        facts.append(result.isPart ? Phrase.soFar.text(language, count) : count + clause)
      }
      facts.append(collection.provenance.source.name(in: language))
    } else if state.pending == nil {
      facts.append(Phrase.unanswered.text(language))
    }
    let query = TerminalText.cleaned(result.query.sentence(in: language))
    var tail = facts.map { separator + $0 }.joined()
    // If the title is too wide, the clause is left out, and the query stays complete.
    if DisplayWidth.of(query + tail + right) > grid.width { tail.replace(clause, with: "") }
    let room = max(16, grid.width - DisplayWidth.of(tail) - DisplayWidth.of(right))
    grid.putField(
      DisplayWidth.fitted(query, to: room, ellipsis: state.glyphs.ellipsis) + tail,
      column: 0,
      row: 0,
      width: grid.width - DisplayWidth.of(right),
      style: CellStyle.bold.reversed
    )
    grid.put(right, column: grid.width - DisplayWidth.of(right), row: 0, style: CellStyle.bold.reversed)
  }

  /// Returns the number of places that pass the filter, such as `988 of 10,000`.
  static func matchCount(of state: BrowseState) -> String {
    Phrase.countOf.text(state.language, state.visible.count.groupedText, state.places.count.groupedText)
  }

  static func draw(_ field: TextField, into grid: inout CellGrid, column: Int, row: Int, width: Int) {
    guard width > 2 else { return }
    // Measures backwards from the cursor, because a paste may have thousands of characters.
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

  private static func drawMain(_ state: BrowseState, into drawing: inout BrowseDrawing) {
    let layout = state.layout
    if let list = layout.list { drawList(state, into: &drawing, at: list) }
    if let rectangle = layout.map {
      let map = map(of: state, earlier: drawing.map)
      map.draw(into: &drawing.grid, at: rectangle)
      drawing.map = map
      drawing.mapRectangle = rectangle
      if let offer = offer(of: state) {
        var box = offer.box
        box.column += rectangle.column
        box.row += rectangle.row
        let style = CellStyle(color: .cyan, isBold: true, isReversed: true)
        drawing.grid.put(offer.label, column: box.column, row: box.row, limit: box.width, style: style)
        drawing.searchHere = box
      }
    }
    if let card = layout.card {
      drawCard(state, into: &drawing.grid, at: card)
      drawing.cardRectangle = card
    }
    // The edges of the focused pane are drawn last, over its neighbours' edges.
    for pane in layout.panes.sorted(by: { $1.pane == state.focus && $0.pane != state.focus }) {
      drawEdges(of: pane.rectangle, isFocused: pane.pane == state.focus, state.glyphs, into: &drawing.grid)
    }
  }

  /// Draws the lines between a pane and its neighbours.
  private static func drawEdges(
    of pane: CellRectangle,
    isFocused: Bool,
    _ glyphs: MapGlyphs,
    into grid: inout CellGrid
  ) {
    let style = isFocused ? CellStyle(color: .cyan, isBold: true) : .quiet
    for column in [pane.column - 1, pane.column + pane.width] where (0..<grid.width).contains(column) {
      for row in pane.row..<pane.row + pane.height {
        grid.put(isFocused ? glyphs.heavyVertical : glyphs.vertical, column: column, row: row, style: style)
      }
    }
    // The title and the last line aren't panes.
    for row in [pane.row - 1, pane.row + pane.height] where (1..<grid.height - 1).contains(row) {
      for column in pane.column..<pane.column + pane.width {
        grid.put(isFocused ? glyphs.heavyHorizontal : glyphs.horizontal, column: column, row: row, style: style)
      }
    }
  }

  /// Returns the offer to search the area of a moved map, with its box in the map's first line; `nil` if there is none.
  private static func offer(of state: BrowseState) -> (label: String, box: CellRectangle)? {
    guard state.isMapMoved, state.pending == nil else { return nil }
    let label = " r  \(Phrase.keySearchHere.text(state.language)) "
    let width = min(DisplayWidth.of(label), state.mapSize.width)
    // To the left of north; the scale may be in the other corner.
    let column = max(0, state.mapSize.width - width - 4)
    return (label, CellRectangle(column: column, row: 0, width: width, height: 1))
  }

  private static func drawList(_ state: BrowseState, into drawing: inout BrowseDrawing, at rectangle: CellRectangle) {
    drawing.listRectangle = rectangle
    let listing = PlaceListing(
      glyphs: state.glyphs,
      language: state.language,
      places: state.places,
      center: state.result.query.area.center
    )
    let words = state.filterWords
    for line in 0..<rectangle.height {
      let position = state.top + line
      guard position < state.visible.count else { break }
      let row = rectangle.row + line
      let isSelected = position == state.selection
      let place = state.places[state.visible[position]].place
      drawing.listedIDs.append(place.id)
      let isMarked = state.marked.contains(place.id)
      let mark = isSelected ? state.glyphs.selection : state.isSaved(place) ? "*" : " "
      drawing.grid.put(isMarked ? state.glyphs.mark : mark, column: rectangle.column, row: row, style: .bold)
      let name = listing.draw(
        state.visible[position],
        into: &drawing.grid,
        column: rectangle.column + 1,
        row: row,
        width: rectangle.width - 1
      )
      drawing.grid.highlight(words, column: name.lowerBound, row: row, width: name.count)
      guard isSelected else { continue }
      drawing.grid.restyle(column: rectangle.column, row: row, width: rectangle.width) { style in
        if state.focus == .list { style.isReversed = true } else { style.isBold = true }
        if state.focus == .list || style.color == .faint { style.color = .standard }
      }
    }
    guard state.visible.isEmpty else { return }
    let searching = Phrase.searching.text(state.language) + state.glyphs.dots
    let noMatch = Phrase.noMatch.text(state.language, state.filter?.text ?? "")
    let text = state.places.isEmpty ? state.result.reason ?? searching : noMatch
    let lines = TextWrap.lines(of: TerminalText.cleaned(text), width: rectangle.width - 1)
    for (line, text) in lines.prefix(rectangle.height).enumerated() {
      drawing.grid.put(
        text,
        column: rectangle.column + 1,
        row: rectangle.row + line,
        limit: rectangle.width - 1,
        style: .quiet
      )
    }
  }
}
