/// A digest of a shape's points, independent of the file's name and format, the process and the machine.
package struct ShapeDigest: Sendable, Hashable {
  private var hash = StableHash()

  package init(_ shape: DrawnShape) {
    switch shape.form.points {
    case .polygons(let polygons):
      for rings in polygons {
        hash.add(UInt64(0))
        rings.forEach { add($0) }
      }
    case .lines(let lines): lines.forEach { add($0) }
    }
  }

  private mutating func add(_ points: [Coordinate]) {
    hash.add(UInt64(points.count))
    for point in points {
      hash.add(point.latitude.bitPattern)
      hash.add(point.longitude.bitPattern)
    }
  }

  /// The digest as sixteen hexadecimal digits.
  package var text: String { hash.text }
}
