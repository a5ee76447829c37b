/// A number that tells a shape from another one by its points, whatever the file is called and written in.
///
/// The same points give the same number in every process and on every machine: FNV-1a over their coordinates.
package struct ShapeDigest: Sendable, Hashable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of a shape of a question; `nil` for a circle, a rectangle and everywhere.
  package init?(_ extent: Question.Extent?) {
    switch extent {
    case .polygons(let area)?:
      for polygon in area.polygons {
        add(0)
        polygon.points.forEach { add($0) }
      }
    case .corridor(let corridor)?: corridor.line.parts.forEach { add($0) }
    case .circle?, .box?, .anywhere?, nil: return nil
    }
  }

  private mutating func add(_ points: [Coordinate]) {
    add(UInt64(points.count))
    for point in points {
      add(point.latitude.bitPattern)
      add(point.longitude.bitPattern)
    }
  }

  private mutating func add(_ number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      value = (value ^ (number >> UInt64(shift)) & 0xFF) &* 0x100_0000_01B3
    }
  }

  /// Its sixteen digits, of base 16.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
