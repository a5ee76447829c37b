/// The position of a ring relative to the inside of another ring.
enum RingPosition: Sendable {
  case inside
  case outside
  /// The ring is partly inside and partly outside.
  case across
  /// The ring has only edges of the other ring.
  case same
}

extension Polygon {
  /// The distance in degrees within which rings touch, about a tenth of a metre.
  ///
  /// Files have rounded coordinates.
  private static let touchingDegrees = 1e-6

  /// Returns whether the rectangle around another polygon is inside that of this polygon.
  func mayHold(_ other: Polygon) -> Bool {
    let own = box.grown(by: Self.touchingDegrees)
    return [-360.0, 0, 360].map(other.box.moved).contains {
      own.west <= $0.west && $0.east <= own.east && own.south <= $0.south && $0.north <= own.north
    }
  }

  /// Returns the position of the outer ring relative to a polygon without holes.
  ///
  /// The other ring divides each edge into pieces; the middle of a piece decides whether the piece is inside.
  func position(in other: Polygon) -> RingPosition {
    guard box.meets(other.box), let ring = rings.first, let boundary = other.rings.first else { return .outside }
    var isInside = false
    var isOutside = false
    for edge in 0..<ring.tree.count {
      let (start, end) = (ring.point(edge), ring.point(edge + 1))
      let cuts = [0] + boundary.cuts(from: start, to: end).sorted() + [1]
      for (first, last) in zip(cuts, cuts.dropFirst()) where first < last {
        let share = (first + last) / 2
        let x = start.x + share * (end.x - start.x)
        let y = start.y + share * (end.y - start.y)
        let near = PlaneBox(west: x, south: y, east: x, north: y).grown(by: Self.touchingDegrees)
        guard !boundary.touches(near) else { continue }
        let longitude = x - 360 * ((x + 180) / 360).rounded(.down)
        let isMiddleInside = other.contains(Coordinate(validLatitude: y, longitude: longitude))
        isInside = isInside || isMiddleInside
        isOutside = isOutside || !isMiddleInside
        if isInside, isOutside { return .across }
      }
    }
    return isInside ? .inside : isOutside ? .outside : .same
  }
}

extension PlaneBox {
  /// Returns whether the rectangles touch at any whole turn, because longitudes of rings may exceed 180 degrees.
  func meets(_ other: PlaneBox) -> Bool {
    guard south <= other.north, north >= other.south else { return false }
    return touches(other) || moved(by: 360).touches(other) || moved(by: -360).touches(other)
  }
}

extension PolygonRing {
  /// Returns the shares of a segment, 0 to 1, at which the ring crosses or joins it.
  fileprivate func cuts(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> [Double] {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var box = PlaneBox.empty
    box.include(start.x, start.y)
    box.include(end.x, end.y)
    box = box.grown(by: Self.tolerance)
    var cuts: [Double] = []
    _ = containsEdge(touching: box) { edge, moved in
      let origin = (x: start.x + moved.west - box.west, y: start.y)
      let (from, to) = (point(edge), point(edge + 1))
      let (fx, fy) = (from.x - origin.x, from.y - origin.y)
      let (ex, ey) = (to.x - from.x, to.y - from.y)
      let cross = dx * ey - dy * ex
      if abs(cross) > Self.tolerance * (abs(dx) + abs(dy)) * (abs(ex) + abs(ey)) {
        cuts.append((fx * ey - fy * ex) / cross)
      } else {
        let square = dx * dx + dy * dy
        cuts += [fx * dx + fy * dy, (fx + ex) * dx + (fy + ey) * dy].map { $0 / square }
      }
      return false
    }
    return cuts.filter { 0 < $0 && $0 < 1 }
  }
}
