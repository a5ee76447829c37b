package import Domain
import Foundation

/// Generates random polygons and lines.
extension SeededRandom {
  private static func wrapped(_ longitude: Double) -> Double {
    longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
  }

  /// Returns a closed star-shaped ring: it goes around a point once, at varying distances.
  private mutating func ring(around center: Coordinate, degrees: Double) -> [Coordinate] {
    let count = 3 + Int(unit() * 12)
    let wide = min(150, degrees / max(0.02, cos(center.latitude * .pi / 180)))
    var points: [Coordinate] = []
    for number in 0..<count {
      let bearing = 2 * .pi * (Double(number) + 0.8 * unit()) / Double(count)
      let far = 0.2 + 0.8 * unit()
      let latitude = min(90, max(-90, center.latitude + degrees * far * cos(bearing)))
      let longitude = Self.wrapped(center.longitude + wide * far * sin(bearing))
      if let point = try? Coordinate(latitude: latitude, longitude: longitude) { points.append(point) }
    }
    return points + points.prefix(1)
  }

  /// Returns a closed ring around a pole.
  private mutating func polarRing(isNorthern: Bool) -> [Coordinate] {
    let count = 5 + Int(unit() * 20)
    let start = 360 * unit() - 180
    let isEastward = unit() < 0.5
    var points: [Coordinate] = []
    for number in 0..<count {
      let turn = 360 * Double(number) / Double(count)
      let latitude = 84 + 5 * unit()
      let longitude = start + (isEastward ? turn : -turn)
      let point = try? Coordinate(latitude: isNorthern ? latitude : -latitude, longitude: Self.wrapped(longitude))
      if let point { points.append(point) }
    }
    return points + points.prefix(1)
  }

  /// Returns the rings of several polygons near a point, often with holes.
  package mutating func polygons(around center: Coordinate, degrees: Double) -> [[[Coordinate]]] {
    if abs(center.latitude) > 80, unit() < 0.4 { return [[polarRing(isNorthern: center.latitude > 0)]] }
    return (0..<1 + Int(unit() * 3)).map { _ in
      let latitude = min(89.9, max(-89.9, center.latitude + degrees * (unit() - 0.5)))
      let longitude = Self.wrapped(center.longitude + degrees * (unit() - 0.5))
      guard let middle = try? Coordinate(latitude: latitude, longitude: longitude) else { return [] }
      let outer = ring(around: middle, degrees: degrees)
      let holes = (0..<Int(unit() * 3)).map { _ in ring(around: middle, degrees: degrees * (0.1 + 0.3 * unit())) }
      return [outer] + holes
    }.filter { !$0.isEmpty }
  }

  /// Returns the points of several lines near a point, which wander, turn back and repeat points.
  package mutating func lines(around center: Coordinate, degrees: Double) -> [[Coordinate]] {
    (0..<1 + Int(unit() * 3)).map { _ in
      var latitude = center.latitude + degrees * (unit() - 0.5)
      var longitude = center.longitude + degrees * (unit() - 0.5)
      var points: [Coordinate] = []
      for _ in 0..<1 + Int(unit() * 25) {
        if unit() > 0.1 {
          latitude += degrees * 0.3 * normal()
          longitude += degrees * 0.3 * normal() / max(0.05, cos(latitude * .pi / 180))
        }
        latitude = min(90, max(-90, latitude))
        longitude = Self.wrapped(Self.wrapped(longitude.truncatingRemainder(dividingBy: 360)))
        if let point = try? Coordinate(latitude: latitude, longitude: longitude) { points.append(point) }
      }
      return points
    }
  }
}
