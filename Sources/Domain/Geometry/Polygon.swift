/// A polygon of an outer ring and holes.
///
/// A point is inside if a path to the outside crosses the rings an odd number of times (even-odd rule).
public struct Polygon: Sendable {
  /// The points of each ring, the outer ring first.
  ///
  /// Each ring ends with its first point.
  public let points: [[Coordinate]]
  let rings: [PolygonRing]
  /// The smallest rectangle around the polygon; its western edge is in -180..<180.
  let box: PlaneBox
  private let hasNorthPole: Bool

  /// Makes a polygon.
  ///
  /// - Parameter points: The points of each ring, at least three. A ring may repeat its first point at the end.
  public init(_ points: [[Coordinate]]) {
    self.points = points.map { ring in
      if let first = ring.first, ring.last != first || ring.count == 1 { ring + [first] } else { ring }
    }
    rings = points.map(PolygonRing.init)
    var longitudes = LongitudeSpans()
    var box = PlaneBox.empty
    var isNorthInside = false
    var isSouthInside = false
    for ring in rings {
      let own = ring.box
      longitudes.add(west: own.west, width: own.east - own.west)
      box.include(own)
      if !ring.turns.isMultiple(of: 2) {
        let isNorth = ring.enclosesNorthPole
        isNorthInside = isNorthInside != isNorth
        isSouthInside = isSouthInside != !isNorth
      }
    }
    hasNorthPole = isNorthInside
    if isNorthInside { box.north = 90 }
    if isSouthInside { box.south = -90 }
    let span = longitudes.enclosing ?? (-180, 360)
    box.west = span.west
    box.east = span.west + span.width
    self.box = box
  }

  /// Returns whether a pole is on an edge.
  ///
  /// An edge at a pole contains the pole at any longitude.
  func touchesPole(_ latitude: Double) -> Bool {
    abs(latitude) >= 90 && rings.contains { latitude > 0 ? $0.box.north >= 90 : $0.box.south <= -90 }
  }

  func contains(_ point: Coordinate) -> Bool {
    var isOdd = hasNorthPole
    for ring in rings {
      switch ring.side(of: point) {
      case .edge: return true
      case .off(let isCrossed): isOdd = isOdd != isCrossed
      }
    }
    return isOdd || (abs(point.latitude) >= 90 && touchesPole(point.latitude))
  }

  /// Returns the relation of a rectangle to the polygon.
  ///
  /// The rectangle must not cross the antimeridian.
  func relation(to box: PlaneBox) -> BoxRelation {
    let grown = box.grown(by: 2 * PolygonRing.tolerance)
    if rings.contains(where: { $0.touches(grown) }) { return .across }
    // The rectangle crosses no edge. A pole is an exception: an edge that ends there contains it at any longitude.
    let middle = Coordinate(validLatitude: (box.south + box.north) / 2, longitude: box.west)
    if contains(middle) { return .inside }
    let hasPole = [box.north, box.south].contains(where: touchesPole)
    return hasPole ? .across : .outside
  }

  /// The area of the outer ring minus its holes, in units of the Earth's radius squared.
  var square: Double {
    let squares = rings.map(\.squareInside)
    return max(0, (squares.first ?? 0) - squares.dropFirst().reduce(0, +))
  }
}
