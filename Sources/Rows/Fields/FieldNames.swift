package import Domain
package import Tables

/// The names of properties and columns in one input.
package struct FieldNames: Sendable {
  package var dataset: KnownDataset?
  package var choice = ColumnChoice()
  /// The declared format of the input.
  package var format = TableFormat()
  /// The chosen columns of an earlier import of the input.
  package var earlierChoice = ColumnChoice()
  /// The attributes to store.
  package var attributes = AttributeChoice()
  /// The language of displayed names, such as `ko`; `nil` for local names.
  package var language: String?
  /// The services' names of kinds in category paths.
  package var pathNames: [Service.KindName] = []
  /// Whether the names are OpenStreetMap keys.
  ///
  /// Then only known keys are names: `ref_name` isn't.
  package var isOfElements = false
  /// Whether other names may be OpenStreetMap keys too, which distinguish capitals.
  package var hasExactKeys = false
  /// The OpenStreetMap keys of tags that the user requested; they are stored like category keys.
  package var keysOfTags: [String] = []
  /// Whether the names are column titles of a table, or property names.
  var kind = Kind.properties

  // The values of the columns and properties decide the following.

  /// The order of the two numbers in properties whose names don't state it.
  package var orders: [String: PairOrder] = [:]
  /// The titles that mean a name, a category or a hemisphere, but whose values contradict that: BUILDING with house
  /// numbers.
  package var refused: Set<String> = []
  /// The meanings of titles that have no other meaning, as their values or other titles suggest.
  package private(set) var proposals: [String: FieldTable.Entry] = [:]

  // A comparison of all titles, and some values, decide the following.

  /// The meanings of titles that the titles alone don't have.
  var compared: [String: FieldTable.Entry] = [:]
  /// The beginnings that programs add to titles.
  private var marks = [Self.feedMark]
  /// The names in titles after a mark that the coordinates have too: `nombre` for `local_nombre` next to `local_lat`.
  private var unmarkedTitles: [String: String] = [:]
  /// The columns that may contain names of persons, because another column has their first or last names, by their
  /// ``ColumnName/letters``.
  private(set) var personNames: Set<String> = []
  /// Whether no other column may contain names, so that ``personNames`` are proposed.
  private(set) var proposesPersonNames = false
  /// Whether `category_name`, the path next to a category, is the only column of categories.
  private var hasOnlyCategoryPath = false

  package init(language: String? = nil) { self.language = language }

  enum Kind {
    case columns
    case properties
  }

  /// Returns the field and the attribute of a name; `nil` if it is neither.
  package func entry(of title: String) -> FieldTable.Entry? { entry(of: ColumnName(title)) }

  func entry(of name: ColumnName) -> FieldTable.Entry? {
    let title = unmarkedTitles[name.title] ?? name.title
    let mark = marks.first(where: title.hasPrefix) ?? ""
    let isMarked = !mark.isEmpty || title != name.title
    let name = isMarked ? ColumnName(String(title.dropFirst(mark.count))) : name
    let field = field(of: title, name)
    if field?.field == .attribute { return field }
    guard let use = attribute(of: title, letters: name.letters, field) else { return field }
    var entry = field ?? FieldTable.Entry(.attribute)
    entry.attribute = use
    return entry
  }

  /// The keys of OpenStreetMap and JSON-LD that begin with @; other keys have it if they were attributes of XML.
  private static let keywords: Set<String> = ["type", "id", "context", "graph", "value", "language"]

  private func requestedTag(_ key: String) -> FieldTable.Entry? {
    guard isOfElements, let index = keysOfTags.firstIndex(of: key) else { return nil }
    return FieldTable.Entry(.categoryTag, rank: OSMTags.categoryKeys.count + index)
  }

  private func field(of title: String, _ name: ColumnName) -> FieldTable.Entry? {
    if let order = orders[title] { return FieldTable.Entry(order.field) }
    if let field = choice.field(of: title) {
      var entry = FieldTable.Entry(field)
      entry.attribute = choice.attribute(of: title)
      if field == .placeText(.name) { entry.category = Self.category(ofNameColumn: name.letters) }
      return entry
    }
    if let entry = dataset?.entry(of: name.letters) ?? Self.coordinate(name) ?? compared[title] ?? localised(title) {
      return entry
    }
    if marks.contains(Self.geocoderMark), name.letters == "locname" { return nil }
    // `@type` and `@id` of OpenStreetMap aren't category columns.
    let isKeyword = title.hasPrefix("@") && (isOfElements || Self.keywords.contains(name.letters))
    let letters = isKeyword ? "@" + name.letters : name.letters
    guard let meaning = meaning(of: title, letters) else { return proposals[title] ?? requestedTag(title) }
    var entry = entry(of: meaning, letters)
    // CKAN portals and databases number their rows like this, besides the publisher's id.
    if entry.field == .placeText(.id), title.hasPrefix("_") { entry.source = .lastResort }
    if entry.field == .placeText(.categoryPath), hasOnlyCategoryPath { entry.source = .lastResort }
    return entry
  }

  /// Returns the first meaning of a whole name, an ending or a first word, the first of several columns, or a truncated
  /// name; `nil` if the table has none, or it is refused.
  private func meaning(of title: String, _ letters: String) -> NameTable.Meaning? {
    func first(_ meanings: [NameTable.Meaning]) -> NameTable.Meaning? {
      for meaning in meanings where !isRefused(meaning, title: title, letters: letters) { return meaning }
      return nil
    }
    let table = Self.table
    if let whole = first(table.meanings(ofWhole: letters)) ?? first(table.meanings(ofEnding: letters)) { return whole }
    if let word = table.meaning(ofFirstWord: title), let found = first([word]) { return found }
    if let found = first(Self.firstOfSeveral(letters)) { return found }
    guard Self.isCut(title) else { return nil }
    let cut = table.meaning(ofCut: letters) { $0.applies(to: kind) && !governs($0.field) }
    return cut?.field == .placeText(.name) ? nil : cut
  }

  /// Returns whether the caller, the dataset, the values of a column, or other columns rule out a meaning of its title.
  private func isRefused(_ meaning: NameTable.Meaning, title: String, letters: String) -> Bool {
    let field = meaning.field
    guard meaning.applies(to: kind), !governs(field) else { return true }
    let needsValues = field == .placeText(.name) || field == .categoryTag || field.isCategory || field.isHemisphere
    if needsValues, refused.contains(title) { return true }
    switch field {
    case .placeText(.name):
      return meaning.source == .lastResort ? !isProposedName(title) : personNames.contains(letters)
    // Such a title means house numbers only next to streets.
    case .houseNumber: return meaning.source == .lastResort
    // The address of an e-mail account isn't a place's.
    default: return field.isWholeAddress && AttributeColumns.isKnown(letters)
    }
  }

  func entry(of meaning: NameTable.Meaning, _ letters: String) -> FieldTable.Entry {
    let field = kind == .properties && meaning.isSpoken ? .latitudeLongitude : meaning.field
    var entry = FieldTable.Entry(field, field.isCategory ? .named : meaning.source, rank: meaning.rank)
    entry.mayClose = meaning.mayClose
    if field == .placeText(.name) { entry.category = Self.category(ofNameColumn: letters) }
    return entry
  }

  /// Gives titles without another meaning the meaning that their values suggest.
  package mutating func propose(_ entry: FieldTable.Entry, for titles: some Sequence<String>) {
    for title in titles { proposals[title] = entry }
  }

  /// Returns whether a title is ambiguous, and its values are names.
  func isProposedName(_ title: String) -> Bool { proposals[title]?.field == .placeText(.name) }

  /// Returns whether a title is for positions in a notation that only the values show, so that these may be addresses.
  func mayBeAddress(_ title: String) -> Bool {
    choice.field(of: title) == nil && orders[title] == nil && entry(of: title)?.field == .coordinate
  }

  /// Treats titles for positions as titles of addresses, because their values are texts without coordinates.
  package mutating func treatAsAddresses(_ titles: Set<String>) {
    for title in titles { compared[title] = FieldTable.Entry(.anyAddress, .lastResort) }
  }

  /// Treats titles as titles of the types of OpenStreetMap elements: the rows have their numbers, and the values are
  /// `node`, `way` and `relation`.
  package mutating func treatAsElementTypes(_ titles: Set<String>) {
    for title in titles { compared[title] = FieldTable.Entry(.osmType) }
  }

  /// Returns the columns of addresses among some titles.
  func addresses(among titles: [String]) -> [String] {
    var names = self
    names.kind = .columns
    return titles.filter { title in
      switch names.entry(of: title)?.field {
      case .anyAddress, .placeText(.roadAddress), .placeText(.lotAddress), .street: true
      default: false
      }
    }
  }

  /// Returns the columns of whole addresses among some titles, best first.
  ///
  /// The other names of fields are parsed only if a title may be an address.
  package static func wholeAddresses(among titles: [String]) -> [String] {
    let likely = titles.map(ColumnName.init).filter { !addresses.meanings(of: $0.letters).isEmpty }
    guard !likely.isEmpty else { return [] }
    var names = FieldNames()
    names.kind = .columns
    let found = likely.compactMap { name -> (title: String, precedence: Precedence)? in
      guard let entry = names.entry(of: name), entry.field.isWholeAddress else { return nil }
      return (name.title, entry.precedence)
    }
    return found.enumerated().sorted { ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset) }
      .map(\.element.title)
  }

  /// Returns whether the caller or the dataset names the columns of a field, so that no other column is used.
  func governs(_ field: ImportField) -> Bool {
    dataset?.governs(field) == true || choice.governs(field)
  }

  /// Determines the meanings that depend on several titles.
  package mutating func compareNames(among names: [ColumnName]) {
    compared = [:]
    marks = Self.areGeocoded(names) ? [Self.geocoderMark, Self.feedMark] : [Self.feedMark]
    findPair(among: names)
    findNumbersOfStreets(among: names)
    findLanguages(among: names)
    personNames = Self.personNames(among: names)
    proposesPersonNames = !personNames.isEmpty && !hasName(among: names)
    hasOnlyCategoryPath = !governs(.category) && !hasCategory(among: names)
    unmarkedTitles = Self.unmarkedTitles(among: names).filter { title, unmarked in
      field(of: title, ColumnName(title)) == nil && field(of: unmarked, ColumnName(unmarked)) != nil
    }
  }

  /// Returns the field of a coordinate's name; its rank is the ``CoordinateSlot``.
  private static func coordinate(_ name: ColumnName) -> FieldTable.Entry? {
    var first: NameTable.Meaning?
    // Names that are rarely marked as WGS 84 have the same meaning with the mark.
    for meaning in coordinates.meanings(of: name.letters)
    where (name.isGeodetic || meaning.slot != .geodetic) && (!name.isProjected || meaning.slot == .plane) {
      if meaning.rank < first?.rank ?? .max { first = meaning }
    }
    if let first, let slot = first.slot { return FieldTable.Entry(first.field, rank: Int(slot.rawValue)) }
    return name.order.map { FieldTable.Entry($0.field) }
  }
}

extension ImportField {
  /// The order of two numbers, if the field states it.
  var order: PairOrder? {
    switch self {
    case .latitudeLongitude: .latitudeFirst
    case .longitudeLatitude, .geometryText: .longitudeFirst
    default: nil
    }
  }
}

extension PairOrder {
  /// The field of two numbers in this order.
  var field: ImportField { self == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude }
}
