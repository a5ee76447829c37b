import Domain

/// The list next to a map: the number, name and distance of each place.
struct PlaceListing: Sendable {
  let glyphs: MapGlyphs
  var language = Language.english
  /// The places, in the order of their numbers.
  let places: [FoundPlace]
  /// The origin of the distances; if set, each distance has an arrow for its direction.
  var center: Coordinate?

  /// The minimum width: a number, a distance and a dozen letters of a name.
  private static let narrowest = 28
  private static let gap = 2

  func columns(in width: Int) -> Int { max(1, (width + Self.gap) / (Self.narrowest + Self.gap)) }

  func draw(into grid: inout CellGrid, at rectangle: CellRectangle, columns: Int) {
    guard rectangle.height > 0 else { return }
    let width = (rectangle.width - Self.gap * (columns - 1)) / columns
    // Columns of equal height, so that a short list isn't one long column next to an empty one.
    let rows = max(1, min(rectangle.height, (places.count + columns - 1) / columns))
    for index in places.indices.prefix(rows * columns) {
      let column = rectangle.column + index / rows * (width + Self.gap)
      draw(index, into: &grid, column: column, row: rectangle.row + index % rows, width: width)
    }
  }

  /// Draws the line of a place and returns the columns of its name.
  @discardableResult
  func draw(_ index: Int, into grid: inout CellGrid, column: Int, row: Int, width: Int) -> Range<Int> {
    let found = places[index]
    let number = String(index + 1)
    let numberWidth = max(2, String(places.count).count)
    let color = found.place.group?.color ?? .standard
    let style = CellStyle(color: color, isBold: true)
    grid.putField(number, column: column, row: row, width: numberWidth, style: style, isRightAligned: true)
    // From right to left, so that the name gets the remaining space.
    var end = column + width
    if places.contains(where: { $0.distance != nil }) {
      let distance = DistanceFormatter.way(to: found, from: center, glyphs, in: language)
      let room = found.along != nil ? 19 : center == nil ? 8 : glyphs.isUnicode ? 10 : 11
      grid.putField(distance, column: end - room, row: row, width: room, isRightAligned: true)
      end -= room + 1
    }
    // Show the category only if the name still has enough space.
    if end - column >= 33 {
      let style = CellStyle(color: color)
      grid.putField(found.place.categoryText(in: language), column: end - 12, row: row, width: 12, style: style)
      end -= 13
    }
    let name = TerminalText.cleaned(found.place.shownName(in: language))
    let nameColumn = column + numberWidth + 1
    grid.putField(name, column: nameColumn, row: row, width: end - nameColumn)
    return nameColumn..<max(nameColumn, end)
  }
}
