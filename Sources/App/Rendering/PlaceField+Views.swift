import Domain

/// The views for people: lists, cards and pages.
extension PlaceField {
  /// The sections of a card, in order.
  enum Section: Int, Sendable, Comparable {
    case name
    case category
    case address
    case contact
    case web
    case identity

    static func < (first: Section, second: Section) -> Bool { first.rawValue < second.rawValue }
  }

  /// The views that show a field.
  struct Views: OptionSet, Sendable {
    let rawValue: Int

    /// A default column of the list of results.
    static let list = Views(rawValue: 1)
    /// A line of a card.
    static let card = Views(rawValue: 2)
    /// A column of the table on a page.
    static let page = Views(rawValue: 4)
    static let everywhere: Views = [.list, .card, .page]
  }

  /// The views of a field, and its place in them.
  struct Display: Sendable {
    let section: Section
    /// The label of the line on a card and, in capitals, the heading of the column.
    let label: String
    let views: Views
    /// The preferred field.
    ///
    /// In a column, this field replaces the preferred field if that is absent; on a card, it follows it.
    let better: PlaceField?

    init(_ section: Section, _ label: String, on views: Views, after better: PlaceField? = nil) {
      self.section = section
      self.label = label
      self.views = views
      self.better = better
    }
  }

  /// The views that show the field; `nil` for a field that only programs read.
  var display: Display? {
    switch self {
    case .id: Display(.identity, "id", on: [.card])
    case .placeName: Display(.name, "name", on: [.list, .page])
    case .category: Display(.category, "category", on: [.list, .page])
    case .categoryName: Display(.category, "category", on: [.card])
    case .phone: Display(.contact, "phone", on: .everywhere)
    case .addressName: Display(.address, "lot", on: .everywhere, after: .roadAddressName)
    case .roadAddressName: Display(.address, "address", on: .everywhere)
    case .placeURL: Display(.web, "page", on: [.card])
    default: nil
    }
  }

  /// The label of the field; empty for a field that only programs read.
  var label: String { display?.label ?? "" }

  /// Returns the label of the field on a card.
  func label(in language: Language) -> String {
    let phrase: Phrase? =
      switch self {
      case .addressName: .lot
      case .placeURL: .webPage
      default: heading
      }
    return language == .english ? label : phrase?.text(language) ?? label
  }

  /// The heading of a column; `nil` for a field that no list shows.
  var heading: Phrase? {
    switch display?.section {
    case .name: .name
    case .category: .category
    case .address: .address
    case .contact: .phone
    case .web, .identity, nil: nil
    }
  }

  /// Returns the fields of a view in the order of a card; a field follows its preferred field.
  static func shown(on view: Views) -> [PlaceField] {
    let fields = allCases.compactMap { field in
      field.display.flatMap { $0.views.isDisjoint(with: view) ? nil : (field: field, display: $0) }
    }
    func order(_ display: Display) -> Int { display.section.rawValue * 2 + (display.better == nil ? 0 : 1) }
    return fields.enumerated()
      .sorted { (order($0.element.display), $0.offset) < (order($1.element.display), $1.offset) }
      .map(\.element.field)
  }

  /// Returns the columns of a list or page: each a field, and the fields that replace it if it is absent.
  static func columns(on view: Views) -> [(field: PlaceField, others: [PlaceField])] {
    let fields = shown(on: view)
    return fields.filter { $0.display?.better == nil }
      .map { field in (field, fields.filter { $0.display?.better == field }) }
  }
}
