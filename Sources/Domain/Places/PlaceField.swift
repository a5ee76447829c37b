/// What is known of a place: the keys of schema 1 in their order, and of each what it holds and where people see it.
///
/// This table is the only list of them. The reader of Kakao's answers, the import, the rows of an index, the stores,
/// the formats, the schemas, cards, pages and the screen go over it. A further text is a case of ``PlaceText/Field``
/// and its number there, a case here, before ``attributes``, and its line in ``entry``; what its columns are called
/// stands in `Fields.txt`.
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

  /// The line of the table.
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
    case .attributes: Entry(.attributes, "further facts by key, as the source writes them")
    case .along: Entry(.integer(.along), "whole metres along the route to the nearest point of it, along one alone")
    }
  }
}

extension PlaceText {
  /// The texts of a place, in the order in which they are packed.
  public enum Field: Int, Sendable, CaseIterable, BitwiseCopyable {
    /// The source's own stable key.
    case id
    /// The name on the sign.
    case name
    /// Kakao's group code, including codes that this version does not know.
    case groupCode
    /// Kakao's name of the group.
    case groupName
    /// The source's own category, raw.
    case categoryPath
    /// Telephone number as the source writes it.
    case phone
    /// Lot-number address (지번).
    case lotAddress
    /// Road-name address (도로명).
    case roadAddress
    /// A web page of the place.
    case url

    /// How many there are.
    @inlinable package static var count: Int { 9 }
  }

  /// Something for each text of a place, by its number.
  package typealias PerField<Element> = InlineArray<9, Element>
}

extension PlaceField {
  /// What a field holds.
  package enum Content: Sendable {
    /// A text of the source; prose stays useful when it is cut.
    case text(PlaceText.Field, isProse: Bool = false)
    /// A word of the place's group; without a group, the source's own text.
    case group(@Sendable (CategoryGroup) -> String, PlaceText.Field? = nil, isProse: Bool = false)
    /// The place's kind.
    case kind
    case number(Number)
    case integer(WholeNumber)
    /// Its further facts.
    case attributes
  }

  /// A number of a place, as a value: a function would be handed a copy of the place, and a batch has millions.
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

  /// What people see together: the parts of a card, in their order.
  package enum Section: Int, Sendable, Comparable {
    case name
    case category
    case address
    case contact
    case web
    case identity

    package static func < (first: Section, second: Section) -> Bool { first.rawValue < second.rawValue }
  }

  /// Where people see a field.
  package struct Views: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A column of the list of an answer, unless other fields are asked for.
    package static let list = Views(rawValue: 1)
    /// A line of a card.
    package static let card = Views(rawValue: 2)
    /// A column of the table of a page.
    package static let page = Views(rawValue: 4)
    package static let everywhere: Views = [.list, .card, .page]
  }

  /// A line of the table.
  package struct Entry: Sendable {
    package let content: Content
    /// What it is, where its name does not say that: for the schema.
    let meaning: String?
    /// What it stands with; `nil` for what only programs read.
    package let section: Section?
    /// What people call it: the label of its line, and in capitals the heading of its column.
    package let label: String
    package let views: Views
    /// The field that says it better: it stands in the column of that one where that one is absent, and after it on
    /// cards.
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

  /// The text that the field holds; `nil` for one that holds another value, or a word of the group.
  package var text: PlaceText.Field? {
    if case .text(let field, _) = entry.content { field } else { nil }
  }

  /// The name of each text in schema 1, by the number of the text.
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

  /// The fields that people see somewhere, in the order of a card; one that another says better follows that one.
  package static func shown(on view: Views) -> [PlaceField] {
    let fields = allCases.map { (field: $0, entry: $0.entry) }.filter { !$0.entry.views.isDisjoint(with: view) }
    func order(_ entry: Entry) -> Int { (entry.section?.rawValue ?? 0) * 2 + (entry.better == nil ? 0 : 1) }
    return fields.enumerated()
      .sorted { (order($0.element.entry), $0.offset) < (order($1.element.entry), $1.offset) }
      .map(\.element.field)
  }

  /// The columns of a list or page: each a field, and those that stand in for it.
  package static func columns(on view: Views) -> [(field: PlaceField, others: [PlaceField])] {
    let fields = shown(on: view)
    return fields.filter { $0.entry.better == nil }
      .map { field in (field, fields.filter { $0.entry.better == field }) }
  }

  /// The fields of a place, but for where it lies along a line.
  package static let ofPlaces = allCases.filter { $0 != .along }

  /// The fields of a line of a table for programs, where none are named: all but those that few places have.
  package static let ofLines = ofPlaces.filter { $0 != .attributes }
}

extension PlaceText.Field {
  /// The name in schema 1.
  package var key: String { PlaceField.namesOfTexts[rawValue] }

  /// The numbers of the texts that places of one category share.
  @inlinable package static var ofCategory: Range<Int> { groupCode.rawValue..<categoryPath.rawValue + 1 }
}
