/// A question as it is put: its centre may still be a name, and what it does not say has a default.
///
/// Options, rows and stored queries become one of these. A source is asked with the ``PlaceQuery`` that
/// ``resolved()`` makes of it.
public struct Question: Sendable, Hashable {
  /// The point that is measured from.
  public enum Center: Sendable, Hashable {
    case point(Coordinate)
    /// A name or an address to search for.
    case text(SearchText)
    /// The name of a kept position.
    case saved(String)
    /// The point that a name stood for, and whether it was that of a kept position.
    case found(Coordinate, name: String, isPosition: Bool)
  }

  /// How far the area reaches.
  public enum Extent: Sendable, Hashable {
    /// Around the centre.
    case circle(SearchRadius)
    /// Whatever the centre is.
    case box(BoundingBox)
    /// In a shape that is drawn, whatever the centre is.
    case drawn(DrawnShape)
    /// No limit.
    case anywhere
  }

  public var subject = SearchSubject()
  public var center: Center?
  /// By default the standard radius around the centre, and anywhere without one.
  public var extent: Extent?
  /// Whether the radius is for questions with a centre only, because the user's file gives it for every one.
  public var isRadiusStanding = false
  public var sort: PlaceQuery.Sort?
  public var amount: AskedQuery.Amount?

  public init() {}

  /// The question that a query answers.
  public init(_ asked: AskedQuery) {
    let query = asked.query
    subject = query.subject
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
    amount = asked.amount
  }
}

/// Its parts by name.
extension Question {
  public var categories: [PlaceCategory] {
    get { subject.categories }
    set { subject.categories = newValue }
  }

  public var text: SearchText? {
    get { subject.text }
    set { subject.text = newValue }
  }

  public var radius: SearchRadius? {
    get { if case .circle(let radius)? = extent { radius } else { nil } }
    set { extent = newValue.map(Extent.circle) }
  }

  public var box: BoundingBox? {
    get { if case .box(let box)? = extent { box } else { nil } }
    set { extent = newValue.map(Extent.box) }
  }

  /// The shape that is drawn.
  public var shape: DrawnShape? {
    get { if case .drawn(let shape)? = extent { shape } else { nil } }
    set { extent = newValue.map(Extent.drawn) }
  }

  /// The number of places wanted; `nil` when it does not say, or asks for a page.
  public var limit: PlaceLimit? {
    get { if case .collection(let limit)? = amount { limit } else { nil } }
    set { amount = newValue.map(AskedQuery.Amount.collection) }
  }

  /// Asks for one page of the source; what is `nil` stays as it is, by default the first page of the largest ones.
  public mutating func setPage(number: Int? = nil, size: Int? = nil) {
    let earlier: PageRequest? = if case .page(let page)? = amount { page } else { nil }
    let page = PageRequest(number: number ?? earlier?.number ?? 1, size: size ?? earlier?.size)
    amount = page.map(AskedQuery.Amount.page) ?? amount
  }

  /// Whether it names a place, in any way.
  public var hasPlace: Bool { center != nil || hasShape }

  /// Whether it names an area that is not around the centre.
  public var hasShape: Bool {
    switch extent {
    case .box?, .drawn?: true
    case .circle?, .anywhere?, nil: false
    }
  }

  /// The text that the centre is still to be found by.
  public var near: SearchText? { if case .text(let text)? = center { text } else { nil } }

  /// The name that the centre was found by.
  public var centerName: String? { if case .found(_, let name, _)? = center { name } else { nil } }

  /// Whether that is the name of a kept position.
  public var isNearPosition: Bool { if case .found(_, _, true)? = center { true } else { false } }

  /// The centre; any point for a name that is still to be looked up, so that everything else is checked before.
  public var point: Coordinate? {
    switch center {
    case .point(let point)?, .found(let point, _, _)?: point
    case .text?, .saved?: .middleOfSeoul
    case nil: nil
    }
  }
}

/// What a source is asked.
extension Question {
  /// The area; that of a name which is still to be looked up is around any point.
  ///
  /// - Throws: When it has a radius and no centre.
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

  /// The query, with every default, and the amount that is wanted.
  ///
  /// - Throws: When nothing is looked for, or a radius or an order lacks the centre or the line that it needs.
  public func resolved() throws(PlaceQueryError) -> AskedQuery {
    let query = try PlaceQuery(
      subject,
      area: try area(),
      sort: sort,
      near: centerName,
      isNearPosition: isNearPosition
    )
    return AskedQuery(query: query, amount: amount ?? .collection(.standard))
  }
}
