/// A place of a source: its name, its category and its coordinate.
///
/// Absent text is `nil`, never empty. Text from a source is unchanged and must be escaped on output.
public struct Place: Sendable, Hashable {
  public let coordinate: Coordinate
  /// The category group; `nil` for a category outside the 18 groups.
  public let group: CategoryGroup?
  /// The kind, the first in table order if the place has several; `nil` if unknown.
  public let kind: Kind?
  /// The texts, packed into one buffer.
  public let text: PlaceText

  public init(coordinate: Coordinate, group: CategoryGroup?, kind: Kind? = nil, text: PlaceText) {
    self.coordinate = coordinate
    self.group = group
    self.kind = kind
    self.text = text
  }

  /// Makes a place.
  ///
  /// - Parameters:
  ///   - id: The stable id within the source; empty only for an address.
  ///   - name: The name on the sign.
  ///   - coordinate: The location.
  ///   - group: The category group, which determines the group's code and name.
  ///   - kind: The kind, the first in table order.
  ///   - unlistedGroupCode: The source's code of a group outside the 18.
  ///   - unlistedGroupName: The source's name of a group outside the 18.
  ///   - categoryPath: The source's own category.
  ///   - phone: The telephone number as the source writes it.
  ///   - lotAddress: The lot-number address (지번).
  ///   - roadAddress: The road-name address (도로명).
  ///   - url: A web page of the place.
  ///   - attributes: The attributes.
  public init(
    id: String,
    name: String?,
    coordinate: Coordinate,
    group: CategoryGroup?,
    kind: Kind? = nil,
    unlistedGroupCode: String? = nil,
    unlistedGroupName: String? = nil,
    categoryPath: String? = nil,
    phone: String? = nil,
    lotAddress: String? = nil,
    roadAddress: String? = nil,
    url: String? = nil,
    attributes: [PlaceAttribute] = []
  ) {
    self.coordinate = coordinate
    self.group = group
    self.kind = kind
    let texts: [PlaceText.Field: String?] = [
      .id: id,
      .name: name,
      .groupCode: group?.code ?? unlistedGroupCode,
      .groupName: group?.koreanName ?? unlistedGroupName,
      .categoryPath: categoryPath,
      .phone: phone,
      .lotAddress: lotAddress,
      .roadAddress: roadAddress,
      .url: url,
    ]
    text = PlaceText(attributes: attributes) { texts[$0].flatMap(\.self) }
  }

  /// The stable id within the source; empty for an address.
  public var id: String { text[.id] ?? "" }
  /// The name on the sign.
  public var name: String? { text[.name] }
  /// The source's own category, unchanged.
  public var categoryPath: String? { text[.categoryPath] }
  /// The telephone number as the source writes it.
  public var phone: String? { text[.phone] }
  /// The lot-number address (지번).
  public var lotAddress: String? { text[.lotAddress] }
  /// The road-name address (도로명).
  public var roadAddress: String? { text[.roadAddress] }
  /// The road-name address or, if that is unknown, the lot-number address.
  public var address: String? { roadAddress ?? lotAddress }
  /// A web page of the place.
  public var url: String? { text[.url] }
  /// The attributes, such as `opening_hours`, sorted by key.
  public var attributes: [PlaceAttribute] { text.attributes }
}

/// A place in a result, with the fields that the query computes.
public struct FoundPlace: Sendable, Hashable {
  /// The fields of a place that depend on the query.
  public struct ComputedFields: Sendable, Hashable {
    /// The distance from the query's centre or line; `nil` if the query has neither.
    public let distance: Distance?
    /// The offset of the nearest point along the query's line; `nil` if the query has no line.
    public let along: Distance?
    /// Whether the place is open at the query's time; `nil` if the query has none, or if the source has no hours.
    public internal(set) var opening: PlaceOpening?
  }

  public let place: Place
  public internal(set) var computed: ComputedFields

  /// The distance from the query's centre or line; `nil` if the query has neither.
  @inlinable public var distance: Distance? { computed.distance }
  /// The offset of the nearest point along the query's line; `nil` if the query has no line.
  @inlinable public var along: Distance? { computed.along }

  public init(place: Place, distance: Distance?, along: Distance? = nil) {
    self.place = place
    computed = ComputedFields(distance: distance, along: along)
  }
}

extension FoundPlace {
  /// Returns whether a place precedes another place along a line.
  ///
  /// Places are sorted by offset along the line, then by distance from it. In a nearest-first order, the distance comes
  /// before the offset. Ties are sorted by id in byte order.
  package static func isEarlier(_ one: FoundPlace, _ other: FoundPlace, by sort: PlaceQuery.Sort) -> Bool {
    let along = (one.along?.meters ?? 0, other.along?.meters ?? 0)
    let distances = (one.distance?.meters ?? 0, other.distance?.meters ?? 0)
    let (first, second) = sort == .distance ? (distances, along) : (along, distances)
    if first.0 != first.1 { return first.0 < first.1 }
    if second.0 != second.1 { return second.0 < second.1 }
    return one.place.id.utf8.lexicographicallyPrecedes(other.place.id.utf8)
  }
}

extension Place: CustomStringConvertible {
  /// The name, the category and the coordinate, such as `가온커피 (cafe) at 37.4979,127.0276`; text isn't escaped.
  public var description: String {
    let category = (kind?.slug ?? group?.slug ?? categoryPath).map { " (\($0))" } ?? ""
    return "\(name ?? id)\(category) at \(coordinate.latitude),\(coordinate.longitude)"
  }
}

extension FoundPlace: CustomStringConvertible {
  /// The place and its distance in metres, such as `가온커피 (cafe) at 37.4979,127.0276, 120 m`.
  public var description: String { distance.map { "\(place), \($0.wholeMeters) m" } ?? "\(place)" }
}
