/// The fields of a place: the keys of schema 1 in order, with the content of each.
///
/// This table is the only list of fields. The reader of Kakao's responses, imports, index rows, stores, output formats,
/// schemas, cards, pages and the screen iterate over it. To add a text, add a case to ``PlaceText/Field`` and its
/// number there, a case here before ``attributes``, its line in ``entry``, and its views in App. Names of its columns
/// are in `Fields.txt`.
package enum PlaceField: String, CaseIterable, Sendable {
  case id
  case placeName = "place_name"
  case category
  case groupCode = "category_group_code"
  case groupName = "category_group_name"
  case categoryName = "category_name"
  case phone
  case addressName = "address_name"
  case roadAddressName = "road_address_name"
  case latitude = "lat"
  case longitude = "lng"
  case distance = "distance_m"
  case placeURL = "place_url"
  case kind
  case attributes
  case along = "along_m"
  case open
  case openUntil = "open_until"
  case opensAt = "opens_at"

  /// The table row of the field.
  package var entry: Entry {
    switch self {
    case .id: Entry(.text(.id), "stable within its source; null for an address or a saved location")
    case .placeName: Entry(.text(.name, isProse: true))
    case .category: Entry(.group { $0.slug }, "slug of the group")
    case .groupCode: Entry(.group({ $0.code }, .groupCode))
    case .groupName: Entry(.group({ $0.koreanName }, .groupName, isProse: true))
    case .categoryName: Entry(.text(.categoryPath, isProse: true), "what the source calls it")
    case .phone: Entry(.text(.phone))
    case .addressName: Entry(.text(.lotAddress, isProse: true), "address by lot")
    case .roadAddressName: Entry(.text(.roadAddress, isProse: true), "address by road")
    case .latitude: Entry(.number(.latitude), "degrees north, WGS 84")
    case .longitude: Entry(.number(.longitude), "degrees east, WGS 84")
    case .distance: Entry(.integer(.distance), "whole metres from the centre, or from the line")
    case .placeURL: Entry(.text(.url, isProse: true))
    case .kind: Entry(.kind, "slug of the narrowest known kind")
    case .attributes: Entry(.attributes, "attributes by key, as the source writes them")
    case .along: Entry(.integer(.along), "whole metres along the route to its nearest point; only along a route")
    case .open: Entry(.computed(.isOpen), "whether the place is open at meta.open_at; null if unknown")
    case .openUntil: Entry(.computed(.openUntil), "local time with its offset until which the place is open")
    case .opensAt: Entry(.computed(.opensAt), "local time with its offset at which a closed place opens")
    }
  }
}

extension PlaceText {
  /// The texts of a place, in packed order.
  public enum Field: Int, Sendable, CaseIterable, BitwiseCopyable {
    /// The stable id within the source.
    case id
    /// The name on the sign.
    case name
    /// Kakao's group code, including codes unknown to this version.
    case groupCode
    /// Kakao's name of the group.
    case groupName
    /// The source's own category, unchanged.
    case categoryPath
    /// The telephone number as the source writes it.
    case phone
    /// The lot-number address (지번).
    case lotAddress
    /// The road-name address (도로명).
    case roadAddress
    /// A web page of the place.
    case url

    /// The number of texts.
    @inlinable package static var count: Int { 9 }
  }
}

extension PlaceField {
  /// The content of a field.
  package enum Content: Sendable {
    /// A text of the source; prose may be truncated.
    case text(PlaceText.Field, isProse: Bool = false)
    /// A name of the place's group or, without a group, the source's own text.
    case group(@Sendable (CategoryGroup) -> String, PlaceText.Field? = nil, isProse: Bool = false)
    /// The kind of the place.
    case kind
    case number(Number)
    case integer(WholeNumber)
    /// The attributes.
    case attributes
    /// A text or a Boolean that the query computes.
    case computed(Computed)
  }

  /// A text or a Boolean that the query computes.
  package enum Computed: Sendable {
    case isOpen
    case openUntil
    case opensAt

    /// Whether the value is a Boolean.
    package var isFlag: Bool { self == .isOpen }

    /// Returns the text of the value; `nil` if it is absent.
    package func text(in computed: FoundPlace.ComputedFields) -> String? {
      switch self {
      case .isOpen: computed.opening?.state.isOpen?.description
      case .openUntil: computed.opening?.openUntil
      case .opensAt: computed.opening?.opensAt
      }
    }
  }

  /// A number of a place.
  ///
  /// An enum rather than a closure: a closure would receive a copy of each of a batch's millions of places.
  package enum Number: Sendable {
    case latitude
    case longitude

    @inlinable
    package func value(in found: FoundPlace) -> Double {
      switch self {
      case .latitude: found.place.coordinate.latitude
      case .longitude: found.place.coordinate.longitude
      }
    }
  }

  /// A whole number of a place, which may be absent.
  package enum WholeNumber: Sendable {
    case distance
    case along

    @inlinable
    package func value(in computed: FoundPlace.ComputedFields) -> Int? {
      switch self {
      case .distance: computed.distance?.wholeMeters
      case .along: computed.along?.wholeMeters
      }
    }
  }

  /// A row of the table.
  package struct Entry: Sendable {
    package let content: Content
    /// The description in the schema; `nil` if the name suffices.
    let meaning: String?

    fileprivate init(_ content: Content, _ meaning: String? = nil) {
      self.content = content
      self.meaning = meaning
    }
  }

  /// The text in the field; `nil` if the field is another value or a name of the group.
  package var text: PlaceText.Field? {
    if case .text(let field, _) = entry.content { field } else { nil }
  }

  /// The names of the texts in schema 1, indexed by the text's number.
  static let namesOfTexts: [String] = {
    var names = [String](repeating: "", count: PlaceText.Field.count)
    for field in allCases {
      switch field.entry.content {
      case .text(let text, _), .group(_, let text?, _): names[text.rawValue] = field.rawValue
      case .group, .kind, .number, .integer, .attributes, .computed: break
      }
    }
    return names
  }()

  /// The fields of every result; the others depend on the query.
  package static let ofPlaces = allCases.filter { $0 != .along && !ofOpening.contains($0) }

  /// The fields of a query for places that are open at a time.
  package static let ofOpening: [PlaceField] = [.open, .openUntil, .opensAt]

  /// Returns the additional fields of a query's result.
  package static func added(by query: PlaceQuery) -> [PlaceField] {
    added(by: query.match, isAlong: query.area.corridor != nil)
  }

  /// Returns the additional fields of a match, and along a line.
  package static func added(by match: PlaceMatch, isAlong: Bool) -> [PlaceField] {
    (isAlong ? [.along] : []) + (match.opening.isActive ? ofOpening : [])
  }

  /// The possible additional fields.
  package static let additions = [[.along], ofOpening, [.along] + ofOpening]

  /// The default columns of CSV and TSV output: all fields but the attributes.
  package static let ofLines = ofPlaces.filter { $0 != .attributes }
}

extension PlaceText.Field {
  /// The field's name in schema 1.
  package var key: String { PlaceField.namesOfTexts[rawValue] }

  /// The numbers of the texts that all places of a category share.
  @inlinable package static var ofCategory: Range<Int> { groupCode.rawValue..<categoryPath.rawValue + 1 }
}
