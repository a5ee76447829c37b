/// The fields of a place: the keys of schema 1 in order, with the content of each and the views that show it.
///
/// This table is the only list of fields. The reader of Kakao's responses, imports, index rows, stores, output formats,
/// schemas, cards, pages and the screen iterate over it. To add a text, add a case to ``PlaceText/Field`` and its
/// number there, a case here before ``attributes``, and its line in ``entry``. Names of its columns are in
/// `Fields.txt`.
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

  /// The table row of the field.
  package var entry: Entry {
    switch self {
    case .id: Entry(.text(.id), "stable within its source", .identity, "id", on: [.card])
    case .placeName: Entry(.text(.name, isProse: true), .name, "name", on: [.list, .page])
    case .category: Entry(.group { $0.slug }, "slug of the group", .category, "category", on: [.list, .page])
    case .groupCode: Entry(.group({ $0.code }, .groupCode))
    case .groupName: Entry(.group({ $0.koreanName }, .groupName, isProse: true))
    case .categoryName:
      Entry(.text(.categoryPath, isProse: true), "what the source calls it", .category, "category", on: [.card])
    case .phone: Entry(.text(.phone), .contact, "phone", on: .everywhere)
    case .addressName:
      Entry(
        .text(.lotAddress, isProse: true),
        "address by lot",
        .address,
        "lot",
        on: .everywhere,
        after: .roadAddressName
      )
    case .roadAddressName:
      Entry(.text(.roadAddress, isProse: true), "address by road", .address, "address", on: .everywhere)
    case .latitude: Entry(.number(.latitude), "degrees north, WGS 84")
    case .longitude: Entry(.number(.longitude), "degrees east, WGS 84")
    case .distance: Entry(.integer(.distance), "whole metres from the centre, or from the line")
    case .placeURL: Entry(.text(.url, isProse: true), .web, "page", on: [.card])
    case .kind: Entry(.kind, "slug of the first kind")
    case .attributes: Entry(.attributes, "attributes by key, as the source writes them")
    case .along: Entry(.integer(.along), "whole metres along the route to the nearest point of it, along one alone")
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

  /// One element per text, indexed by the text's number.
  package typealias PerField<Element> = InlineArray<9, Element>
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
    package func value(in found: FoundPlace) -> Int? {
      switch self {
      case .distance: found.distance?.wholeMeters
      case .along: found.along?.wholeMeters
      }
    }
  }

  /// The sections of a card, in order.
  package enum Section: Int, Sendable, Comparable {
    case name
    case category
    case address
    case contact
    case web
    case identity

    package static func < (first: Section, second: Section) -> Bool { first.rawValue < second.rawValue }
  }

  /// The views that show a field.
  package struct Views: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A default column of the list of results.
    package static let list = Views(rawValue: 1)
    /// A line of a card.
    package static let card = Views(rawValue: 2)
    /// A column of the table on a page.
    package static let page = Views(rawValue: 4)
    package static let everywhere: Views = [.list, .card, .page]
  }

  /// A row of the table.
  package struct Entry: Sendable {
    package let content: Content
    /// The description in the schema; `nil` if the name suffices.
    let meaning: String?
    /// The section that shows the field; `nil` for a field that only programs read.
    package let section: Section?
    /// The label of the line on a card and, in capitals, the heading of the column.
    package let label: String
    package let views: Views
    /// The preferred field.
    ///
    /// In a column, this field replaces the preferred field if that is absent; on a card, it follows it.
    package let better: PlaceField?

    fileprivate init(
      _ content: Content,
      _ meaning: String? = nil,
      _ section: Section? = nil,
      _ label: String = "",
      on views: Views = [],
      after better: PlaceField? = nil
    ) {
      self.content = content
      self.meaning = meaning
      self.section = section
      self.label = label
      self.views = views
      self.better = better
    }

    fileprivate init(_ content: Content, _ section: Section, _ label: String, on views: Views) {
      self.init(content, nil, section, label, on: views)
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
      case .group, .kind, .number, .integer, .attributes: break
      }
    }
    return names
  }()

  /// Returns the fields of a view in the order of a card; a field follows its preferred field.
  package static func shown(on view: Views) -> [PlaceField] {
    let fields = allCases.map { (field: $0, entry: $0.entry) }.filter { !$0.entry.views.isDisjoint(with: view) }
    func order(_ entry: Entry) -> Int { (entry.section?.rawValue ?? 0) * 2 + (entry.better == nil ? 0 : 1) }
    return fields.enumerated()
      .sorted { (order($0.element.entry), $0.offset) < (order($1.element.entry), $1.offset) }
      .map(\.element.field)
  }

  /// Returns the columns of a list or page: each a field, and the fields that replace it if it is absent.
  package static func columns(on view: Views) -> [(field: PlaceField, others: [PlaceField])] {
    let fields = shown(on: view)
    return fields.filter { $0.entry.better == nil }
      .map { field in (field, fields.filter { $0.entry.better == field }) }
  }

  /// All fields except the offset along a line.
  package static let ofPlaces = allCases.filter { $0 != .along }

  /// The default columns of CSV and TSV output: all fields but the attributes.
  package static let ofLines = ofPlaces.filter { $0 != .attributes }
}

extension PlaceText.Field {
  /// The field's name in schema 1.
  package var key: String { PlaceField.namesOfTexts[rawValue] }

  /// The numbers of the texts that all places of a category share.
  @inlinable package static var ofCategory: Range<Int> { groupCode.rawValue..<categoryPath.rawValue + 1 }
}
