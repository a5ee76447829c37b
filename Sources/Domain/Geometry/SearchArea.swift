/// The area of a search: a shape, and the point from which distances are measured.
///
/// Sources, stores and maps need not distinguish shapes. Only code that reads or writes a shape, or has a faster
/// algorithm for it, uses ``shape``.
public struct SearchArea: Sendable, Hashable {
  /// The kinds of shapes.
  public enum Shape: Sendable, Hashable {
    /// A circle around a point.
    case circle(Circle)
    /// A rectangle.
    case box(BoundingBox)
    /// A drawn shape.
    case drawn(DrawnShape)
    case anywhere
  }

  public let shape: Shape
  /// The point from which distances are measured; `nil` if there is none.
  public let center: Coordinate?

  private init(_ shape: Shape, center: Coordinate?) {
    self.shape = shape
    self.center = center
  }

  /// Makes a circular area.
  public static func circle(center: Coordinate, radius: SearchRadius) -> SearchArea {
    SearchArea(.circle(Circle(center: center, radius: radius)), center: center)
  }

  /// Makes a rectangular area; `center` adds distances from that point.
  public static func box(_ box: BoundingBox, center: Coordinate?) -> SearchArea {
    SearchArea(.box(box), center: center)
  }

  /// Makes an area from a drawn shape.
  ///
  /// `center` adds distances from that point, unless the shape follows a line: then distances are measured from the
  /// line.
  public static func drawn(_ shape: DrawnShape, center: Coordinate?) -> SearchArea {
    SearchArea(.drawn(shape), center: shape.form.lengthMeters == nil ? center : nil)
  }

  /// Makes an area from polygons; `center` adds distances from that point.
  public static func polygons(_ area: PolygonArea, center: Coordinate?) -> SearchArea {
    .drawn(.polygons(area), center: center)
  }

  /// Makes an area along a line; distances are measured from the line.
  public static func corridor(_ corridor: Corridor) -> SearchArea { .drawn(.corridor(corridor), center: nil) }

  /// Makes an unlimited area; `center` adds distances from that point.
  public static func anywhere(center: Coordinate?) -> SearchArea { SearchArea(.anywhere, center: center) }
}

extension SearchArea.Shape {
  /// The shape as an ``AreaShape``.
  package var form: any AreaShape {
    switch self {
    case .circle(let circle): circle
    case .box(let box): box
    case .drawn(let shape): shape.form
    case .anywhere: WholeEarth()
    }
  }
}

extension SearchArea {
  /// The radius around ``center`` if the area is a circle.
  ///
  /// Not inlined: an optimized build of the tests crashes the compiler of Swift 6.3.1.
  package var radius: SearchRadius? {
    @inline(never) get { if case .circle(let circle) = shape { circle.radius } else { nil } }
  }

  /// The rectangle that a service must cover completely; `nil` if the area is unlimited or a circle.
  ///
  /// For a circle the service only has to cover the centre.
  package var requiredBox: BoundingBox? { radius == nil ? enclosingBox : nil }

  package var isEverywhere: Bool { if case .anywhere = shape { true } else { false } }

  /// The drawn shape, if the area is one.
  ///
  /// Services are queried for rectangles that contain it.
  package var drawn: DrawnShape? { if case .drawn(let drawn) = shape { drawn } else { nil } }

  /// Whether the area is a drawn shape rather than a circle or a rectangle.
  package var isShape: Bool { if case .drawn = shape { true } else { false } }

  /// The corridor, if the area follows a line.
  package var corridor: Corridor? { if case .drawn(.corridor(let corridor)) = shape { corridor } else { nil } }

  /// The radius around the centre, or the reach of the drawn shape.
  package var reach: SearchRadius? { radius ?? drawn?.form.reach }

  /// Whether results have distances, from the centre or from a line.
  public var isMeasured: Bool { center != nil || corridor != nil }

  /// The same shape without a centre; a circle keeps its centre.
  package var unmeasured: SearchArea { radius == nil ? SearchArea(shape, center: nil) : self }

  /// Distances from the centre; `nil` without a centre.
  package var measure: GreatCircle? { center.map(GreatCircle.init(from:)) }

  /// Returns whether the area or its edge contains a point.
  public func contains(_ point: Coordinate) -> Bool { shape.form.contains(point) }

  /// Returns the relation of a rectangle, which may cross the antimeridian, to the area.
  package func relation(to box: BoundingBox) -> BoxRelation { shape.form.relation(to: box) }

