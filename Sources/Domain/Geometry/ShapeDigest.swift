/// A number that tells a shape from another one by its points, whatever the file is called and written in.
///
/// The same points give the same number in every process and on every machine: FNV-1a over their coordinates.
package struct ShapeDigest: Sendable, Hashable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init(_ shape: DrawnShape) {
    switch shape.form.points {
    case .polygons(let polygons):
      for rings in polygons {
        add(0)
        rings.forEach { add($0) }
      }
    case .lines(let lines): lines.forEach { add($0) }
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
