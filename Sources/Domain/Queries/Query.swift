/// A query before its centre is resolved and its defaults are applied.
///
/// Options, rows and stored queries are read into this type; ``resolved()`` makes the ``PlaceQuery`` for a source.
public struct Query: Sendable, Hashable {
  /// The centre, from which distances are measured.
  public enum Center: Sendable, Hashable {
    case point(Coordinate)
    /// A name or address to search for.
    case text(SearchText)
    /// The name of a saved location.
    case saved(String)
    /// The point to which a name was resolved; `isPosition` if it is the name of a saved location.
    case found(Coordinate, name: String, isPosition: Bool)
  }

  /// The extent of the area.
  public enum Extent: Sendable, Hashable {
    /// A circle around the centre.
    case circle(SearchRadius)
    /// A box, regardless of the centre.
    case box(BoundingBox)
    /// A shape, regardless of the centre.
    case drawn(DrawnShape)
    /// No limit.
    case anywhere
  }

  public var match = PlaceMatch()
  public var center: Center?
  /// The extent; by default a circle of the standard radius around the centre, or anywhere without a centre.
  public var extent: Extent?
  /// Whether the radius comes from the user's configuration file, and so applies only to queries with a centre.
  public var isRadiusStanding = false
  public var sort: PlaceQuery.Sort?
  /// The places requested from the result; by default ``PlaceLimit/standard``.
  public var limit: PlaceLimit?

  public init() {}

  /// Makes the query that resolves to a query.
  public init(_ query: PlaceQuery) {
    match = query.match
    if let point = query.area.center {
      center = query.near.map { .found(point, name: $0, isPosition: query.isNearPosition) } ?? .point(point)
    }
    extent =
      switch query.area.shape {
      case .circle(let circle): .circle(circle.radius)
      case .box(let box): .box(box)
      case .drawn(let shape): .drawn(shape)
      case .anywhere: .anywhere
      }
    sort = query.sort
    limit = query.limit
  }
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

  public var radius: SearchRadius? {
    get { if case .circle(let radius)? = extent { radius } else { nil } }
    set { extent = newValue.map(Extent.circle) }
  }

  public var box: BoundingBox? {
    get { if case .box(let box)? = extent { box } else { nil } }
    set { extent = newValue.map(Extent.box) }
  }

  /// The drawn shape.
  public var shape: DrawnShape? {
    get { if case .drawn(let shape)? = extent { shape } else { nil } }
    set { extent = newValue.map(Extent.drawn) }
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
    switch extent {
    case .box?, .drawn?: true
    case .circle?, .anywhere?, nil: false
    }
  }

  /// The text to be resolved to the centre.
  public var near: SearchText? { if case .text(let text)? = center { text } else { nil } }

  /// The name that was resolved to the centre.
  public var centerName: String? { if case .found(_, let name, _)? = center { name } else { nil } }

  /// Whether ``centerName`` is the name of a saved location.
  public var isNearPosition: Bool { if case .found(_, _, true)? = center { true } else { false } }

  /// The centre; a placeholder for an unresolved name, so that the rest can be checked before it is resolved.
  public var point: Coordinate? {
    switch center {
    case .point(let point)?, .found(let point, _, _)?: point
    case .text?, .saved?: .middleOfSeoul
    case nil: nil
    }
  }
}

/// Conversion to the query for a source.
extension Query {
  /// Returns the area; an unresolved name has a placeholder as its centre.
  ///
  /// - Throws: An error if there is a radius without a centre.
  public func area() throws(PlaceQueryError) -> SearchArea {
    switch extent {
    case .box(let box)?: return .box(box, center: point)
    case .drawn(let shape)?: return .drawn(shape, center: point)
    case .anywhere?: return .anywhere(center: point)
    case .circle(let radius)?:
      if let point { return .circle(center: point, radius: radius) }
      guard isRadiusStanding else { throw .radiusWithoutCenter }
      return .anywhere(center: nil)
    case nil: return point.map { .circle(center: $0, radius: .standard) } ?? .anywhere(center: nil)
    }
  }

  /// Returns the query with every default; an unresolved name has a placeholder as its centre.
  ///
  /// - Throws: An error if there is nothing to look for, or if a radius or an order lacks its centre or line.
  public func resolved() throws(PlaceQueryError) -> PlaceQuery {
    try PlaceQuery(
      match,
      area: try area(),
      sort: sort,
      limit: limit ?? .standard,
      near: centerName,
      isNearPosition: isNearPosition
    )
  }
}
