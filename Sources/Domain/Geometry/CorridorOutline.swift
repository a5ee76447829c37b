#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The edge of a corridor as lines to draw: what lies beside its line on either side and around its points, as far as
/// no other part of the line is nearer.
struct CorridorOutline {
  private(set) var lines: [[Coordinate]] = []
  private let line: RouteLine
  private let radius: SearchRadius

  /// How much nearer than the radius a point of the edge may be, in metres.
  private static let toleranceMeters = 0.01
  /// How far the line that is drawn along may be from the real one, as a part of the radius: less than a character or
  /// a dot of any drawing.
  private static let simplification = 0.02
  /// How often a side is looked at in the length of a radius, and at most.
  private static let looksPerRadius = 16.0
  private static let mostLooks = 64
  /// Halvings that bring the end of an edge to a thousandth of the distance between two looks.
  private static let halvings = 10

  /// Draws the edge with so many straight parts for a full turn.
  init(_ corridor: Corridor, steps: Int) {
    let tolerance = corridor.radius.meters * Self.simplification
    line = RouteLine(corridor.line.parts.map { Simplification.line($0, toleranceMeters: tolerance) })
    radius = corridor.radius
    for part in line.parts {
      let arcs = RouteLine([part]).tree.arcs
      // An arc without length has no direction; a part of nothing else is a circle.
      let real = arcs.filter { $0.meters > 0 }
      draw(part: real.isEmpty ? Array(arcs.prefix(1)) : real, steps: steps)
    }
  }

  /// Draws what is edge beside the arcs of a part, around its points and its ends.
  private mutating func draw(part arcs: [GreatCircleArc], steps: Int) {
    guard let first = arcs.first, let last = arcs.last else { return }
    for arc in arcs {
      let looks = max(1, min(Self.mostLooks, Int(arc.meters * Self.looksPerRadius / radius.meters)))
      // A long arc leaves its chord on a map.
      let parts = max(1, min(steps, Int(arc.meters / 50_000) + 1))
      for side in [radius.meters, -radius.meters] {
        draw(parts: parts, looks: (looks + parts - 1) / parts) { arc.point(at: $0, left: side) }
      }
    }
    for (arc, next) in zip(arcs, arcs.dropFirst()) {
      // A bend opens a wedge on its outer side; the inner one is nearer to the arcs.
      let turn = atan2(next.start.dot(arc.left.cross(next.left)), arc.left.dot(next.left))
      draw(around: next.start, from: turn < 0 ? arc.left : arc.left.opposite, turn: turn, steps: steps)
    }
    draw(around: first.start, from: first.left, turn: .pi, steps: steps)
    draw(around: last.end, from: last.left.opposite, turn: .pi, steps: steps)
  }

  /// Draws what is edge of the circle around a point, from a direction at right angles to it, through a turn in
  /// radians against the clock.
  private mutating func draw(around center: Direction, from side: Direction, turn: Double, steps: Int) {
    let parts = max(1, Int((abs(turn) / (2 * .pi) * Double(steps)).rounded(.up)))
    let angle = radius.meters / GreatCircle.earthRadiusMeters
    let ahead = center.cross(side)
    draw(parts: parts, looks: 1) { share in
      let direction = side.times(cos(share * turn)).plus(ahead, times: sin(share * turn))
      return center.times(cos(angle)).plus(direction, times: sin(angle))
    }
  }

  /// Draws in straight parts what is edge of a curve, which is given by the share of it.
  ///
  /// Each part is looked at so many times; where the edge begins and ends between two looks is found by halving.
  private mutating func draw(parts: Int, looks: Int, curve: (Double) -> Direction) {
    var points: [Coordinate] = []
    var before: (share: Double, isEdge: Bool)?
    for look in 0...parts * looks {
      let share = Double(look) / Double(parts * looks)
      let point = curve(share)
      let isEdge = isEdge(point)
      if let before, before.isEdge != isEdge {
        let edge = isEdge ? share : before.share
        let other = isEdge ? before.share : share
        points.append(curve(end(ofEdge: edge, beside: other, on: curve)).coordinate)
      }
      if !isEdge {
        keep(&points)
      } else if look.isMultiple(of: looks) {
        points.append(point.coordinate)
      }
      before = (share, isEdge)
    }
    keep(&points)
  }

  /// The last share of a curve that is edge, between one that is and one that is not.
  private func end(ofEdge edge: Double, beside other: Double, on curve: (Double) -> Direction) -> Double {
    var edge = edge
    var other = other
    for _ in 0..<Self.halvings {
      let middle = (edge + other) / 2
      if isEdge(curve(middle)) {
        edge = middle
      } else {
        other = middle
      }
    }
    return edge
  }

  /// Whether no part of the line is nearer to a point than the radius.
  private func isEdge(_ point: Direction) -> Bool {
    let nearest = Direction.chord(ofMeters: max(0, radius.meters - Self.toleranceMeters))
    return line.tree.squaredChord(to: point, below: 4.1, enough: nearest * nearest) >= nearest * nearest
  }

  private mutating func keep(_ points: inout [Coordinate]) {
    if points.count > 1 { lines.append(points) }
    points = []
  }
}
