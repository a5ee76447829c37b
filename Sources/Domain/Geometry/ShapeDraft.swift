/// Polygons and lines as read from a text, before validation.
package struct ShapeDraft: Sendable {
  /// A ring or a line.
  package struct Path: Sendable {
    /// Longitudes and latitudes in degrees, as written.
    package var points: [(longitude: Double, latitude: Double)] = []
    /// The text line where the path begins, from 1; 0 if the text has no lines.
    var line: Int

    package init(line: Int) { self.line = line }

    package mutating func add(longitude: Double, latitude: Double) {
      points.append((longitude: longitude, latitude: latitude))
    }

    /// Adds the first point to the end of an open ring, as other readers of polygons do.
    package mutating func close() {
      if let first = points.first, let last = points.last, first != last { points.append(first) }
    }
  }

  /// The rings of each polygon, the outer ring first.
  package var polygons: [[Path]] = []
  /// The holes in any of the polygons.
  package var holes: [Path] = []
  package var lines: [Path] = []
  /// The number of other elements in the text.
  package var leftOut = 0
  /// The number of routes in a GPX file whose tracks are used instead.
  package var unusedRoutes = 0

  package init() {}

  /// Whether the text contains no elements.
  package var isEmpty: Bool { polygons.isEmpty && lines.isEmpty && leftOut == 0 }

  /// The number of points.
  var count: Int {
    (polygons.joined() + holes + lines).reduce(0) { $0 + $1.points.count }
  }
}

/// A reason why a text isn't a shape.
package enum ShapeError: Error, Sendable, Hashable {
  /// The text has no polygons, or no lines.
  case nothing
  /// A coordinate is out of range.
  ///
  /// `looksSwapped` is true if the swapped pair would be valid.
  case coordinate(longitude: Double, latitude: Double, looksSwapped: Bool, line: Int)
  /// A ring has fewer than three points, or a line fewer than two.
  case tooFewPoints(Int, line: Int)
  /// The last point of a line differs from its first point.
  case notClosed(line: Int)
  /// A ring encloses no area.
  case noArea(line: Int)
  /// A hole is partly outside a ring, or around it, so that the even-odd rule would add the outer part.
  case holeBeyond(line: Int, ring: Int)
  /// There are more than ``ShapeDraft/maximumPoints`` points, even after simplification.
  case tooManyPoints(Int)
  /// There are more holes than can be assigned to rings.
  case tooManyHoles(Int)
  /// The text ends within a value.
  case cutOff(ShapeFormat, line: Int)
  case malformed(ShapeFormat, line: Int)
  /// The text declares entities.
  case entities(line: Int)
  /// The file holds no shape but links to the file that does.
  case linked(String)
  /// The coordinates use another coordinate reference system.
  case otherSystem(String)
  /// Well-known text declares another coordinate reference system by this number.
  case otherNumber(Int)
  /// Well-known text has no points.
  case empty
  /// Well-known text has a geometry of an unsupported type, such as a curve.
  case otherGeometry(String)
  /// The format isn't supported.
  case unknown(hint: String?)
}

/// The format of a shape's text.
package enum ShapeFormat: String, Sendable {
  case geoJSON = "GeoJSON"
  case xml = "XML"
  case wellKnownText = "well-known text"
  case polygonFilter = "polygon filter"
}

/// A notice about a shape that was read nevertheless.
package enum ShapeNotice: Sendable, Hashable {
  /// A ring crosses itself, or two rings of a polygon cross.
  case crossesItself(line: Int)
  /// Points within a metre of the simplified line were dropped.
  case simplified(from: Int, to: Int)
  /// Elements other than polygons (or, for a route, lines) were ignored.
  case leftOut(Int)
  /// The routes of a GPX file with tracks were ignored.
  case unusedRoutes(Int)
  /// Holes outside every ring were ignored; the first begins in a line.
  case holesOutside(Int, line: Int)
}

extension ShapeDraft {
  /// The maximum number of points of a shape.
  package static let maximumPoints = 100_000
  /// The largest distance from the simplified shape at which a point is dropped, in metres.
  private static let toleranceMeters = 1.0
  /// The smallest tolerance tried for a ring that would collapse, in metres.
  private static let smallestToleranceMeters = 1e-6
  /// The maximum longitude in degrees; a line across the antimeridian may continue above 180.
  private static let maximumLongitude = 360.0

  /// Makes an area from the polygons.
  ///
  /// - Parameters:
  ///   - name: The name of the area.
  ///   - notice: Receives notices.
  /// - Returns: The area.
  /// - Throws: The reason why the polygons are invalid.
  package func area(called name: String, _ notice: (ShapeNotice) -> Void) throws(ShapeError) -> PolygonArea {
    guard !polygons.isEmpty else { throw .nothing }
    let polygons = try polygonsWithHoles(notice)
    var found: [[[Coordinate]]] = []
    for polygon in polygons {
      var rings: [[Coordinate]] = []
      for ring in polygon { rings.append(try Self.ring(ring)) }
      found.append(rings)
    }
    found = try Self.simplified(found, count: count, notice: notice, Self.simplifiedRing)
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
    if unusedRoutes > 0 { notice(.unusedRoutes(unusedRoutes)) }
    return PolygonArea(made, name: name)
  }

  /// Makes a route from the lines.
  ///
  /// - Parameters:
  ///   - name: The name of the line.
  ///   - notice: Receives notices.
  /// - Returns: The line.
  /// - Throws: The reason why the lines are invalid.
  package func line(called name: String, _ notice: (ShapeNotice) -> Void) throws(ShapeError) -> RouteLine {
    guard let first = lines.first else { throw .nothing }
    guard lines.contains(where: { $0.points.count > 1 }) else {
      throw .tooFewPoints(first.points.count, line: first.line)
    }
    var parts: [[Coordinate]] = []
    for line in lines { parts.append(try Self.points(line)) }
    let found = try Self.simplified([parts], count: count, notice: notice, Simplification.line)
    if leftOut + polygons.count > 0 { notice(.leftOut(leftOut + polygons.count)) }
    if unusedRoutes > 0 { notice(.unusedRoutes(unusedRoutes)) }
    return RouteLine(found[0], name: name)
  }

  private static func simplified(
    _ shapes: [[[Coordinate]]],
    count: Int,
    notice: (ShapeNotice) -> Void,
    _ simplify: ([Coordinate], Double) -> [Coordinate]
  ) throws(ShapeError) -> [[[Coordinate]]] {
    guard count > maximumPoints else { return shapes }
    let smaller = shapes.map { $0.map { simplify($0, toleranceMeters) } }
    let left = smaller.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    guard left <= maximumPoints else { throw .tooManyPoints(count) }
    notice(.simplified(from: count, to: left))
    return smaller
  }

  /// Simplifies a ring.
  ///
  /// If it would collapse, the tolerance is reduced until the ring keeps its area.
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

  static func ring(_ path: Path) throws(ShapeError) -> [Coordinate] {
    let points = try points(path)
    guard let first = points.first, points.count > 1 else { throw .tooFewPoints(points.count, line: path.line) }
    let corners = Set(points)
    guard corners.count >= 3 else { throw .tooFewPoints(corners.count, line: path.line) }
    guard points.last == first else { throw .notClosed(line: path.line) }
    return points
  }

  private static func points(_ path: Path) throws(ShapeError) -> [Coordinate] {
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
