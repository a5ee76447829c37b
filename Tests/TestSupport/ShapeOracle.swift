package import Domain
import Foundation

/// A reference implementation of polygons and lines, computed point by point and edge by edge, unlike Domain's.
package struct ShapeOracle: Sendable {
  package var polygons: [[[Coordinate]]] = []
  package var lines: [[Coordinate]] = []
  package var radius = 0.0

  private static let earthRadius = 6_371_008.8

  package init(polygons: [[[Coordinate]]]) { self.polygons = polygons }

  package init(lines: [[Coordinate]], radius: Double) {
    self.lines = lines
    self.radius = radius
  }

  /// The oracle of an area; `nil` if it is neither polygons nor a corridor.
  package init?(_ area: SearchArea) {
    // Uses only public API, because another package also builds this file.
    guard case .drawn(let drawn) = area.shape else { return nil }
    switch drawn {
    case .polygons(let area): self.init(polygons: area.polygons.map(\.points))
    case .corridor(let corridor): self.init(lines: corridor.line.parts, radius: corridor.radius.meters)
    }
  }

  /// Returns whether a point is in the shape; `nil` if it is so near the edge that rounding decides.
  package func contains(_ point: Coordinate) -> Bool? {
    guard polygons.isEmpty else { return isInPolygons(point) }
    guard let (meters, _) = offset(of: point) else { return false }
    return abs(meters - radius) < 1e-3 ? nil : meters <= radius
  }

  // MARK: - Polygons

  private func isInPolygons(_ point: Coordinate) -> Bool? {
    // A pole has every longitude.
    guard abs(point.latitude) < 90 else { return nil }
    var isUnsure = false
    for polygon in polygons {
      var isInside = false
      for ring in polygon {
        guard let crossed = isCrossed(ring, southOf: point) else {
          isUnsure = true
          continue
        }
        if crossed { isInside.toggle() }
      }
      if isInside { return isUnsure ? nil : true }
    }
    return isUnsure ? nil : false
  }

  /// Returns whether a point is inside a ring, by the edges to its south; `nil` if it is next to an edge.
  private func isCrossed(_ ring: [Coordinate], southOf point: Coordinate) -> Bool? {
    var isOdd = false
    var turn = 0.0
    var area = 0.0
    for (start, end) in zip(ring, ring.dropFirst()) {
      var width = end.longitude - start.longitude
      if width > 180 { width -= 360 } else if width < -180 { width += 360 }
      turn += width
      area += width * (start.latitude + end.latitude)
      var x = point.longitude - start.longitude
      while x > 180 { x -= 360 }
      while x < -180 { x += 360 }
      for east in [x - 360, x, x + 360] {
        let share = width == 0 ? 0 : east / width
        guard width == 0 ? abs(east) < 1e-9 : share > -1e-9 && share < 1 + 1e-9 else { continue }
        if width == 0 {
          let range = min(start.latitude, end.latitude) - 1e-9...max(start.latitude, end.latitude) + 1e-9
          if range.contains(point.latitude) { return nil }
          continue
        }
        let north = start.latitude + share * (end.latitude - start.latitude)
        if abs(north - point.latitude) < 1e-9 { return nil }
        guard width > 0 ? east >= 0 && east < width : east < 0 && east >= width else { continue }
        if north < point.latitude { isOdd.toggle() }
      }
    }
    // A ring around a pole encloses the nearer pole.
    if abs(turn) > 180 {
      let isNorthern = turn > 0 ? area >= 0 : area <= 0
      return isNorthern ? isOdd : !isOdd
    }
    return isOdd
  }

  // MARK: - Lines

  private static func direction(_ point: Coordinate) -> SIMD3<Double> {
    let latitude = point.latitude * .pi / 180
    let longitude = point.longitude * .pi / 180
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }

  private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    let product = cross(a, b)
    return atan2((product * product).sum().squareRoot(), (a * b).sum())
  }

  /// Returns the distance of a point from the lines, and the offset of its nearest point along them.
  package func offset(of point: Coordinate) -> (meters: Double, along: Double)? {
    let place = Self.direction(point)
    var best: (meters: Double, along: Double)?
    var along = 0.0
    func offer(_ angle: Double, at way: Double) {
      let meters = angle * Self.earthRadius
      if best.map({ meters < $0.meters - 1e-6 }) ?? true { best = (meters, way) }
    }
    for line in lines {
      let directions = line.map(Self.direction)
      if let first = directions.first { offer(Self.angle(first, place), at: along) }
      for (start, end) in zip(directions, directions.dropFirst()) {
        let length = Self.angle(start, end)
        // The angle at which the point of the arc is nearest to the place.
        let (first, second) = ((start * place).sum(), (end * place).sum())
        let way = atan2(second - first * cos(length), first * sin(length))
        if length > 0, way > 0, way < length {
          let nearest = (start * sin(length - way) + end * sin(way)) / sin(length)
          offer(Self.angle(nearest, place), at: along + way * Self.earthRadius)
        }
        offer(Self.angle(end, place), at: along + length * Self.earthRadius)
        along += length * Self.earthRadius
      }
    }
    return best
  }
}
