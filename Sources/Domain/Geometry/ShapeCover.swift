/// Rectangles that hold an area together, without most of what lies beside it.
///
/// It asks the area alone how a rectangle lies to it, and so covers any shape.
package struct ShapeCover: Sendable {
  private let area: SearchArea
  /// How far around the area the rectangles reach, in metres.
  private let margin: Double

  /// How often the width of a strip that is left out is halved: a rectangle is cut to a thousandth of its side.
  private static let steps = 10
  /// The part of a rectangle that its quarters may hold where it is as good as full.
  private static let fullShare = 0.8

  /// Covers an area and what lies within metres of it.
  package init(_ area: SearchArea, margin: Double = 0) {
    self.area = area
    self.margin = margin
  }

  /// The rectangles to begin with, of which none crosses the antimeridian; none for an area that holds nothing.
  package var whole: [BoundingBox] {
    (area.box(grownByMeters: margin) ?? .globe).parts.compactMap(trimmed)
  }

  /// How a rectangle lies to the area, or to what is near it.
  private func relation(to box: BoundingBox) -> BoxRelation {
    guard margin > 0 else { return area.relation(to: box) }
    let relation = area.relation(to: box.grown(byMeters: margin))
    // What is inside grown is inside; what touches it only with its margin is not known to be.
    return relation == .inside ? area.relation(to: box) == .inside ? .inside : .across : relation
  }

  /// The part of a rectangle that holds all of the area in it; `nil` for none.
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

  /// The share of a rectangle at one of its edges that certainly holds nothing.
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

  /// The two halves of a rectangle across its longer side, each cut to the area.
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

  /// Whether cutting a rectangle would leave out little of it.
  package func isFull(_ box: BoundingBox) -> Bool {
    guard relation(to: box) != .inside else { return true }
    let quarters = halves(of: box).flatMap(halves)
    return quarters.reduce(0) { $0 + $1.squareMeters } >= Self.fullShare * box.squareMeters
  }
}

extension BoundingBox {
  /// The length of a meridian in it, in metres.
  var metersTall: Double { GreatCircle.earthRadiusMeters * GreatCircle.radiansPerDegree * height }

  /// The mean length of a parallel in it, in metres.
  var metersWide: Double { height > 0 ? squareMeters / metersTall : 0 }
}
