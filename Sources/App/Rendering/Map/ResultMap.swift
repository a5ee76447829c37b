import Domain

/// A result as a character map, with the list next to it if there is room, and below it otherwise.
struct ResultMap: Sendable {
  let window: MapWindow
  var language = Language.english

  /// The minimum width for a list next to the map, as in full-screen mode: 34 columns of list and 40 of map.
  private static let widthForList = 76
  /// The height of the map if the output isn't a terminal: 24 lines, like a standard terminal.
  private static let mapHeightElsewhere = 24

  /// The maximum width, wider than any terminal.
  ///
  /// `COLUMNS` may be any number.
  private static let maximumWidth = 1_000

  func append(_ result: PlaceResult, to bytes: inout [UInt8]) {
    for line in lines(of: result) {
      bytes.append(text: line)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Returns the lines of the map: the window without the line of the prompt, or as many as the list needs.
  func lines(of result: PlaceResult) -> [String] {
    let width = min(max(window.width, 20), Self.maximumWidth)
    let isWide = width >= Self.widthForList
    let sentence = sentenceLines(of: result, width: width)
    let height = self.height(for: result.places.count, isWide: isWide, width: width)
    var grid = CellGrid(width: width, height: height, ellipsis: window.glyphs.ellipsis)
    put(title(of: result), row: 0, into: &grid)
    // The sentence of an empty result takes the lines above the footer.
    let rows = height - 2 - sentence.count
    let center = result.query.area.center
    let listing = PlaceListing(glyphs: window.glyphs, language: language, places: result.places, center: center)
    let columns = isWide ? 1 : listing.columns(in: width)
    let map: CellRectangle
    let list: CellRectangle
    if isWide {
      let listWidth = min(64, max(34, width * 2 / 5))
      // Without a window, the list may have any length; the map stays next to its beginning.
      let mapRows = window.height == nil ? min(rows, Self.mapHeightElsewhere) : rows
      map = CellRectangle(column: 0, row: 1, width: width - listWidth - 2, height: mapRows)
      list = CellRectangle(column: width - listWidth, row: 1, width: listWidth, height: rows)
    } else {
      let needed = (result.places.count + columns - 1) / columns
      let listRows = window.height == nil ? needed : min(needed, max(4, rows - 9), rows / 2 + 2)
      map = CellRectangle(column: 0, row: 1, width: width, height: rows - listRows)
      list = CellRectangle(column: 0, row: 1 + map.height, width: width, height: listRows)
    }
    listing.draw(into: &grid, at: list, columns: columns)
    let area = result.query.area
    let places = result.places
    let viewport = MapViewport(area: area, places: places, width: map.width, height: map.height)
    let frame = MapFrame(viewport: viewport, width: map.width, height: map.height)
    let drawing = MapDrawing(
      glyphs: window.glyphs,
      language: language,
      frame: frame,
      area: area,
      places: places,
      ground: result.ground
    )
    let legend = drawing.draw(into: &grid, at: map)
    let listed = min(places.count, list.height * columns)
    let footer = sentence + [footer(of: result, listed: listed, legend)].filter { !$0.isEmpty }
    for (line, text) in footer.enumerated() { put(text, row: height - footer.count + line, into: &grid) }
    return grid.lines(isColored: window.isColored)
  }

  private func height(for count: Int, isWide: Bool, width: Int) -> Int {
    if let height = window.height { return max(8, height - 1) }
    guard !isWide else { return max(Self.mapHeightElsewhere, count) + 2 }
    let columns = PlaceListing(glyphs: window.glyphs, places: []).columns(in: width)
    return Self.mapHeightElsewhere + (count + columns - 1) / columns + 2
  }

  private func put(_ text: String, row: Int, into grid: inout CellGrid) {
    let style: CellStyle = row == 0 ? .bold : .quiet
    grid.putField(TerminalText.cleaned(text), column: 0, row: row, width: grid.width, style: style)
  }

  private func title(of result: PlaceResult) -> String {
    let count = Phrase.count(
      of: result.places.count,
      total: result.totalCount,
      isComplete: result.isComplete,
      in: language
    )
    let clause = result.gap?.clause(in: language) ?? ""
    let title = result.title(in: language)
    let source = result.provenance.source.name(in: language)
    // If the title is too wide, the clause is left out, then the source; otherwise its end would be cut.
    return fitted([[title, count + clause, source], [title, count, source], [title, count], [count, title]])
  }

  /// Returns the first text that fits in a line, or else the last.
  private func fitted(_ texts: [[String]]) -> String {
    let lines = texts.map { $0.joined(separator: window.glyphs.separator) }
    return lines.first { DisplayWidth.of($0) <= window.width } ?? lines[lines.count - 1]
  }

  private func footer(of result: PlaceResult, listed: Int, _ legend: String?) -> String {
    // The end of the line may be cut, never the notice.
    let notice = result.provenance.source == .sample ? Phrase.fictionalPlaces.text(language) : result.provenance.notice
    let rest = result.places.count - listed
    let parts =
      result.ground.notices(after: notice)
      + [rest > 0 ? Phrase.notListed.text(language, String(rest)) : nil, legend].compactMap(\.self)
    return parts.joined(separator: window.glyphs.separator)
  }

  /// Returns the lines of the reason why there are no places; the map keeps at least six lines.
  private func sentenceLines(of result: PlaceResult, width: Int) -> [String] {
    guard result.isEmpty else { return [] }
    let lines = TextWrap.lines(of: TerminalText.cleaned(result.emptySentence ?? "Nothing found."), width: width)
    return Array(lines.prefix(max(1, (window.height ?? Self.mapHeightElsewhere) - 9)))
  }
}
