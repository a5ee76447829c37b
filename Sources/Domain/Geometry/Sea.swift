/// The sea within a rectangle, closed from its coastlines.
///
/// A coastline of OpenStreetMap has the land on its left and the water on its right. Where a coastline leaves the
/// rectangle, the border of the sea continues clockwise along the edge of the rectangle to the next coastline that
/// enters it.
package struct Sea {
  /// Rings that aren't closed by a last point: counterclockwise around the sea, clockwise around its islands; empty
  /// without a coastline in the rectangle.
  package private(set) var rings: [[Ground.Point]] = []

  private let box: Ground.Box

  /// The maximum number of ends of coastlines that are cut off.
  private static let maximumCutCount = 8

  /// The largest gap along the edge of the rectangle that simplified coastlines may have closed, in units.
  private static let smallestGap = 4

  /// Closes coastlines.
  ///
  /// Returns `nil` if a coastline begins or ends within the rectangle, or if two coastlines contradict each other, such
  /// as a reversed one: the sea would cover land.
  package init?(_ coastlines: [[Ground.Point]], in box: Ground.Box) {
    self.box = box
    let parts = Self.joined(coastlines.flatMap { box.clipped($0) })
    var closed = parts.filter { $0.first == $0.last }.map { Array($0.dropLast()) }
    let open = parts.filter { $0.first != $0.last }
    guard let links = links(of: open) else { return nil }
    closed += loops(of: open, links)
    // Rounding may have reversed a ring that is narrower than two metres.
    var isLand = true
    var largest = 0
    for ring in closed {
      let doubled = Ground.doubledArea(of: ring)
      guard ring.count > 2, abs(doubled) > 2 * Ground.perimeter(of: ring) else { continue }
      rings.append(ring.reversed())
      if abs(doubled) > largest { (largest, isLand) = (abs(doubled), doubled < 0) }
    }
    // Without a coastline across the edge, the largest ring is a lake of the sea in the land, or an island in the sea.
    let surrounding = links.contains { !$0.isShort } || isLand ? 0 : 1
    guard RingNesting(rings, in: box).isAlternating(within: surrounding) else { return nil }
    if surrounding == 1 { rings.append(box.ring) }
  }

  /// Closes coastlines in a large part of a rectangle in which none of them ends.
  ///
  /// An extract ends somewhere in the sea, so that its coastlines are complete only in a part of a map. If a piece
  /// between two ends is missing instead, it could be anywhere around them.
  ///
  /// - Returns: The sea and the part, at least a quarter of the rectangle; `nil` if there is none, or if one coastline
  ///   begins near the end of another one.
  package static func closing(_ coastlines: [[Ground.Point]], in box: Ground.Box) -> (sea: Sea, part: Ground.Box)? {
    var part = box
    for number in 0...maximumCutCount {
      let lines = joined(coastlines.flatMap { part.clipped($0) }).filter { $0.first != $0.last }
      let starts = lines.compactMap(\.first).filter { part.offset(of: $0) == nil }
      let ends = lines.compactMap(\.last).filter { part.offset(of: $0) == nil }
      guard let end = starts.first ?? ends.first else { return Sea(coastlines, in: part).map { ($0, part) } }
      if number == 0, starts.contains(where: { start in ends.contains { box.isNear(start, $0) } }) { return nil }
      guard let rest = part.largestPart(without: end), rest.area * 4 >= box.area else { return nil }
      part = rest
    }
    return nil
  }

  package func contains(_ point: Ground.Point) -> Bool { count(of: [point]) > 0 }

  /// Returns how many points are in the sea.
  package func count(of points: [Ground.Point]) -> Int {
    let nesting = RingNesting(rings, in: box)
    return points.count { (nesting.winding(around: $0) ?? 0) > 0 }
  }

  /// Joins lines where one ends and another begins; a closed line ends with its first point.
  package static func joined(_ lines: [[Ground.Point]]) -> [[Ground.Point]] {
    var starts: [Ground.Point: [Int]] = [:]
    var surplus: [Ground.Point: Int] = [:]
    for (number, line) in lines.enumerated() {
      guard let first = line.first, let last = line.last, line.count > 1 else { continue }
      starts[first, default: []].append(number)
      surplus[first, default: 0] += 1
      surplus[last, default: 0] -= 1
    }
    var joined: [[Ground.Point]] = []
    func take(from point: Ground.Point) {
      guard let number = starts[point]?.popLast() else { return }
      var line = lines[number]
      while let end = line.last, end != line.first, let next = starts[end]?.popLast() {
        line += lines[next].dropFirst()
      }
      joined.append(line)
    }
    for line in lines {
      guard let first = line.first, surplus[first, default: 0] > 0 else { continue }
      surplus[first, default: 0] -= 1
      take(from: first)
    }
    for line in lines { if let first = line.first { take(from: first) } }
    return joined
  }
}