  /// The smallest rectangle that contains the area; it may cross the antimeridian.
  ///
  /// `nil` for the whole Earth.
  ///
  /// If a pole is inside the area, the rectangle spans all meridians.
  package var enclosingBox: BoundingBox? { shape.form.enclosingBox }

  /// Returns a rectangle that contains everything within a distance of the area; `nil` for the whole Earth.
  package func box(grownByMeters meters: Double) -> BoundingBox? { shape.form.box(grownByMeters: meters) }

  /// The area on the sphere, in square metres.
  package var squareMeters: Double { shape.form.squareMeters }

  /// Returns the area's edge as lines of at least `steps` straight segments each; empty for the whole Earth.
  package func outline(steps: Int) -> [[Coordinate]] { shape.form.outline(steps: steps) }

  /// The parts of the line that the area follows; empty if it follows no line.
  package var lines: [[Coordinate]] { shape.form.lines }

  /// The length of the lines in metres; `nil` if the area follows no line.
  public var lengthMeters: Double? { shape.form.lengthMeters }

  /// Returns the offset of a point along the lines; `nil` if the area follows no line.
  package func offset(of point: Coordinate) -> LineOffset? { shape.form.offset(of: point) }

  /// Returns a place with its distance and, if the area follows a line, its offset along the line.
  package func found(_ place: Place, distance: Distance?) -> FoundPlace {
    guard let offset = offset(of: place.coordinate) else { return FoundPlace(place: place, distance: distance) }
    return FoundPlace(
      place: place,
      distance: Distance(meters: offset.meters),
      along: Distance(meters: offset.metersAlong)
    )
  }

  /// Returns whether a rectangle touches the rectangle around the area.
  ///
  /// Cheaper than ``relation(to:)``; it may be true for a rectangle outside the area, but never false for one that
  /// touches it.
  package func mayTouch(_ box: BoundingBox) -> Bool {
    if radius != nil, let center, box.contains(center) { return true }
    return enclosingBox.map(box.intersects) ?? true
  }

  /// Returns whether a rectangle and the area have a point in common.
  package func touches(_ box: BoundingBox) -> Bool {
    guard mayTouch(box) else { return false }
    if radius != nil, let center, box.contains(center) { return true }
    return relation(to: box) != .outside
  }

  /// The area with latitude and longitude swapped; a drawn shape becomes the rectangle around it.
  ///
  /// `nil` if the swapped area is invalid, or if the area is unlimited.
  package var swapped: SearchArea? {
    let point = center.flatMap { try? Coordinate(latitude: $0.longitude, longitude: $0.latitude) }
    switch shape {
    case .circle(let circle): return point.map { .circle(center: $0, radius: circle.radius) }
    case .anywhere: return nil
    case .box, .drawn:
      guard let box = enclosingBox else { return nil }
      let swapped = try? BoundingBox(west: box.south, south: box.west, east: box.north, north: box.east)
      return swapped.map { .box($0, center: point) }
    }
  }

  /// Returns whether the area certainly contains every point of another area.
  package func covers(_ other: SearchArea) -> Bool {
    if case .circle(let circle) = other.shape {
      if case .circle = shape { return shape.form.holds(circle) }
      // Comparing rectangles excludes most circles that aren't covered, such as a circle around the whole Earth.
      if let own = enclosingBox, !own.contains(other.enclosingBox ?? .globe) { return false }
      return encloses(other.enclosingBox ?? .globe) || shape.form.holds(circle)
    }
    if encloses(other.enclosingBox ?? .globe) { return true }
    guard other.isShape else { return false }
    if other.shape == shape { return true }
    if let own = corridor, let corridor = other.corridor, own.line == corridor.line {
      return corridor.radius <= own.radius
    }
    return coversParts(of: other)
  }

  /// Returns whether rectangles that cover another shape are all inside the area.
  ///
  /// Undecided after ``maximumSteps`` means false.
  private func coversParts(of other: SearchArea) -> Bool {
    let cover = ShapeCover(other)
    var pending = cover.whole
    var steps = 0
    while let box = pending.popLast() {
      steps += 1
      switch relation(to: box) {
      case .inside: continue
      case .outside: return false
      case .across:
        guard steps < Self.maximumSteps else { return false }
        pending += cover.halves(of: box)
      }
    }
    return true
  }

  /// The maximum number of rectangles that ``coversParts(of:)`` examines.
  private static let maximumSteps = 500
}
