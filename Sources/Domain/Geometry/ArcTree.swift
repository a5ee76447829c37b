/// A tree of bounding balls over the arcs of a line, which finds the nearest arc.
///
/// Consecutive arcs are close to each other, so halving the line again and again makes a good tree without sorting. A
/// search takes O(log n) steps, more if the line runs close to itself.
struct ArcTree: Sendable {
  /// A ball in space that contains the arcs of a node.
  private struct Ball: BitwiseCopyable {
    var center: Direction
    var radius: Double

    /// Returns a lower bound of the chord from a point to anything in the ball.
    func nearestChord(to point: Direction) -> Double { center.squaredChord(to: point).squareRoot() - radius }

    init(center: Direction, radius: Double) {
      self.center = center
      self.radius = radius
    }

    init(_ arc: GreatCircleArc) {
      center = Direction(
        x: (arc.start.x + arc.end.x) / 2,
        y: (arc.start.y + arc.end.y) / 2,
        z: (arc.start.z + arc.end.z) / 2
      )
      radius = arc.start.squaredChord(to: arc.end).squareRoot() / 2 + 1e-15
    }

    /// The smallest ball around two balls.
    init(_ first: Ball, _ second: Ball) {
      let distance = first.center.squaredChord(to: second.center).squareRoot()
      if distance + second.radius <= first.radius {
        self = first
      } else if distance + first.radius <= second.radius {
        self = second
      } else {
        radius = (distance + first.radius + second.radius) / 2 + 1e-15
        let share = distance > 0 ? (radius - first.radius) / distance : 0
        let way = second.center.plus(first.center, times: -1)
        center = first.center.plus(way, times: share)
      }
    }
  }

  let arcs: [GreatCircleArc]
  /// The nodes in preorder: a node is followed by its left half; n arcs have 2n − 1 nodes.
  private var balls: [Ball]

  init(_ arcs: [GreatCircleArc]) {
    self.arcs = arcs
    balls = Array(repeating: Ball(center: Direction(x: 0, y: 0, z: 0), radius: 4), count: max(0, 2 * arcs.count - 1))
    if !arcs.isEmpty { _ = build(0, arcs.indices) }
  }

  private mutating func build(_ node: Int, _ range: Range<Int>) -> Ball {
    let ball: Ball
    if range.count == 1 {
      ball = Ball(arcs[range.lowerBound])
    } else {
      let middle = range.lowerBound + range.count / 2
      let left = build(node + 1, range.lowerBound..<middle)
      let right = build(node + 2 * (middle - range.lowerBound), middle..<range.upperBound)
      ball = Ball(left, right)
    }
    balls[node] = ball
    return ball
  }

  /// Returns the squared chord to the nearest arc, or the limit if no arc is nearer.
  ///
  /// - Parameters:
  ///   - point: The point to measure from.
  ///   - limit: The square of the longest chord that matters.
  ///   - enough: The search stops at a squared chord this short.
  /// - Returns: The squared chord, or the limit.
  func squaredChord(to point: Direction, below limit: Double = 4.1, enough: Double = -1) -> Double {
    var best = limit
    if !arcs.isEmpty { search(0, range: arcs.indices, point: point, enough: enough, best: &best) }
    return best
  }

  private func search(_ node: Int, range: Range<Int>, point: Direction, enough: Double, best: inout Double) {
    guard range.count > 1 else {
      best = min(best, arcs[range.lowerBound].squaredChord(to: point))
      return
    }
    let middle = range.lowerBound + range.count / 2
    let left = node + 1
    let right = node + 2 * (middle - range.lowerBound)
    let toLeft = max(0, balls[left].nearestChord(to: point))
    let toRight = max(0, balls[right].nearestChord(to: point))
    let isLeftFirst = balls[left].center.squaredChord(to: point) <= balls[right].center.squaredChord(to: point)
    if isLeftFirst, toLeft * toLeft <= best {
      search(left, range: range.lowerBound..<middle, point: point, enough: enough, best: &best)
    }
    if best > enough, toRight * toRight <= best {
      search(right, range: middle..<range.upperBound, point: point, enough: enough, best: &best)
    }
    guard !isLeftFirst, best > enough, toLeft * toLeft <= best else { return }
    search(left, range: range.lowerBound..<middle, point: point, enough: enough, best: &best)
  }

  /// Returns the first arc along the line whose chord to a point is at most `chord`; `nil` if there is none.
  func first(within chord: Double, of point: Direction) -> Int? {
    arcs.isEmpty ? nil : first(0, arcs.indices, within: chord, of: point)
  }

  private func first(_ node: Int, _ range: Range<Int>, within chord: Double, of point: Direction) -> Int? {
    guard balls[node].nearestChord(to: point) <= chord else { return nil }
    guard range.count > 1 else {
      return arcs[range.lowerBound].squaredChord(to: point) <= chord * chord ? range.lowerBound : nil
    }
    let middle = range.lowerBound + range.count / 2
    return first(node + 1, range.lowerBound..<middle, within: chord, of: point)
      ?? first(node + 2 * (middle - range.lowerBound), middle..<range.upperBound, within: chord, of: point)
  }
}
