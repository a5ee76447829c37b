/// A text that tells a shape from another one by its points, whatever the file is called and written in: the same in
/// every process and on every machine.
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

  /// Sixteen digits, of base 16.
  package var text: String { hash.text }
}
