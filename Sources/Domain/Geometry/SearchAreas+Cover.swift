extension SearchArea {
  /// Returns whether the area certainly contains every point of a rectangle.
  ///
  /// Polygons contain their edges, so that a rectangle may touch these from inside.
  func encloses(_ box: BoundingBox) -> Bool {
    if relation(to: box) == .inside { return true }
    guard case .drawn(.polygons) = shape, min(box.width, box.north - box.south) > 4 * Self.edgeDegrees else {
      return false
    }
    return relation(to: box.grown(byDegrees: -Self.edgeDegrees)) == .inside
  }

  /// The distance in degrees from an edge at which a rectangle no longer touches the edge, a micrometre.
  private static var edgeDegrees: Double { 1e-11 }
}

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
      if area.relation(to: cell) == .outside || parts.contains(where: { $0.encloses(cell) }) { continue }
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
