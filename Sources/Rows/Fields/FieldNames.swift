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
  /// Names that are keys of OpenStreetMap but have other values, such as BUILDING with house numbers.
  package var plainKeys: Set<String> = []
  /// The order of the two numbers in properties whose names don't state it.
  package var orders: [String: PairOrder] = [:]
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
  /// The columns or properties with ambiguous titles whose values are names, likeliest first.
  package var proposedNames: [String] = []
  /// The properties with ambiguous names whose values are kinds of places: `type`, `typ`, `tipo`.
  package var types: Set<String> = []
  /// The columns and properties whose values contradict their titles.
  package var refused: Set<String> = []
  /// The columns and properties with a title for positions whose values are texts without coordinates.
  package var addressTitles: Set<String> = []
  /// Whether `type` and `id` are the type and the number of an OpenStreetMap element.
  package var hasElementTypes = false
  /// Whether the columns are from the geocoder of ArcGIS, which writes `USER_` before the titles of its input.
  private(set) var isGeocoded = false
  /// The titles of names in languages, such as `name_en`, as OpenStreetMap writes them.
  var languageTitles: [String: String] = [:]
  /// The title of the displayed name, if all names are in ``languageTitles``.
  var mainLanguageTitle: String?
  /// The columns that may contain names of persons, because another column has their first or last names, by their
  /// ``ColumnName/letters``.
  private(set) var personNames: Set<String> = []
  /// Whether no other column may contain names, so that ``personNames`` are proposed.
  private(set) var proposesPersonNames = false
  /// The columns next to a column of streets that may have its house numbers.
  private(set) var numbersOfStreets: Set<String> = []
  /// The names in titles after a mark that the coordinates have too: `nombre` for `local_nombre` next to `local_lat`.
  private(set) var unmarkedTitles: [String: String] = [:]
  /// Whether `category_name`, the path next to a category, is the only column of categories.
  private(set) var hasOnlyCategoryPath = false
  /// The columns of a latitude and a longitude that are recognized only by comparing both titles.
  private(set) var pair: (latitude: String, longitude: String)?

  package init(language: String? = nil) { self.language = language }

  enum Kind {
    case columns
    case properties
  }

  /// Returns the field and the attribute of a name; `nil` if it is neither.
  package func entry(for name: ByteView) -> FieldTable.Entry? {
    let title = unmarkedTitles[name.text] ?? name.text
    let marks = isGeocoded ? [Self.geocoderMark, Self.feedMark] : [Self.feedMark]
    let mark = marks.first(where: title.hasPrefix) ?? ""
    let column = ColumnName(String(title.dropFirst(mark.count)))
    let field = field(of: title, column) ?? (isOfElements ? requestedTag(title) : nil)
    if field?.field == .attribute { return field }
    guard let use = attribute(of: title, letters: column.letters, field) else { return field }
    var entry = field ?? FieldTable.Entry(.attribute)
    entry.attribute = use
    return entry
  }

  /// The keys of OpenStreetMap and JSON-LD that begin with @; other keys have it if they were attributes of XML.
  private static let keywords: Set<String> = ["type", "id", "context", "graph", "value", "language"]

  private func requestedTag(_ key: String) -> FieldTable.Entry? {
    keysOfTags.firstIndex(of: key).map { FieldTable.Entry(.categoryTag, rank: OSMTags.categoryKeys.count + $0) }
  }

  private func field(of text: String, _ name: ColumnName) -> FieldTable.Entry? {
    if let order = orders[text] {
      return FieldTable.Entry(order == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude)
    }
    if let field = choice.field(of: text) {
      var entry = FieldTable.Entry(field)
      entry.attribute = choice.attribute(of: text)
      if field == .placeText(.name) { entry.category = Self.category(ofNameColumn: name.letters) }
      return entry
    }
    if let entry = dataset?.entry(of: name.letters) { return entry }
    if let entry = Self.coordinate(name) { return entry }
    if let pair, text == pair.latitude || text == pair.longitude {
      let field = text == pair.latitude ? ImportField.latitude : .longitude
      return FieldTable.Entry(field, rank: Int(CoordinateSlot.degreesWithin.rawValue))
    }
    if let entry = localised(text) { return entry }
    if isGeocoded, name.letters == "locname" { return nil }
    // `@type` and `@id` of OpenStreetMap aren't category columns.
    let isKeyword = text.hasPrefix("@") && (isOfElements || Self.keywords.contains(name.letters))
    let letters = isKeyword ? "@" + name.letters : name.letters
    let rows = kind == .columns ? Self.columns : Self.properties
    for row in rows {
      guard let rank = row.exact[letters], !governs(row.field), !isRefused(row, title: text, letters: letters) else {
        continue
      }
      if row.field == .categoryTag, plainKeys.contains(text) { continue }
      if row.field == .coordinate, addressTitles.contains(text) { return FieldTable.Entry(.anyAddress, .lastResort) }
      var entry = entry(of: row, letters, rank)
      // CKAN portals and databases number their rows like this, besides the publisher's id.
      if entry.field == .placeText(.id), text.hasPrefix("_") { entry.source = .lastResort }
      if entry.field == .placeText(.categoryPath), hasOnlyCategoryPath { entry.source = .lastResort }
      return entry
    }
    for row in rows {
      guard let rank = row.rank(ofEnding: letters) ?? row.rank(ofFirstWord: text), !governs(row.field) else {
        continue
      }
      guard !isRefused(row, title: text, letters: letters) else { continue }
      // The address of an e-mail account isn't a place's.
      if row.field.isWholeAddress, AttributeColumns.isKnown(letters) { continue }
      return entry(of: row, letters, rank)
    }
    if let first = firstOfSeveral(letters, among: rows) { return first }
    if Self.isCut(text), let row = Self.row(ofCut: letters, among: rows.filter({ !governs($0.field) })),
      row.field != .placeText(.name)
    {
      return entry(of: row, letters, Int(UInt16.max) - 1)
    }
    if hasElementTypes, text == "type" { return FieldTable.Entry(.osmType) }
    if types.contains(text) { return FieldTable.Entry(.category, .type) }
    guard proposedNames.contains(text) else { return nil }
    return FieldTable.Entry(.placeText(.name), .lastResort)
  }

  /// Returns whether the values of a column, or other columns, contradict a row of the table of titles.
  private func isRefused(_ row: Row, title: String, letters: String) -> Bool {
    if refused.contains(title) {
      return row.field == .placeText(.name) || row.field.isCategory || row.field.isHemisphere
    }
    if row.field == .houseNumber, row.source == .lastResort { return !numbersOfStreets.contains(title) }
    guard row.field == .placeText(.name) else { return false }
    return row.source == .lastResort ? !proposedNames.contains(title) : personNames.contains(letters)
  }

  func entry(of row: Row, _ letters: String, _ rank: Int) -> FieldTable.Entry {
    let source = row.field.isCategory ? .named : row.source
    let field = kind == .properties && row.isSpoken ? .latitudeLongitude : row.field
    var entry = FieldTable.Entry(field, source, rank: rank)
    entry.mayClose = row.mayClose
    if row.field == .placeText(.name) { entry.category = Self.category(ofNameColumn: letters) }
    return entry
  }

  /// Returns whether a title is for positions in a notation that only the values show, so that these may be addresses.
  func mayBeAddress(_ title: String) -> Bool {
    choice.field(of: title) == nil && orders[title] == nil
      && ByteView.over(Array(title.utf8), entry)?.field == .coordinate
  }

  /// Returns the columns of addresses among some titles.
  func addresses(among titles: [String]) -> [String] {
    var names = self
    names.kind = .columns
    return titles.filter { title in
      switch ByteView.over(Array(title.utf8), names.entry)?.field {
      case .anyAddress, .placeText(.roadAddress), .placeText(.lotAddress), .street: true
      default: false
      }
    }
  }

  /// Returns the columns of whole addresses among some titles, best first.
  ///
  /// The other names of fields are parsed only if a title may be an address.
  package static func wholeAddresses(among titles: [String]) -> [String] {
    let likely = titles.filter { title in
      let letters = ColumnName(title).letters
      return addresses.contains { $0.rank(of: letters) != nil }
    }
    guard !likely.isEmpty else { return [] }
    var names = FieldNames()
    names.kind = .columns
    let found = likely.compactMap { title -> (title: String, precedence: Precedence)? in
      guard let entry = ByteView.over(Array(title.utf8), names.entry), entry.field.isWholeAddress else { return nil }
      return (title, entry.precedence)
    }
    return found.enumerated().sorted { ($0.element.precedence, $0.offset) < ($1.element.precedence, $1.offset) }
      .map(\.element.title)
  }

  /// Returns whether the caller or the dataset names the columns of a field, so that no other column is used.
  func governs(_ field: ImportField) -> Bool {
    dataset?.governs(field) == true || choice.governs(field)
  }

  /// Determines the meanings that depend on several titles.
  package mutating func compareNames(among titles: [String]) {
    pair = Self.pair(among: titles)
    isGeocoded = Self.areGeocoded(titles)
    numbersOfStreets = Self.numbersOfStreets(among: titles)
    findLanguages(among: titles)
    personNames = Self.personNames(among: titles)
    proposesPersonNames = !personNames.isEmpty && !hasName(among: titles)
    hasOnlyCategoryPath = !governs(.category) && !hasCategory(among: titles)
    unmarkedTitles = Self.unmarkedTitles(among: titles).filter { title, unmarked in
      field(of: title, ColumnName(title)) == nil && field(of: unmarked, ColumnName(unmarked)) != nil
    }
  }

  /// Returns the row of the table of categories that follows from the title of a name column.
  package static func category(ofNameColumn letters: String) -> UInt16? {
    categoriesByNameColumn.first { $0.isEnding ? ends(letters, in: $0.name) : letters == $0.name }?.category
  }

  /// Returns the field of a coordinate's name; its rank is the ``CoordinateSlot``.
  private static func coordinate(_ name: ColumnName) -> FieldTable.Entry? {
    // Names that are rarely marked as WGS 84 have the same meaning with the mark.
    for (slot, north, east) in pairs
    where (name.isGeodetic || slot != .geodetic) && (!name.isProjected || slot == .plane) {
      for row in [north, east] where row.rank(of: name.letters) != nil {
        return FieldTable.Entry(row.field, rank: Int(slot.rawValue))
      }
    }
    return name.order.map { FieldTable.Entry($0 == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude) }
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