extension Sea {
  /// The continuation of a coastline that left the rectangle.
  private struct Link {
    /// The number of the coastline that enters.
    let next: Int
    /// The corners of the rectangle between the two coastlines.
    let corners: [Ground.Point]
    /// Whether the two coastlines are so close that rounding may have exchanged them.
    let isShort: Bool
  }

  /// A point at which a coastline enters or leaves the rectangle.
  private struct Crossing {
    let line: Int
    let isEntry: Bool
    /// The distance from the north-western corner, clockwise along the edge.
    let offset: Int
  }

  /// Returns the links of coastlines; `nil` if a coastline ends within the rectangle, or two don't alternate.
  private func links(of lines: [[Ground.Point]]) -> [Link]? {
    var crossings: [Crossing] = []
    for (number, line) in lines.enumerated() {
      guard let first = line.first.flatMap(box.offset), let last = line.last.flatMap(box.offset) else { return nil }
      crossings.append(Crossing(line: number, isEntry: true, offset: first))
      crossings.append(Crossing(line: number, isEntry: false, offset: last))
    }
    crossings.sort { ($0.offset, $0.line) < ($1.offset, $1.line) }
    var links = [Link?](repeating: nil, count: lines.count)
    func link(_ first: Crossing, _ second: Crossing, corners: [Ground.Point] = [], isShort: Bool) {
      let (exit, entry) = first.isEntry ? (second, first) : (first, second)
      links[exit.line] = Link(next: entry.line, corners: corners, isShort: isShort)
    }
    func isShort(_ first: Crossing, _ second: Crossing, _ gap: Int) -> Bool {
      first.isEntry != second.isEntry && gap <= Self.smallestGap
    }
    var rest: [Crossing] = []
    for crossing in crossings {
      if let last = rest.last, isShort(last, crossing, crossing.offset - last.offset) {
        link(last, crossing, isShort: true)
        rest.removeLast()
      } else {
        rest.append(crossing)
      }
    }
    while rest.count > 1, let first = rest.first, let last = rest.last,
      isShort(last, first, first.offset + box.perimeter - last.offset)
    {
      link(last, first, isShort: true)
      rest = Array(rest.dropFirst().dropLast())
    }
    for (number, crossing) in rest.enumerated() {
      let next = rest[(number + 1) % rest.count]
      guard crossing.isEntry != next.isEntry else { return nil }
      guard !crossing.isEntry else { continue }
      link(crossing, next, corners: box.corners(from: crossing.offset, to: next.offset), isShort: false)
    }
    let complete = links.compactMap(\.self)
    return complete.count == lines.count ? complete : nil
  }

  /// Follows links to rings.
  private func loops(of lines: [[Ground.Point]], _ links: [Link]) -> [[Ground.Point]] {
    var isUsed = [Bool](repeating: false, count: lines.count)
    var loops: [[Ground.Point]] = []
    for start in lines.indices where !isUsed[start] {
      var loop: [Ground.Point] = []
      var number = start
      while !isUsed[number] {
        isUsed[number] = true
        loop += lines[number] + links[number].corners
        number = links[number].next
      }
      loops.append(loop)
    }
    return loops
  }
}
