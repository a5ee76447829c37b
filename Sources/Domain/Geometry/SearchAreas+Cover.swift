/// Areas that together cover another area.
extension [SearchArea] {
  /// Returns whether every point of an area is certainly in one of these areas.
  ///
  /// A circle may extend over polygons that share any border. For other shapes, the rectangle around the area is cut at
  /// the edges of these areas, then into halves, until one of them contains each piece. This recognizes neighbours that
  /// overlap or that meet at a meridian or parallel, but not neighbours that only share a crooked border.
  package func cover(_ area: SearchArea) -> Bool {
    if contains(where: { $0.covers(area) }) { return true }
    guard count > 1 else { return false }
    let box = area.enclosingBox ?? .globe
    let parts = filter { $0.relation(to: box) != .outside }
    guard parts.count > 1 else { return false }
    if case .circle(let circle) = area.shape {
      let polygons = parts.compactMap { if case .drawn(.polygons(let area)) = $0.shape { area } else { nil } }
      if polygons.count > 1, polygons.hold(circle) { return true }
    }
    let edges = parts.compactMap(\.enclosingBox).flatMap(\.parts)
    var pending = box.parts
    var steps = 0
    while let cell = pending.popLast() {
      if area.relation(to: cell) == .outside || parts.contains(where: { $0.relation(to: cell) == .inside }) { continue }
      let middle = cell.middle
      if area.contains(middle), !parts.contains(where: { $0.contains(middle) }) { return false }
      steps += 1
      guard steps < Self.maximumSteps, let (low, high) = cell.cut(at: edges) else { return false }
      pending += [low, high]
    }
    return true
  }

  /// The number of rectangles to cut before an area counts as not covered.
  private static var maximumSteps: Int { 500 }
}
