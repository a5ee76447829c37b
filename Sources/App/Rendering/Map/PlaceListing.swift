import Domain

/// The list that belongs to a map: the number of each marker, the name and the distance.
struct PlaceListing: Sendable {
  let glyphs: MapGlyphs
  /// The places, in the order of their numbers.
  let places: [FoundPlace]

  /// Room for a number, a distance and a dozen letters of a name.
  private static let narrowest = 28
  private static let gap = 2

  func columns(in width: Int) -> Int { max(1, (width + Self.gap) / (Self.narrowest + Self.gap)) }

  func draw(into grid: inout CellGrid, at rectangle: CellRectangle, columns: Int) {
    guard rectangle.height > 0 else { return }
    let width = (rectangle.width - Self.gap * (columns - 1)) / columns
    // Columns of one height, so that a short list is not a long column beside an empty one.
    let rows = max(1, min(rectangle.height, (places.count + columns - 1) / columns))
    for position in places.indices.prefix(rows * columns) {
      let column = rectangle.column + position / rows * (width + Self.gap)
      draw(position, into: &grid, column: column, row: rectangle.row + position % rows, width: width)
    }
  }

  func draw(_ position: Int, into grid: inout CellGrid, column: Int, row: Int, width: Int) {
    let found = places[position]
    let number = String(position + 1)
    let numberWidth = max(2, String(places.count).count)
    let color = found.place.group?.color ?? .standard
    grid.putField(
      number,
      column: column,
      row: row,
      width: numberWidth,
      style: CellStyle(color: color, isBold: true),
      isRightAligned: true
    )
    let distance = found.distance.map(DistanceText.text) ?? ""
    let distanceWidth = places.contains { $0.distance != nil } ? 8 : 0
    // The category only where enough room is left for the name.
    let categoryWidth = width >= 44 ? 12 : 0
    let nameWidth =
      width - numberWidth - 1 - distanceWidth - (distanceWidth > 0 ? 1 : 0)
      - (categoryWidth > 0 ? categoryWidth + 1 : 0)
    let name = TerminalText.cleaned(found.place.name ?? found.place.id)
    grid.putField(name, column: column + numberWidth + 1, row: row, width: nameWidth)
    if categoryWidth > 0 {
      grid.putField(
        found.place.categoryText,
        column: column + numberWidth + 2 + nameWidth,
        row: row,
        width: categoryWidth,
        style: CellStyle(color: color)
      )
    }
    grid.putField(
      distance,
      column: column + width - distanceWidth,
      row: row,
      width: distanceWidth,
      style: .quiet,
      isRightAligned: true
    )
  }
}
