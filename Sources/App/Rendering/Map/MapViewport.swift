import Domain

/// Which part of the earth a map shows: the point in its middle, and how many metres a dot is.
struct MapViewport: Sendable, Hashable {
  var center: Coordinate
  /// Metres from a dot to the next; a cell is two dots wide and four high.
  var metersPerDot: Double

  /// How far a map of one place reaches, in metres: the streets around it.
  private static let smallestReach = 50.0

  /// The range of scales, in metres a dot: a cell is 2 cm to 2,000 km wide.
  static let scales = 0.01...1_000_000.0

  /// Shows a point with a scale, clamped to ``scales``.
  init(center: Coordinate, metersPerDot: Double) {
    self.center = center
    self.metersPerDot = min(max(metersPerDot, Self.scales.lowerBound), Self.scales.upperBound)
  }

  init(center: Coordinate, radius: Double, width: Int, height: Int) {
    let dots = max(2, min(width * 2, height * 4) / 2 - 2)
    self.init(center: center, metersPerDot: radius / Double(dots))
  }

  /// Shows everything found in an area, or all places when the search has no area.
  ///
  /// With `isWhole` a circle is shown as far as it reaches, rather than as far as its places lie.
  init(area: SearchArea, places: [FoundPlace], isWhole: Bool = false, width: Int, height: Int) {
    if let center = area.center, let radius = area.radius {
      // The nearest few of many would be one dot in the centre of the area.
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

  /// The rectangle around everything visible; `nil` where that is a large part of the earth.
  func box(width: Int, height: Int) -> BoundingBox? {
    let projection = MapProjection(center: center)
    let east = Double(width) * metersPerDot
    let north = Double(height) * 2 * metersPerDot
    guard east + north < 2_000_000 else { return nil }
    let point = { projection.coordinate(at: MapProjection.Point(east: $0, north: $1)) }
    // Of the corners, those nearer to the pole are farther apart in degrees.
    let side = center.latitude < 0 ? -north : north
    return try? BoundingBox(
      west: point(-east, side).longitude,
      south: point(0, -north).latitude,
      east: point(east, side).longitude,
      north: point(0, north).latitude
    )
  }

  /// The radius in metres of the largest circle around the middle that is wholly visible.
  func visibleRadius(width: Int, height: Int) -> Double {
    Double(max(2, min(width * 2, height * 4) / 2 - 2)) * metersPerDot
  }
}
