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
  private var current: [Coordinate] = []

  /// How much nearer than the radius a point of the edge may be, in metres.
  private static let toleranceMeters = 0.01
  /// How far the line that is drawn along may be from the real one, as a part of the radius: less than a character or
  /// a dot of any drawing.
  private static let simplification = 0.02

  /// Draws the edge with so many straight parts for a full turn.
  init(_ corridor: Corridor, steps: Int) {
    let tolerance = corridor.radius.meters * Self.simplification
    line = RouteLine(corridor.line.parts.map { Simplification.line($0, toleranceMeters: tolerance) })
    radius = corridor.radius
    for arc in line.tree.arcs {
      for side in [radius.meters, -radius.meters] {
        // A long arc leaves its chord on a map.
        let parts = max(1, min(steps, Int(arc.meters / 50_000) + 1))
        for part in 0...parts { add(arc.point(at: Double(part) / Double(parts), left: side)) }
        end()
      }
    }
    for point in line.parts.joined() {
      for edge in Circle(center: point, radius: radius).outline(steps: steps).joined() { add(Direction(edge)) }
      end()
    }
  }

  private mutating func add(_ point: Direction) {
    let nearest = Direction.chord(ofMeters: max(0, radius.meters - Self.toleranceMeters))
    let square = line.tree.squaredChord(to: point, below: 4.1, enough: nearest * nearest)
    if square < nearest * nearest { end() } else { current.append(point.coordinate) }
  }

  private mutating func end() {
    if current.count > 1 { lines.append(current) }
    current = []
  }
}
