/// Where to look: a shape, and the point that distances are measured from.
///
/// It answers for its shape, so that a source, a store or a drawing need not know which shapes there are. Whoever
/// reads or writes one, or has a faster way for some, takes ``shape`` apart; no one else does.
public struct SearchArea: Sendable, Hashable {
  /// The shapes that can be asked for.
  public enum Shape: Sendable, Hashable {
    /// Everything within a radius of a point.
    case circle(Circle)
    /// Everything in a rectangle.
    case box(BoundingBox)
    /// No limit.
    case anywhere
  }

  public let shape: Shape
  /// The point that distances are measured from, if there is one.
  public let center: Coordinate?

  private init(_ shape: Shape, center: Coordinate?) {
    self.shape = shape
    self.center = center
  }

  /// Everything whose distance from `center` is at most `radius`.
  public static func circle(center: Coordinate, radius: SearchRadius) -> SearchArea {
    SearchArea(.circle(Circle(center: center, radius: radius)), center: center)
  }

  /// Everything in a rectangle; with `center` the answer carries distances from that point.
  public static func box(_ box: BoundingBox, center: Coordinate?) -> SearchArea {
    SearchArea(.box(box), center: center)
  }

  /// No limit; with `center` the answer carries distances from that point.
  public static func anywhere(center: Coordinate?) -> SearchArea { SearchArea(.anywhere, center: center) }
}

extension SearchArea.Shape {
  /// The shape as what answers for it.
  package var form: any AreaShape {
    switch self {
    case .circle(let circle): circle
    case .box(let box): box
    case .anywhere: WholeEarth()
    }
  }
}

/// What is asked of an area, whatever its shape.
extension SearchArea {
  /// The radius around ``center``, where the area is what lies within it.
  package var radius: SearchRadius? {
    if case .circle(let circle) = shape { circle.radius } else { nil }
  }

  /// The rectangle that a service has to serve as a whole; `nil` for a circle, which may reach beyond where there are
  /// places as long as its centre does not, and for everywhere.
  package var requiredBox: BoundingBox? { radius == nil ? enclosingBox : nil }

  package var isEverywhere: Bool { shape == .anywhere }

  /// The same shape, measured from no other point than its own.
  package var unmeasured: SearchArea { radius == nil ? SearchArea(shape, center: nil) : self }

  /// Measures the distances of an answer; `nil` without a point to measure from.
  package var measure: GreatCircle? { center.map(GreatCircle.init(from:)) }

  /// Returns whether a point lies in the area or on its edge.
  public func contains(_ point: Coordinate) -> Bool { shape.form.contains(point) }

  /// Returns how a rectangle, which may cross the antimeridian, lies to the area.
  package func relation(to box: BoundingBox) -> BoxRelation { shape.form.relation(to: box) }

  /// The smallest rectangle that holds the area, which may cross the antimeridian; `nil` for the whole Earth.
  ///
  /// It has every meridian where a pole lies inside.
  package var enclosingBox: BoundingBox? { shape.form.enclosingBox }

  /// The rectangles that hold the area, none of which crosses the antimeridian.
  package var boxes: [BoundingBox] { (enclosingBox ?? .globe).parts }

  /// Returns a rectangle that holds everything within a distance of the area; `nil` for the whole Earth.
  package func box(grownByMeters meters: Double) -> BoundingBox? { shape.form.box(grownByMeters: meters) }

  /// The size of the area on the sphere, in square metres.
  package var squareMeters: Double { shape.form.squareMeters }

  /// Returns the lines of its edge to draw, each of at least so many straight parts; none for the whole Earth.
  package func outline(steps: Int) -> [[Coordinate]] { shape.form.outline(steps: steps) }

  /// Returns whether a rectangle and the one around the area have a point in common: cheaper than ``relation(to:)``,
  /// and never less.
  package func mayTouch(_ box: BoundingBox) -> Bool {
    if radius != nil, let center, box.contains(center) { return true }
    return enclosingBox.map(box.intersects) ?? true
  }

  /// Returns whether every point of another area certainly lies inside.
  package func covers(_ other: SearchArea) -> Bool {
    if case .circle(let own) = shape, case .circle(let circle) = other.shape {
      let meters = GreatCircle(from: own.center).meters(to: circle.center)
      return meters + circle.radius.meters <= own.radius.meters
    }
    return relation(to: other.enclosingBox ?? .globe) == .inside
  }
}
