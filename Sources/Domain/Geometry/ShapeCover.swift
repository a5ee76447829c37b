/// Covers an area with rectangles, leaving out most of their surroundings.
///
/// It uses only ``SearchArea/relation(to:)`` and so works for any shape.
package struct ShapeCover: Sendable {
  private let area: SearchArea
  /// The margin around the area that the rectangles cover too, in metres.
  private let margin: Double

  /// The number of bisections per trimmed edge: edges are accurate to 1/1000 of a rectangle's side.
  private static let steps = 10
  /// The fraction of a rectangle that its trimmed quarters must fill for the rectangle to count as full.
  private static let fullShare = 0.8

  /// Covers an area and a margin around it.
  package init(_ area: SearchArea, margin: Double = 0) {
    self.area = area
    self.margin = margin
  }

  /// The initial rectangles, which don't cross the antimeridian; empty if the area is empty.
  package var whole: [BoundingBox] {
    (area.box(grownByMeters: margin) ?? .globe).parts.compactMap(trimmed)
  }

  /// Returns the relation of a rectangle to the area and its margin.
  private func relation(to box: BoundingBox) -> BoxRelation {
    guard margin > 0 else { return area.relation(to: box) }
    let relation = area.relation(to: box.grown(byMeters: margin))
    // A rectangle that only touches the margin isn't known to be inside.
    return relation == .inside ? area.relation(to: box) == .inside ? .inside : .across : relation
  }

  /// Returns the part of a rectangle that contains all of the area in it; `nil` if they don't touch.
  package func trimmed(_ box: BoundingBox) -> BoundingBox? {
    switch relation(to: box) {
    case .outside: return nil
    case .inside: return box
    case .across: break
    }
    var rest = box
    for axis in BoundingBox.Axis.allCases {
      let low = empty(of: rest, axis, fromLow: true)
      let high = empty(of: rest, axis, fromLow: false)
      let range = rest[axis]
      let length = range.upperBound - range.lowerBound
      guard low + high < 1 else { continue }
      rest[axis] =
        range.lowerBound + low * length...max(range.lowerBound + low * length, range.upperBound - high * length)
    }
    return rest
  }

  /// Returns the fraction of a rectangle, from one of its edges, that is certainly outside the area.
  private func empty(of box: BoundingBox, _ axis: BoundingBox.Axis, fromLow: Bool) -> Double {
    let range = box[axis]
    let length = range.upperBound - range.lowerBound
    guard length > 0 else { return 0 }
    var least = 0.0
    var most = 1.0
    for _ in 0..<Self.steps {
      let share = (least + most) / 2
      var strip = box
      strip[axis] =
        fromLow
        ? range.lowerBound...range.lowerBound + share * length : range.upperBound - share * length...range.upperBound
      if relation(to: strip) == .outside { least = share } else { most = share }
    }
    return least
  }

  /// Returns the two halves of a rectangle, divided across its longer side and trimmed.
  package func halves(of box: BoundingBox) -> [BoundingBox] {
    let middle = box.middle
    let axis: BoundingBox.Axis = box.metersTall >= box.metersWide ? .latitude : .longitude
    let range = box[axis]
    let cut = min(max(middle[axis], range.lowerBound), range.upperBound)
    var low = box
    var high = box
    low[axis] = range.lowerBound...cut
    high[axis] = cut...range.upperBound
    return [low, high].compactMap(trimmed)
  }

  /// Returns whether dividing a rectangle would leave out only a little of it.
  package func isFull(_ box: BoundingBox) -> Bool {
    guard relation(to: box) != .inside else { return true }
    let quarters = halves(of: box).flatMap(halves)
    return quarters.reduce(0) { $0 + $1.squareMeters } >= Self.fullShare * box.squareMeters
  }
}
