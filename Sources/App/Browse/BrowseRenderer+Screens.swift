import Domain

extension BrowseRenderer {
  /// Draws the details of the selected place, from the line to which they are scrolled.
  static func drawCard(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let words = state.filterWords
    for (line, item) in BrowseRenderer.detailLines(of: state).dropFirst(state.cardTop).prefix(rectangle.height)
      .enumerated()
    {
      let (column, row) = (rectangle.column + 1, rectangle.row + line)
      grid.put(item.text, column: column, row: row, limit: rectangle.width - 2, style: item.style)
      grid.highlight(words, column: column, row: row, width: rectangle.width - 2)
    }
  }

  // MARK: - The other screens

  static func draw(
    _ choice: CategoryChoice,
    _ state: BrowseState,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) {
    let lines = choice.offered.map { category in
      let mark = choice.chosen.contains(category) ? state.glyphs.checked : state.glyphs.unchecked
      let slug = category.slug + String(repeating: " ", count: max(1, 13 - DisplayWidth.of(category.slug)))
      let meaning = category.meaningText(in: state.language)
      return (text: "\(mark) \(slug)\(meaning)", style: CellStyle(color: category.group?.color ?? .standard))
    }
    let others = choice.isForOne ? [] : choice.chosen.filter { !choice.offered.contains($0) }.map(\.slug)
    let heading = others.isEmpty ? "" : Phrase.alsoChosen.text(state.language, others.joined(separator: ", "))
    let label = Phrase.categoryPrompt.text(state.language)
    let row = drawField(choice.field, label: label, heading: heading, into: &grid, at: rectangle)
    draw(lines, cursor: choice.cursor, into: &grid, at: rectangle, from: row)
  }

  static func draw(_ choice: NearChoice, _ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let lines: [String]
    let heading: Phrase
    if let candidates = choice.candidates {
      heading = .candidates
      let center = state.query.area.center
      let plane = center.map(MapProjection.init)
      lines = candidates.map { place in
        let found = FoundPlace(place: place, distance: plane?.distance(to: place.coordinate))
        let way = DistanceFormatter.directed(found, from: center, state.glyphs)
        let address = place.address ?? place.coordinate.decimalText
        return [place.shownName(in: state.language), way, address].filter { !$0.isEmpty }.joined(
          separator: state.glyphs.separator
        )
      }
    } else {
      lines = choice.matches(in: state.recents, state.language).map { $0.sentence(in: state.language) }
      heading = choice.pending != nil ? .searching : lines.isEmpty ? .centerHint : .recentSearches
    }
    let row = drawField(
      choice.field,
      label: Phrase.nearPrompt.text(state.language),
      heading: heading.text(state.language),
      problem: choice.problem,
      into: &grid,
      at: rectangle
    )
    // The text field is the line before the first choice.
    draw(lines.map { ($0, .plain) }, cursor: choice.cursor - 1, into: &grid, at: rectangle, from: row)
  }

  /// Draws the text field and the heading of a list of choices; returns the row below.
  private static func drawField(
    _ field: TextField,
    label: String,
    heading: String,
    problem: String? = nil,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) -> Int {
    let start = grid.put(label, column: 1, row: rectangle.row, style: .bold) + 1
    draw(field, into: &grid, column: start, row: rectangle.row, width: rectangle.width - start - 1)
    let lines = TextWrap.lines(of: TerminalText.cleaned(problem ?? ""), width: rectangle.width - 2)
    for (line, text) in lines.enumerated() {
      grid.put(text, column: 1, row: rectangle.row + 1 + line, style: CellStyle(color: .red))
    }
    let row = rectangle.row + 1 + max(1, lines.count)
    grid.put(TerminalText.cleaned(heading), column: 1, row: row, limit: rectangle.width - 2, style: .quiet)
    return row + 1
  }

  /// Draws the lines of a choice, scrolled so that the line of the cursor is visible.
  private static func draw(
    _ lines: [(text: String, style: CellStyle)],
    cursor: Int,
    into grid: inout CellGrid,
    at rectangle: CellRectangle,
    from row: Int
  ) {
    let room = max(0, rectangle.row + rectangle.height - row)
    let top = max(0, cursor - room + 1)
    for (line, item) in lines.dropFirst(top).prefix(room).enumerated() {
      grid.putField(
        TerminalText.cleaned(item.text),
        column: 1,
        row: row + line,
        width: rectangle.width - 2,
        style: top + line == cursor ? item.style.reversed : item.style
      )
    }
  }

  static func drawHelp(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    for (line, entry) in state.helpLines.dropFirst(state.helpTop).prefix(rectangle.height).enumerated() {
      let row = rectangle.row + line
      grid.putField(entry.keys, column: 1, row: row, width: state.helpKeyColumns, style: .bold)
      grid.put(entry.meaning, column: state.helpKeyColumns + 2, row: row)
    }
  }
}

extension PlaceCategory {
  /// The meaning of the category, shown next to its slug.
  fileprivate func meaningText(in language: Language) -> String {
    switch self {
    case .group(let group): group.koreanName
    case .kind(let kind): kind.koreanName
    case .source: meaning.map { Phrase.sameAs.text(language, $0.slug) } ?? Phrase.ofSource.text(language)
    case .any: Phrase.everyPlace.text(language)
    }
  }
}
