import Domain

/// The visible part of the earth: the point in the middle of a map, and its scale.
struct MapViewport: Sendable, Hashable {
  var center: Coordinate
  /// The distance between two dots in metres.
  ///
  /// A cell is two dots wide and four dots high.
  var metersPerDot: Double

  /// The radius of a map with one place in metres.
  private static let smallestReach = 150.0

  /// The supported scales in metres per dot: a cell is 2 cm to 2,000 km wide.
  static let scales = 0.01...1_000_000.0

  /// Shows a point at a scale, which is clamped to ``scales``.
  init(center: Coordinate, metersPerDot: Double) {
    self.center = center
    self.metersPerDot = min(max(metersPerDot, Self.scales.lowerBound), Self.scales.upperBound)
  }

  init(center: Coordinate, radius: Double, width: Int, height: Int) {
    let dots = max(2, min(width * 2, height * 4) / 2 - 2)
    self.init(center: center, metersPerDot: radius / Double(dots))
  }

  /// Shows the results in an area, or all places if the search has no area.
  ///
  /// With `isWhole`, a circle is shown completely, instead of only as far as its places extend.
  init(area: SearchArea, places: [FoundPlace], isWhole: Bool = false, width: Int, height: Int) {
    if let center = area.center, let radius = area.radius {
      // Otherwise the nearest few of many places would share one dot in the centre.
      let farthest = isWhole ? nil : places.lazy.compactMap { $0.distance?.meters }.max()
      let shown = max(min(radius.meters, farthest.map { $0 * 1.2 } ?? radius.meters), Self.smallestReach)
      self.init(center: center, radius: shown, width: width, height: height)
    } else if let box = area.enclosingBox ?? BoundingBox(enclosing: places) {
      self.init(box: box, width: width, height: height)
    } else {
      self.init(center: area.center ?? .middleOfSeoul, radius: 1_000, width: width, height: height)
    }
  }

  private init(box: BoundingBox, width: Int, height: Int) {
    let middle = box.middle
    let projection = MapProjection(center: middle)
    var east = Self.smallestReach
    var north = Self.smallestReach
    for point in box.outline(steps: 64).joined().map(projection.point) {
      east = max(east, abs(point.east))
      north = max(north, abs(point.north))
    }
    let columns = Double(max(2, width - 2))
    let lines = Double(max(4, height * 2 - 2))
    self.init(center: middle, metersPerDot: max(east / columns, north / lines))
  }

  /// Returns the bounding box of the visible part; `nil` if that is a large part of the earth.
  func box(width: Int, height: Int) -> BoundingBox? {
    let projection = MapProjection(center: center)
    let east = Double(width) * metersPerDot
    let north = Double(height) * 2 * metersPerDot
    guard east + north < 2_000_000 else { return nil }
    let point = { projection.coordinate(at: MapProjection.Point(east: $0, north: $1)) }
    // The corners nearer to the pole are farther apart in degrees.
    let side = center.latitude < 0 ? -north : north
    return try? BoundingBox(
      west: point(-east, side).longitude,
      south: point(0, -north).latitude,
      east: point(east, side).longitude,
      north: point(0, north).latitude
    )
  }

  /// Returns the radius in metres of the largest visible circle around the centre.
  func visibleRadius(width: Int, height: Int) -> Double {
    Double(max(2, min(width * 2, height * 4) / 2 - 2)) * metersPerDot
  }
}
