/// A place as a source knows it: its name, its category and its coordinate.
///
/// Absent text is `nil`, never empty. Text from a source is kept unchanged and has to be escaped on output.
public struct Place: Sendable, Hashable {
  /// Where it is.
  public let coordinate: Coordinate
  /// Which of the 18 groups it belongs to; `nil` for a category outside them.
  public let group: CategoryGroup?
  /// Its kind, the first in the order of the table when it is of several; `nil` when none is known.
  public let kind: Kind?
  /// Its text fields, packed.
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
  ///   - id: The source's own stable key; empty only for an address, which has none.
  ///   - name: The name on the sign.
  ///   - coordinate: Where it is.
  ///   - group: One of the 18 groups; it determines the group's code and name.
  ///   - kind: Its kind, the first in the order of the table.
  ///   - unlistedGroupCode: The code of a group outside the 18, as the source writes it.
  ///   - unlistedGroupName: The name of a group outside the 18, as the source writes it.
  ///   - categoryPath: The source's own category.
  ///   - phone: Telephone number as the source writes it.
  ///   - lotAddress: Lot-number address (지번).
  ///   - roadAddress: Road-name address (도로명).
  ///   - url: A web page of the place.
  ///   - others: Texts that have no parameter of their own.
  ///   - attributes: Further facts by key.
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
    others: [PlaceText.Field: String] = [:],
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
    text = PlaceText(attributes: attributes) { texts[$0].flatMap(\.self) ?? others[$0] }
  }

  /// The source's own stable key; empty for an address, which has none.
  public var id: String { text[.id] ?? "" }
  /// The name on the sign.
  public var name: String? { text[.name] }
  /// The source's own category, raw.
  public var categoryPath: String? { text[.categoryPath] }
  /// Telephone number as the source writes it.
  public var phone: String? { text[.phone] }
  /// Lot-number address (지번).
  public var lotAddress: String? { text[.lotAddress] }
  /// Road-name address (도로명).
  public var roadAddress: String? { text[.roadAddress] }
  /// The address, by road where that is known.
  public var address: String? { roadAddress ?? lotAddress }
  /// A web page of the place.
  public var url: String? { text[.url] }
  /// Further facts by key, such as `opening_hours`, in the order of the keys.
  public var attributes: [PlaceAttribute] { text.attributes }
}

/// A place in an answer, with its distance from what was asked about.
public struct FoundPlace: Sendable, Hashable {
  /// The place.
  public let place: Place
  /// Distance from the query's centre, or from its line; `nil` when the query had neither.
  public let distance: Distance?
  /// How far along the line of the query its nearest point is; `nil` when the query had no line.
  public let along: Distance?

  /// Pairs a place with its distance.
  public init(place: Place, distance: Distance?, along: Distance? = nil) {
    self.place = place
    self.distance = distance
    self.along = along
  }
}

extension FoundPlace {
  /// Returns whether a place comes before another along a line: in its order or, where the nearest come first, by the
  /// distance from it; ties by the other of the two, then by id in byte order.
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
  /// The name, the category and the position, such as `가온커피 (cafe) at 37.4979,127.0276`; text as the source writes it.
  public var description: String {
    let category = (kind?.slug ?? group?.slug ?? categoryPath).map { " (\($0))" } ?? ""
    return "\(name ?? id)\(category) at \(coordinate.latitude),\(coordinate.longitude)"
  }
}

extension FoundPlace: CustomStringConvertible {
  /// The place and its distance in metres, such as `가온커피 (cafe) at 37.4979,127.0276, 120 m`.
  public var description: String { distance.map { "\(place), \($0.wholeMeters) m" } ?? "\(place)" }
}
