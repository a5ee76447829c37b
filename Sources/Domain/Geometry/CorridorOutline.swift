#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The outline of a corridor as lines to draw.
///
/// It consists of curves on both sides of the line and around its points, without the stretches where another part of
/// the line is nearer.
struct CorridorOutline {
  private(set) var lines: [[Coordinate]] = []
  private let line: RouteLine
  private let radius: SearchRadius

  /// The amount by which a point of the outline may be nearer than the radius, in metres.
  private static let toleranceMeters = 0.01
  /// The distance between the simplified and the real line, as a fraction of the radius.
  ///
  /// It is smaller than a character or a dot of any map.
  private static let simplification = 0.02
  /// The number of samples along a side per radius of length.
  private static let samplesPerRadius = 16.0
  /// The largest number of samples along an arc.
  private static let maximumSamples = 64
  /// The number of bisections that locate the end of an edge, to 1/1000 of the distance between two samples.
  private static let halvings = 10

  /// Draws the outline.
  ///
  /// A full turn has `steps` straight segments.
  init(_ corridor: Corridor, steps: Int) {
    let tolerance = corridor.radius.meters * Self.simplification
    line = RouteLine(corridor.line.parts.map { Simplification.line($0, toleranceMeters: tolerance) })
    radius = corridor.radius
    for part in line.parts {
      let arcs = RouteLine([part]).tree.arcs
      // An arc of length 0 has no direction. A part that has only such arcs is a circle.
      let real = arcs.filter { $0.meters > 0 }
      draw(part: real.isEmpty ? Array(arcs.prefix(1)) : real, steps: steps)
    }
  }

  /// Draws the edge along the arcs of a part, and around its points and ends.
  private mutating func draw(part arcs: [GreatCircleArc], steps: Int) {
    guard let first = arcs.first, let last = arcs.last else { return }
    for arc in arcs {
      let samples = max(1, min(Self.maximumSamples, Int(arc.meters * Self.samplesPerRadius / radius.meters)))
      // On a map, a long arc differs visibly from its chord.
      let parts = max(1, min(steps, Int(arc.meters / 50_000) + 1))
      for side in [radius.meters, -radius.meters] {
        draw(parts: parts, samples: (samples + parts - 1) / parts) { arc.point(at: $0, left: side) }
      }
    }
    for (arc, next) in zip(arcs, arcs.dropFirst()) {
      // A bend opens a wedge on its outer side; the inner side is nearer to the arcs.
      let turn = atan2(next.start.dot(arc.left.cross(next.left)), arc.left.dot(next.left))
      draw(around: next.start, from: turn < 0 ? arc.left : arc.left.opposite, turn: turn, steps: steps)
    }
    draw(around: first.start, from: first.left, turn: .pi, steps: steps)
    draw(around: last.end, from: last.left.opposite, turn: .pi, steps: steps)
  }

  /// Draws the edge along a circle around a point.
  ///
  /// - Parameters:
  ///   - center: The centre of the circle.
  ///   - side: The direction to the start, perpendicular to the centre.
  ///   - turn: The angle in radians, counterclockwise.
  ///   - steps: The number of segments of a full circle.
  private mutating func draw(around center: Direction, from side: Direction, turn: Double, steps: Int) {
    let parts = max(1, Int((abs(turn) / (2 * .pi) * Double(steps)).rounded(.up)))
    let angle = radius.meters / GreatCircle.earthRadiusMeters
    let ahead = center.cross(side)
    draw(parts: parts, samples: 1) { share in
      let direction = side.times(cos(share * turn)).plus(ahead, times: sin(share * turn))
      return center.times(cos(angle)).plus(direction, times: sin(angle))
    }
  }

  /// Draws the stretches of a curve that belong to the edge, as straight segments.
  ///
  /// The curve maps a fraction of its length to a point. Each segment is sampled `samples` times; bisection locates
  /// where the edge begins and ends between two samples.
  private mutating func draw(parts: Int, samples: Int, curve: (Double) -> Direction) {
    var points: [Coordinate] = []
    var before: (share: Double, isEdge: Bool)?
    for sample in 0...parts * samples {
      let share = Double(sample) / Double(parts * samples)
      let point = curve(share)
      let isEdge = isEdge(point)
      if let before, before.isEdge != isEdge {
        let edge = isEdge ? share : before.share
        let other = isEdge ? before.share : share
        points.append(curve(end(ofEdge: edge, nextTo: other, on: curve)).coordinate)
      }
      if !isEdge {
        keep(&points)
      } else if sample.isMultiple(of: samples) {
        points.append(point.coordinate)
      }
      before = (share, isEdge)
    }
    keep(&points)
  }

  /// Returns the last fraction of a curve that is on the edge, between a fraction on the edge and a fraction off the
  /// edge.
  private func end(ofEdge edge: Double, nextTo other: Double, on curve: (Double) -> Direction) -> Double {
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

  /// Returns whether no part of the line is nearer to a point than the radius.
  private func isEdge(_ point: Direction) -> Bool {
    let nearest = Direction.chord(ofMeters: max(0, radius.meters - Self.toleranceMeters))
    return line.tree.squaredChord(to: point, below: 4.1, enough: nearest * nearest) >= nearest * nearest
  }

  private mutating func keep(_ points: inout [Coordinate]) {
    if points.count > 1 { lines.append(points) }
    points = []
  }
}
