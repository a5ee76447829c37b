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
    /// Everything in a shape that is drawn.
    case drawn(DrawnShape)
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

  /// Everything in a shape that is drawn; with `center` the answer carries distances from that point, unless the shape
  /// runs along a line, which they are from.
  public static func drawn(_ shape: DrawnShape, center: Coordinate?) -> SearchArea {
    SearchArea(.drawn(shape), center: shape.form.lengthMeters == nil ? center : nil)
  }

  /// Everything in some polygons; with `center` the answer carries distances from that point.
  public static func polygons(_ area: PolygonArea, center: Coordinate?) -> SearchArea {
    .drawn(.polygons(area), center: center)
  }

  /// Everything within a distance of a line, which the distances of the answer are from.
  public static func corridor(_ corridor: Corridor) -> SearchArea { .drawn(.corridor(corridor), center: nil) }

  /// No limit; with `center` the answer carries distances from that point.
  public static func anywhere(center: Coordinate?) -> SearchArea { SearchArea(.anywhere, center: center) }
}

extension SearchArea.Shape {
  /// The shape as what answers for it.
  package var form: any AreaShape {
    switch self {
    case .circle(let circle): circle
    case .box(let box): box
    case .drawn(let shape): shape.form
    case .anywhere: WholeEarth()
    }
  }
}

/// What is asked of an area, whatever its shape.
extension SearchArea {
  /// The radius around ``center``, where the area is what lies within it.
  ///
  /// Called and never inlined: in another module, an optimized build of the tests ends in the compiler of Swift 6.3.1.
  package var radius: SearchRadius? {
    @inline(never) get { if case .circle(let circle) = shape { circle.radius } else { nil } }
  }

  /// The rectangle that a service has to serve as a whole; `nil` for a circle, which may reach beyond where there are
  /// places as long as its centre does not, and for everywhere.
  package var requiredBox: BoundingBox? { radius == nil ? enclosingBox : nil }

  package var isEverywhere: Bool { if case .anywhere = shape { true } else { false } }

  /// The shape that is drawn, where the area is one: then a service is asked for rectangles that hold it.
  package var drawn: DrawnShape? { if case .drawn(let drawn) = shape { drawn } else { nil } }

  /// Whether it is neither around a point nor a rectangle.
  package var isShape: Bool { if case .drawn = shape { true } else { false } }

  /// What lies along a line, where the area does.
  package var corridor: Corridor? { if case .drawn(.corridor(let corridor)) = shape { corridor } else { nil } }

  /// How far it reaches from the centre, or from what is drawn.
  package var reach: SearchRadius? { radius ?? drawn?.form.reach }

  /// Whether the places of an answer have distances: from the centre, or from a line.
  public var isMeasured: Bool { center != nil || corridor != nil }

  /// The same shape, measured from no other point than its own.
  package var unmeasured: SearchArea { radius == nil ? SearchArea(shape, center: nil) : self }

  /// Measures the distances from the centre; `nil` without one.
  package var measure: GreatCircle? { center.map(GreatCircle.init(from:)) }

  /// Returns whether a point lies in the area or on its edge.
  public func contains(_ point: Coordinate) -> Bool { shape.form.contains(point) }

  /// Returns how a rectangle, which may cross the antimeridian, lies to the area.
  package func relation(to box: BoundingBox) -> BoxRelation { shape.form.relation(to: box) }

  /// The smallest rectangle that holds the area, which may cross the antimeridian; `nil` for the whole Earth.
  ///
  /// It has every meridian where a pole lies inside.
  package var enclosingBox: BoundingBox? { shape.form.enclosingBox }

  /// Returns a rectangle that holds everything within a distance of the area; `nil` for the whole Earth.
  package func box(grownByMeters meters: Double) -> BoundingBox? { shape.form.box(grownByMeters: meters) }

  /// The size of the area on the sphere, in square metres.
  package var squareMeters: Double { shape.form.squareMeters }

  /// Returns the lines of its edge to draw, each of at least so many straight parts; none for the whole Earth.
  package func outline(steps: Int) -> [[Coordinate]] { shape.form.outline(steps: steps) }

  /// The lines that it runs along, part by part; none for a shape that runs along no line.
  package var lines: [[Coordinate]] { shape.form.lines }

  /// The length of its lines in metres; `nil` for a shape that runs along no line.
  public var lengthMeters: Double? { shape.form.lengthMeters }

  /// Returns where a point lies along its lines; `nil` for a shape that runs along no line.
  package func position(of point: Coordinate) -> LinePosition? { shape.form.position(of: point) }

  /// Returns a place of the area with its distance, and how far along the line it lies where the area has one.
  package func found(_ place: Place, distance: Distance?) -> FoundPlace {
    guard let position = position(of: place.coordinate) else { return FoundPlace(place: place, distance: distance) }
    return FoundPlace(
      place: place,
      distance: Distance(meters: position.meters),
      along: Distance(meters: position.metersAlong)
    )
  }

  /// Returns whether a rectangle and the one around the area have a point in common: cheaper than ``relation(to:)``,
  /// and never less.
  package func mayTouch(_ box: BoundingBox) -> Bool {
    if radius != nil, let center, box.contains(center) { return true }
    return enclosingBox.map(box.intersects) ?? true
  }

  /// Returns whether a rectangle has a point in common with the area.
  package func touches(_ box: BoundingBox) -> Bool {
    guard mayTouch(box) else { return false }
    if radius != nil, let center, box.contains(center) { return true }
    return relation(to: box) != .outside
  }

  /// The area with latitudes and longitudes exchanged, of a drawn shape the rectangle around it; `nil` if there is none,
  /// and for an area without a limit, which is the same in any order.
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

  /// Returns whether every point of another area certainly lies inside.
  package func covers(_ other: SearchArea) -> Bool {
    if case .circle(let circle) = other.shape {
      if case .circle = shape { return shape.form.holds(circle) }
      return relation(to: other.enclosingBox ?? .globe) == .inside || shape.form.holds(circle)
    }
    if relation(to: other.enclosingBox ?? .globe) == .inside { return true }
    guard other.isShape else { return false }
    if other.shape == shape { return true }
    if let own = corridor, let corridor = other.corridor, own.line == corridor.line {
      return corridor.radius <= own.radius
    }
    return coversParts(of: other)
  }

  /// Whether rectangles that hold another shape together lie inside, as far as some steps tell.
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

  /// How many rectangles are looked at to see whether a shape is covered.
  private static let maximumSteps = 500
}
