import Domain

extension BrowseRenderer {
  // MARK: - The card

  static func drawCard(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
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
    let categories = [place.kind?.slug ?? place.group?.slug, place.categoryPath].compactMap(\.self)
    put(categories.joined(separator: state.glyphs.separator), CellStyle(color: place.group?.color ?? .standard))
    let distance = found.distance.map(DistanceFormatter.text)
    put(
      [distance, state.saved.contains(place.id) ? "saved" : nil].compactMap(\.self).joined(
        separator: state.glyphs.separator
      )
    )
    put(place.roadAddress, gapBefore: true)
    put(place.lotAddress, place.roadAddress == nil ? .plain : .quiet, gapBefore: place.roadAddress == nil)
    put(place.phone, gapBefore: true)
    put(place.pageAddress ?? place.url, CellStyle(color: .blue, isUnderlined: true), gapBefore: place.phone == nil)
    put(QueryFormatter.text(of: place.coordinate), .quiet, gapBefore: true)
    put("id \(place.id)", .quiet)
    if let attribution = state.answer.provenance?.attribution { put(attribution, .quiet, gapBefore: true) }
  }

  // MARK: - The other screens

  static func draw(
    _ choice: CategoryChoice,
    _ state: BrowseState,
    into grid: inout CellGrid,
    at rectangle: CellRectangle
  ) {
    grid.put("Which categories?", column: 1, row: rectangle.row, style: .bold)
    let groups = CategoryGroup.allCases
    let half = groups.count / 2
    let isTall = rectangle.height >= groups.count + 2
    let rows = rectangle.height - 2
    // A low window scrolls, so that the line of the cursor is always visible.
    let top = max(0, (isTall ? choice.cursor : choice.cursor % half) - rows + 1)
    for (position, group) in groups.enumerated() {
      let (column, row) = isTall ? (0, position) : (position / half, position % half)
      let line = row - top
      guard (0..<rows).contains(line) else { continue }
      let width = isTall ? rectangle.width : rectangle.width / 2
      let mark = choice.chosen.contains(.group(group)) ? state.glyphs.checked : state.glyphs.unchecked
      var style = CellStyle(color: group.color)
      style.isReversed = position == choice.cursor
      grid.putField(
        "\(mark) \(group.slug)\(String(repeating: " ", count: 13 - group.slug.count))\(group.koreanName)",
        column: 1 + column * width,
        row: rectangle.row + 2 + line,
        width: min(40, width - 2),
        style: style
      )
    }
  }

  static func draw(_ choice: NearChoice, _ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let start = grid.put("Near: ", column: 1, row: rectangle.row, style: .bold) + 1
    draw(choice.field, into: &grid, column: start, row: rectangle.row, width: rectangle.width - start - 1)
    var lines: [(text: String, detail: String)]
    let heading: String
    if let candidates = choice.candidates {
      heading = "Which one?"
      lines = candidates.map {
        ($0.name ?? $0.id, $0.roadAddress ?? $0.lotAddress ?? QueryFormatter.text(of: $0.coordinate))
      }
    } else {
      lines = choice.matches(in: state.recents).map { ($0.label, "") }
      heading =
        choice.pending != nil ? "searching" : lines.isEmpty ? "a name, an address, or LAT,LNG" : "Recent searches"
    }
    let problem = TextWrap.lines(of: TerminalText.cleaned(choice.problem ?? ""), width: rectangle.width - 2)
    for (line, text) in problem.enumerated() {
      grid.put(text, column: 1, row: rectangle.row + 1 + line, style: CellStyle(color: .red))
    }
    let headingRow = rectangle.row + 1 + max(1, problem.count)
    grid.put(heading, column: 1, row: headingRow, limit: rectangle.width - 2, style: .quiet)
    let room = max(0, rectangle.row + rectangle.height - headingRow - 1)
    let top = max(0, choice.cursor - room)
    for (line, item) in lines.dropFirst(top).prefix(room).enumerated() {
      let isChosen = top + line + 1 == choice.cursor
      let text = item.detail.isEmpty ? item.text : "\(item.text)\(state.glyphs.separator)\(item.detail)"
      grid.putField(
        TerminalText.cleaned(text),
        column: 1,
        row: headingRow + 1 + line,
        width: rectangle.width - 2,
        style: isChosen ? CellStyle.plain.reversed : .plain
      )
    }
  }

  static func drawHelp(_ state: BrowseState, into grid: inout CellGrid, at rectangle: CellRectangle) {
    let columns = rectangle.height >= BrowseHelp.keys.count + 1 ? 1 : 2
    let rows = (BrowseHelp.keys.count + columns - 1) / columns
    let width = rectangle.width / columns
    for (position, entry) in BrowseHelp.keys.enumerated() {
      let (column, row) = (position / rows * width + 1, rectangle.row + position % rows)
      guard row < rectangle.row + rectangle.height else { continue }
      let keyWidth = min(14, width / 3)
      grid.putField(entry.keys, column: column, row: row, width: keyWidth, style: .bold)
      grid.putField(entry.meaning, column: column + keyWidth + 1, row: row, width: width - keyWidth - 3)
    }
  }
}

enum BrowseHelp {
  static let keys: [(keys: String, meaning: String)] = [
    ("j k, arrows", "next and previous place"),
    ("space, PgDn", "next page; load more at the end"),
    ("g G", "first and last place"),
    ("enter, l", "place details"),
    ("tab", "switch between list, map and card"),
    ("/", "filter the list as you type"),
    ("n", "near another place, or a recent search"),
    ("c", "choose categories"),
    ("+ -", "larger and smaller radius"),
    ("H J K L", "move the map; arrows on the map"),
    ("z Z 0", "zoom in, zoom out, whole area"),
    ("r", "search here, or refresh"),
    ("s", "save or unsave the place"),
    ("o", "open its page in the browser"),
    ("y", "copy its coordinate"),
    ("esc", "go back; stop a search"),
    ("mouse", "click, wheel, drag the map"),
    ("q, Ctrl-C", "quit"),
  ]
}
