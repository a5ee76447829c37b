/// Polygons and lines as a text gives them, before anything is checked.
package struct ShapeDraft: Sendable {
  /// A ring or a line.
  package struct Path: Sendable {
    /// Degrees as they were written: longitude and latitude.
    package var points: [(longitude: Double, latitude: Double)] = []
    /// The line of the text where it begins, from 1; 0 where a text has no lines.
    var line: Int

    package init(line: Int) { self.line = line }

    /// Adds a point.
    package mutating func add(longitude: Double, latitude: Double) {
      points.append((longitude: longitude, latitude: latitude))
    }
  }

  /// The rings of each polygon, the outer one first.
  package var polygons: [[Path]] = []
  package var lines: [Path] = []
  /// What else the text holds, which is no part of a shape of its kind.
  package var leftOut = 0

  package init() {}

  /// Whether it holds nothing at all.
  package var isEmpty: Bool { polygons.isEmpty && lines.isEmpty && leftOut == 0 }

  /// The number of points.
  var count: Int {
    polygons.reduce(0) { $0 + $1.reduce(0) { $0 + $1.points.count } } + lines.reduce(0) { $0 + $1.points.count }
  }
}

/// Why a text is no shape.
package enum ShapeFault: Error, Sendable, Hashable {
  /// It holds no polygons, or no lines.
  case nothing
  /// A number is no longitude or latitude; `looksSwapped` when the pair would fit the other way round.
  case coordinate(longitude: Double, latitude: Double, looksSwapped: Bool, line: Int)
  /// A ring has fewer than three points, or a line fewer than two.
  case tooFewPoints(Int, line: Int)
  /// The last point of a ring is not its first.
  case notClosed(line: Int)
  /// A ring holds nothing.
  case noArea(line: Int)
  /// More points than are read, also when those are left out that lie within a metre of the line.
  case tooManyPoints(Int)
}

/// What is said of a shape that is read all the same.
package enum ShapeNotice: Sendable, Hashable {
  /// A ring crosses itself, or two rings of a polygon cross.
  case crossesItself(line: Int)
  /// Points were left out that lie within a metre of the line.
  case simplified(from: Int, to: Int)
  /// What is neither a polygon nor, along a route, a line.
  case leftOut(Int)
}

/// Checks what was read and makes a shape of it.
extension ShapeDraft {
  /// The largest number of points of a shape.
  package static let maximumPoints = 100_000
  /// How far from the shape a point may lie that is left out of a larger one, in metres.
  private static let toleranceMeters = 1.0
  /// How far from a ring that would collapse a point may lie that is still left out, in metres.
  private static let smallestToleranceMeters = 1e-6
  /// Degrees of longitude up to which a number is a turn around the Earth.
  private static let maximumLongitude = 360.0

  /// The area of the polygons.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - notice: Takes what is to be said of it.
  /// - Returns: The area.
  /// - Throws: Why it is none.
  package func area(called name: String, _ notice: (ShapeNotice) -> Void) throws(ShapeFault) -> PolygonArea {
    guard !polygons.isEmpty else { throw .nothing }
    var found: [[[Coordinate]]] = []
    for polygon in polygons {
      var rings: [[Coordinate]] = []
      for ring in polygon { rings.append(try Self.ring(ring)) }
      found.append(rings)
    }
    found = try Self.simplified(found, count, notice, Self.simplifiedRing)
    var isCrossing = false
    let made = found.map { Polygon($0) }
    for (number, polygon) in made.enumerated() {
      let crossing = RingCrossings.isCrossing(polygon)
      if crossing, !isCrossing { notice(.crossesItself(line: polygons[number].first?.line ?? 0)) }
      isCrossing = isCrossing || crossing
      for (ring, path) in zip(polygon.rings, polygons[number]) where !crossing && !ring.hasArea {
        throw .noArea(line: path.line)
      }
    }
    if leftOut + lines.count > 0 { notice(.leftOut(leftOut + lines.count)) }
    return PolygonArea(made, name: name)
  }

  /// The line of the lines.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - notice: Takes what is to be said of it.
  /// - Returns: The line.
  /// - Throws: Why it is none.
  package func line(called name: String, _ notice: (ShapeNotice) -> Void) throws(ShapeFault) -> RouteLine {
    guard let first = lines.first else { throw .nothing }
    guard lines.contains(where: { $0.points.count > 1 }) else {
      throw .tooFewPoints(first.points.count, line: first.line)
    }
    var parts: [[Coordinate]] = []
    for line in lines { parts.append(try Self.points(line)) }
    let found = try Self.simplified([parts], count, notice, Simplification.line)
    if leftOut + polygons.count > 0 { notice(.leftOut(leftOut + polygons.count)) }
    return RouteLine(found[0], name: name)
  }

  private static func simplified(
    _ shapes: [[[Coordinate]]],
    _ count: Int,
    _ notice: (ShapeNotice) -> Void,
    _ simplify: ([Coordinate], Double) -> [Coordinate]
  ) throws(ShapeFault) -> [[[Coordinate]]] {
    guard count > maximumPoints else { return shapes }
    let smaller = shapes.map { $0.map { simplify($0, toleranceMeters) } }
    let left = smaller.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    guard left <= maximumPoints else { throw .tooManyPoints(count) }
    notice(.simplified(from: count, to: left))
    return smaller
  }

  /// A ring without the points that lie close to the rest; one that would collapse keeps as many as hold it open.
  private static func simplifiedRing(_ ring: [Coordinate], toleranceMeters meters: Double) -> [Coordinate] {
    var meters = meters
    while meters > smallestToleranceMeters {
      let smaller = Simplification.ring(ring, toleranceMeters: meters)
      if smaller.count > 3, PolygonRing(smaller).hasArea || RingCrossings.isCrossing(Polygon([smaller])) {
        return smaller
      }
      meters /= 8
    }
    return ring
  }

  private static func ring(_ path: Path) throws(ShapeFault) -> [Coordinate] {
    let points = try points(path)
    guard let first = points.first, points.count > 1 else { throw .tooFewPoints(points.count, line: path.line) }
    let corners = Set(points)
    guard corners.count >= 3 else { throw .tooFewPoints(corners.count, line: path.line) }
    guard points.last == first else { throw .notClosed(line: path.line) }
    return points
  }

  private static func points(_ path: Path) throws(ShapeFault) -> [Coordinate] {
    var points: [Coordinate] = []
    points.reserveCapacity(path.points.count)
    for (longitude, latitude) in path.points {
      guard latitude.isFinite, abs(latitude) <= 90, longitude.isFinite, abs(longitude) <= maximumLongitude else {
        let isSwapped = abs(longitude) <= 90 && abs(latitude) <= 180
        throw .coordinate(longitude: longitude, latitude: latitude, looksSwapped: isSwapped, line: path.line)
      }
      let wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
      points.append(Coordinate(validLatitude: latitude, longitude: wrapped))
    }
    return points
  }
}
