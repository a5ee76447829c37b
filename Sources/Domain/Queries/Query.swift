/// A query before its centre is resolved and its defaults are applied.
///
/// Options, rows and stored queries are read into this type; ``resolved()`` makes the ``PlaceQuery`` for a source.
public struct Query: Sendable, Hashable {
  /// The centre, from which distances are measured.
  public enum Center: Sendable, Hashable {
    case coordinate(Coordinate)
    /// A name or address to search for.
    case name(SearchText)
    /// The name of a saved location.
    case savedLocation(String)
    /// The coordinate to which a name was resolved; `isSaved` if it is the name of a saved location.
    case resolved(Coordinate, name: String, isSaved: Bool)
  }

  /// The conditions that decide whether a place matches.
  public var match = PlaceMatch()
  public var center: Center?
  /// The shape of the area; `nil` for a circle around the centre, or anywhere without a centre.
  public var shape: SearchArea.Shape?
  /// The radius around the centre; by default ``SearchRadius/standard``.
  public var radius: SearchRadius?
  /// Whether the radius comes from the user's configuration file, and so applies only to queries with a centre.
  public var isRadiusConfigured = false
  public var sort: PlaceQuery.Sort?
  /// The places requested from the result; by default ``PlaceLimit/standard``.
  public var limit: PlaceLimit?

  public init() {}

}

/// Access to the parts by name.
extension Query {
  public var categories: [PlaceCategory] {
    get { match.categories }
    set { match.categories = newValue }
  }

  public var text: SearchText? {
    get { match.text }
    set { match.text = newValue }
  }

  /// The box to search; a new box replaces any other shape and the radius.
  public var box: BoundingBox? {
    get { if case .box(let box)? = shape { box } else { nil } }
    set { (shape, radius) = (newValue.map(SearchArea.Shape.box), nil) }
  }

  /// The drawn shape to search; a new one replaces any other shape and the radius.
  public var drawn: DrawnShape? {
    get { if case .drawn(let drawn)? = shape { drawn } else { nil } }
    set { (shape, radius) = (newValue.map(SearchArea.Shape.drawn), nil) }
  }

  /// Requests one page of the source; `nil` keeps the present value, by default the first page of the maximum size.
  public mutating func setPage(number: Int? = nil, size: Int? = nil) {
    let page = PageRequest(number: number ?? limit?.page?.number ?? 1, size: size ?? limit?.page?.size)
    limit = page.map(PlaceLimit.page) ?? limit
  }

  /// Whether there is a centre, a box or a shape.
  public var hasPlace: Bool { center != nil || hasShape }

  /// Whether there is an area independent of the centre.
  public var hasShape: Bool {
    switch shape {
    case .box?, .drawn?, .circle?: true
    case .anywhere?, nil: false
    }
  }

  /// The name or address to be resolved to the centre.
  public var near: SearchText? { center?.text }

  /// The name that was resolved to the centre.
  public var centerName: String? { center?.name }

  /// Whether ``centerName`` is the name of a saved location.
  public var isNearSaved: Bool { if case .resolved(_, _, true)? = center { true } else { false } }

  /// The centre; a placeholder for an unresolved name, so that the rest can be checked before it is resolved.
  public var point: Coordinate? { center?.point }
}

extension Query.Center {
  /// The point; a placeholder for a name that isn't resolved.
  @inlinable package var point: Coordinate {
    switch self {
    case .coordinate(let point), .resolved(let point, _, _): point
    case .name, .savedLocation: .middleOfSeoul
    }
  }

  /// The name that was resolved to the point.
  @inlinable public var name: String? { if case .resolved(_, let name, _) = self { name } else { nil } }

  /// The name or address to be resolved.
  @inlinable public var text: SearchText? { if case .name(let text) = self { text } else { nil } }
}

/// Conversion to the query for a source.
extension Query {
  /// Returns the area; an unresolved name has a placeholder as its centre.
  ///
  /// - Throws: An error if there is a radius without a centre.
  public func area() throws(InvalidQuery) -> SearchArea {
    switch shape {
    case .box(let box)?: return .box(box, center: point)
    case .drawn(let shape)?: return .drawn(shape, center: point)
    case .circle(let circle)?: return .circle(center: circle.center, radius: circle.radius)
    case .anywhere?: return .anywhere(center: point)
    case nil:
      if let point { return .circle(center: point, radius: radius ?? .standard) }
      guard radius == nil || isRadiusConfigured else { throw .radiusWithoutCenter }
      return .anywhere(center: nil)
    }
  }

  /// Returns the query with every default; an unresolved name has a placeholder as its centre.
  ///
  /// - Throws: An error if there is nothing to look for, or if a radius or an order lacks its centre or line.
  public func resolved() throws(InvalidQuery) -> PlaceQuery {
    try PlaceQuery(
      match,
      area: try area(),
      sort: sort,
      limit: limit ?? .standard,
      near: centerName,
      isNearSaved: isNearSaved
    )
  }
}
