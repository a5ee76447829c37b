/// Detects polygons whose rings cross themselves or each other.
///
/// Rings that only touch don't cross.
enum RingCrossings {
  static func isCrossing(_ polygon: Polygon) -> Bool {
    for (number, ring) in polygon.rings.enumerated() {
      if isCrossing(ring, ring, isSame: true) { return true }
      for other in polygon.rings[..<number] where isCrossing(ring, other, isSame: false) { return true }
    }
    return false
  }

  private typealias Point = (x: Double, y: Double)

  private static func isCrossing(_ ring: PolygonRing, _ other: PolygonRing, isSame: Bool) -> Bool {
    for edge in 0..<ring.tree.count {
      let start = ring.point(edge)
      let end = ring.point(edge + 1)
      var box = PlaneBox.empty
      box.include(start.x, start.y)
      box.include(end.x, end.y)
      for turn in [-360.0, 0, 360] {
        let moved = box.moved(by: turn)
        guard other.box.touches(moved) else { continue }
        let first = (x: start.x + turn, y: start.y)
        let last = (x: end.x + turn, y: end.y)
        let isFound = other.tree.contains(touching: moved) { number in
          // Within one ring, check each pair once.
          guard !isSame || number > edge + 1 else { return false }
          return isCrossing(first, end: last, from: other.point(number), to: other.point(number + 1))
        }
        if isFound { return true }
      }
    }
    return false
  }

  private static func isCrossing(_ start: Point, end: Point, from: Point, to: Point) -> Bool {
    func side(_ point: Point, first: Point, second: Point) -> Double {
      let value = (second.x - first.x) * (point.y - first.y) - (second.y - first.y) * (point.x - first.x)
      let size = abs(second.x - first.x) + abs(second.y - first.y)
      return abs(value) <= PolygonRing.tolerance * size ? 0 : value
    }
    return side(from, first: start, second: end) * side(to, first: start, second: end) < 0
      && side(start, first: from, second: to) * side(end, first: from, second: to) < 0
  }
}
