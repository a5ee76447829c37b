#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A closed ring whose edges are straight in longitude and latitude, each the shorter way around the Earth.
struct PolygonRing: Sendable {
  /// The longitudes, without jumps at the antimeridian.
  ///
  /// The last equals the first, or differs by whole turns.
  let xs: [Double]
  let ys: [Double]
  let tree: BoxTree
  /// The number of times the ring goes around the Earth eastward.
  let turns: Int

  /// The largest distance in degrees of a point on an edge: the rounding error of longitudes without jumps, 0.1 µm.
  static let tolerance = 1e-12

  /// Makes a ring.
  ///
  /// - Parameter points: The points, at least three. The first point may be repeated at the end.
  init(_ points: [Coordinate]) {
    var xs: [Double] = []
    var ys: [Double] = []
    xs.reserveCapacity(points.count + 1)
    ys.reserveCapacity(points.count + 1)
    var turns = 0.0
    func add(_ point: Coordinate) {
      if let last = xs.last {
        let difference = point.longitude + turns * 360 - last
        if difference > 180 { turns -= 1 } else if difference < -180 { turns += 1 }
      }
      xs.append(point.longitude + turns * 360)
      ys.append(point.latitude)
    }
    for point in points { add(point) }
    if let first = points.first, points.last != first || points.count == 1 { add(first) }
    self.xs = xs
    self.ys = ys
    let whole = ((xs.last ?? 0) - (xs.first ?? 0)) / 360
    self.turns = Int(whole.rounded())
    tree = BoxTree(
      (0..<max(0, xs.count - 1)).map { edge in
        var box = PlaneBox.empty
        box.include(xs[edge], ys[edge])
        box.include(xs[edge + 1], ys[edge + 1])
        return box
      }
    )
  }

  var box: PlaneBox { tree.nodes.first ?? .empty }

  /// Returns a point by its index; the last point equals the first.
  func point(_ number: Int) -> (x: Double, y: Double) { (xs[number], ys[number]) }

  /// Whether a ring around the Earth encloses the north pole rather than the south pole; it encloses the nearer pole.
  var enclosesNorthPole: Bool {
    guard !turns.isMultiple(of: 2) else { return false }
    var sum = 0.0
    for edge in 0..<tree.count { sum += (xs[edge + 1] - xs[edge]) * (ys[edge] + ys[edge + 1]) / 2 }
    return turns > 0 ? sum >= 0 : sum <= 0
  }

  /// The position of a point relative to the edges of a ring.
  enum Side: Sendable {
    case edge
    /// The point isn't on an edge; `isOdd` if a path to the north pole crosses the ring an odd number of times.
    case off(isOdd: Bool)
  }

  func side(of point: Coordinate) -> Side {
    let box = box
    let tolerance = Self.tolerance
    var turn = ((box.west - tolerance - point.longitude) / 360).rounded(.up)
    var isOdd = false
    while point.longitude + 360 * turn <= box.east + tolerance {
      guard let crossed = crosses(0, edges: 0..<tree.count, x: point.longitude + 360 * turn, y: point.latitude) else {
        return .edge
      }
      isOdd = isOdd != crossed
      turn += 1
    }
    return .off(isOdd: isOdd)
  }

  /// Returns whether a path north from a point crosses an odd number of edges; `nil` if the point is on an edge.
  private func crosses(_ node: Int, edges: Range<Int>, x: Double, y: Double) -> Bool? {
    let box = tree.nodes[node]
    let tolerance = Self.tolerance
    guard x >= box.west - tolerance, x <= box.east + tolerance, y <= box.north + tolerance else { return false }
    // If all edges are north of the point, only the first and the last point of the stretch matter.
    if y < box.south - tolerance { return (xs[edges.lowerBound] <= x) != (xs[edges.upperBound] <= x) }
    guard edges.count > 1 else { return crosses(edge: edges.lowerBound, x, y) }
    let (left, right) = BoxTree.halves(node, edges)
    guard let first = crosses(left.node, edges: left.range, x: x, y: y),
      let second = crosses(right.node, edges: right.range, x: x, y: y)
    else {
      return nil
    }
    return first != second
  }

  private func crosses(edge: Int, _ x: Double, _ y: Double) -> Bool? {
    let dx = xs[edge + 1] - xs[edge]
    let dy = ys[edge + 1] - ys[edge]
    let cross = dx * (y - ys[edge]) - dy * (x - xs[edge])
    if abs(cross) <= Self.tolerance * (dx * dx + dy * dy).squareRoot() { return nil }
    guard (xs[edge] <= x) != (xs[edge + 1] <= x) else { return false }
    return dx > 0 ? cross < 0 : cross > 0
  }

  /// Returns whether any edge touches a rectangle, at any whole turn.
  func touches(_ box: PlaneBox) -> Bool {
    containsEdge(touching: box) { edge, moved in
      moved.touches(from: (xs[edge], ys[edge]), to: (xs[edge + 1], ys[edge + 1]))
    }
  }

  /// Returns whether any edge whose rectangle touches `box` satisfies the predicate, which also receives `box` moved to
  /// the turn of the edge.
  func containsEdge(touching box: PlaneBox, where isWanted: (Int, PlaneBox) -> Bool) -> Bool {
    let own = self.box
    var turn = ((own.west - box.east) / 360).rounded(.up)
    while box.west + 360 * turn <= own.east {
      let moved = box.moved(by: 360 * turn)
      if tree.contains(touching: moved, where: { isWanted($0, moved) }) { return true }
      turn += 1
    }
    return false
  }

  /// Whether the ring encloses an area.
  ///
  /// Undefined for a ring that crosses itself.
  var hasArea: Bool {
    guard turns.isMultiple(of: 2) else { return true }
    var sum = 0.0
    var size = 0.0
    for edge in 0..<tree.count {
      let part = (xs[edge + 1] - xs[edge]) * ((ys[edge] - ys[0]) + (ys[edge + 1] - ys[0]))
      sum += part
      size += abs(part)
    }
    return abs(sum) > 1e-12 * size && sum != 0
  }

  /// The area between the ring and the equator, in units of the Earth's radius squared.
  ///
  /// Eastward edges in the north count as positive.
  var squareToEquator: Double {
    var sum = 0.0
    for edge in 0..<tree.count {
      let first = ys[edge] * GreatCircle.radiansPerDegree
      let second = ys[edge + 1] * GreatCircle.radiansPerDegree
      let mean = abs(second - first) < 1e-9 ? sin((first + second) / 2) : (cos(first) - cos(second)) / (second - first)
      sum += (xs[edge + 1] - xs[edge]) * GreatCircle.radiansPerDegree * mean
    }
    return sum
  }

  /// The enclosed area, in units of the Earth's radius squared.
  var squareInside: Double {
    let square = squareToEquator
    return turns.isMultiple(of: 2) ? abs(square) : 2 * .pi - abs(square)
  }
}
