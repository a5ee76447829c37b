import Domain

/// Maps points on the earth to the dots and cells of a map.
struct MapFrame: Sendable, Hashable {
  let viewport: MapViewport
  let projection: MapProjection
  let width: Int
  let height: Int

  init(viewport: MapViewport, width: Int, height: Int) {
    projection = MapProjection(center: viewport.center)
    self.viewport = viewport
    self.width = width
    self.height = height
  }

  /// The scale in metres per dot from which minor streets are left out.
  private static let minorMetersPerDot = 12.0

  var metersPerDot: Double { viewport.metersPerDot }

  /// Whether the map shows only main roads.
  var isMainOnly: Bool { metersPerDot >= Self.minorMetersPerDot }

  /// The precision of paths, in metres: a quarter of a dot.
  var pathUnitMeters: Int { max(1, Int(min(metersPerDot / 4, 1e6))) }

  /// Returns whether the frame contains another one, with all its streets.
  func covers(_ other: MapFrame) -> Bool {
    guard !isMainOnly || other.isMainOnly else { return false }
    let offset = point(of: other.viewport.center)
    let east = Double(width) * metersPerDot - Double(other.width) * other.metersPerDot
    let north = Double(height * 2) * metersPerDot - Double(other.height * 2) * other.metersPerDot
    return abs(offset.east) <= east && abs(offset.north) <= north
  }

  func point(of coordinate: Coordinate) -> MapProjection.Point { projection.point(of: coordinate) }

  /// Returns the greatest distances of a box's outline from the centre: east or west, and north or south.
  func extent(of box: BoundingBox) -> [Double] {
    let points = box.outline(steps: 64).joined().map(point)
    return [points.map { abs($0.east) }.max() ?? 0, points.map { abs($0.north) }.max() ?? 0]
  }

  /// Returns the dot of a projected point, counted from the upper left.
  func dot(_ point: MapProjection.Point) -> (column: Int, line: Int)? {
    let column = Double(width) + point.east / metersPerDot
    let line = Double(height * 2) - point.north / metersPerDot
    // Nothing is drawn far outside the map, and the number may overflow an integer.
    guard abs(column) < 1e6, abs(line) < 1e6 else { return nil }
    return (Int(column.rounded(.down)), Int(line.rounded(.down)))
  }

  /// Returns the cell of a projected point, counted from the upper left; `nil` if it is outside the map.
  func cell(_ point: MapProjection.Point) -> (column: Int, row: Int)? {
    guard let dot = dot(point), dot.column >= 0, dot.line >= 0 else { return nil }
    let cell = (column: dot.column / 2, row: dot.line / 4)
    return cell.column < width && cell.row < height ? cell : nil
  }
}
