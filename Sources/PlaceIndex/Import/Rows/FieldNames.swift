import Domain

/// The names of properties and columns in one input.
struct FieldNames: Sendable {
  var dataset: KnownDataset?
  var choice = ColumnChoice()
  /// The attributes to store.
  var attributes = AttributeChoice()
  /// The language of displayed names, such as `ko`; `nil` for local names.
  var language: String?
  /// The services' names of kinds in category paths.
  var pathNames: [Service.KindName] = []
  /// Names that are keys of OpenStreetMap but have other values, such as BUILDING with house numbers.
  var plainKeys: Set<String> = []
  /// The order of the two numbers in properties whose names don't state it.
  var orders: [String: PairOrder] = [:]
  /// Whether the names are OpenStreetMap keys.
  ///
  /// Then only known keys are names: `ref_name` isn't.
  var isOfElements = false
  /// The OpenStreetMap keys of tags that the user requested; they are stored like category keys.
  var keysOfTags: [String] = []
  /// Whether the names are column titles of a table, or property names.
  var kind = Kind.properties
  /// The ``ColumnName/letters`` of columns that end like a name column, but name a part of the place according to other
  /// columns.
  private(set) var namesOfParts: Set<String> = []
  /// The ``ColumnName/letters`` of columns of surnames.
  private(set) var surnames: Set<String> = []
  /// The columns of a latitude and a longitude that are recognized only by comparing both titles.
  private(set) var pair: (latitude: String, longitude: String)?

  enum Kind {
    case columns
    case properties
  }

  static func rows(of field: ImportField) -> [Row] { table.filter { $0.field == field } }

  /// Returns the field and the attribute of a name; `nil` if it is neither.
  func entry(for name: ByteView) -> FieldTable.Entry? {
    let title = name.text
    let column = ColumnName(title)
    let field = field(of: title, column) ?? (isOfElements ? askedFor(title) : nil)
    // A status of something else is stored as an attribute too.
    let isUsed = field.map { $0.field != .status || $0.source != .lastResort } ?? false
    guard let use = AttributeColumns.use(title, letters: column.letters, attributes, isUsed: isUsed) else {
      return field
    }
    var entry = field ?? FieldTable.Entry(.attribute)
    entry.attribute = use
    return entry
  }

  private func askedFor(_ key: String) -> FieldTable.Entry? {
    keysOfTags.firstIndex(of: key).map { FieldTable.Entry(.categoryTag, rank: OSMTags.categoryKeys.count + $0) }
  }

  private func field(of text: String, _ name: ColumnName) -> FieldTable.Entry? {
    if let order = orders[text] {
      return FieldTable.Entry(order == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude)
    }
    if let field = choice.field(of: text) { return FieldTable.Entry(field) }
    if let entry = dataset?.entry(of: name.letters) { return entry }
    if let entry = Self.coordinate(name) { return entry }
    if let pair, text == pair.latitude || text == pair.longitude {
      let field = text == pair.latitude ? ImportField.latitude : .longitude
      return FieldTable.Entry(field, rank: Int(CoordinateSlot.degreesWithin.rawValue))
    }
    if let entry = localised(text) { return entry }
    // `@type` and `@id` of OpenStreetMap aren't category columns.
    let letters = text.hasPrefix("@") ? "@" + name.letters : name.letters
    let rows = kind == .columns ? Self.columns : Self.properties
    for row in rows {
      guard let rank = row.exact[letters], !governs(row.field), row.field != .fact(.name) || !surnames.contains(letters)
      else { continue }
      if row.field == .categoryTag, plainKeys.contains(text) { continue }
      var entry = entry(of: row, letters, rank)
      // CKAN portals and databases number their rows like this, besides the publisher's id.
      if entry.field == .fact(.id), text.hasPrefix("_") { entry.source = .lastResort }
      return entry
    }
    for row in rows {
      guard let rank = row.rank(ofEnding: letters) ?? row.rank(ofFirstWord: text), !governs(row.field) else {
        continue
      }
      guard row.field != .fact(.name) || !Self.isNear(letters) else { continue }
      if row.source == .lastResort, isOfElements || text.contains(":") { continue }
      if row.source == .lastResort, Self.isNameOfOther(letters) || namesOfParts.contains(letters) { continue }
      return entry(of: row, letters, rank)
    }
    guard Self.isCut(text), let row = Self.row(ofCut: letters, among: rows.filter({ !governs($0.field) })) else {
      return nil
    }
    return entry(of: row, letters, Int(UInt16.max) - 1)
  }

  private func entry(of row: Row, _ letters: String, _ rank: Int) -> FieldTable.Entry {
    var entry = FieldTable.Entry(row.field, row.source, rank: rank)
    entry.mayClose = row.mayClose
    if row.field == .fact(.name) { entry.category = Self.category(ofNameColumn: letters) }
    return entry
  }

  /// Returns the columns of addresses among some titles.
  func addresses(among titles: [String]) -> [String] {
    var names = self
    names.kind = .columns
    return titles.filter { title in
      switch ByteView.over(Array(title.utf8), names.entry)?.field {
      case .anyAddress, .fact(.roadAddress), .fact(.lotAddress), .street: true
      default: false
      }
    }
  }

  /// Returns whether the caller or the dataset names the columns of a field, so that no other columns are used.
  private func governs(_ field: ImportField) -> Bool {
    dataset?.governs(field) == true || choice.governs(field)
  }

  /// Finds the columns that end like a name column, but name a part or property of the place.
  ///
  /// Such a column accompanies a column of codes, like `dutyEmclsName` and `dutyEmcls`, or its title extends the title
  /// of the name column, like `dutyEmclsName` and `dutyName`.
  mutating func compareNames(among titles: [String]) {
    namesOfParts = []
    surnames = []
    pair = Self.pair(among: titles)
    let letters = titles.map { ColumnName($0).letters }
    surnames = surnames(among: titles, letters)
    let names = self
    let all = Set(letters)
    var stems: [(letters: String, stem: Substring)] = []
    var hasName = false
    for (title, letters) in zip(titles, letters) {
      guard let found = ByteView.over(Array(title.utf8), names.entry), found.field == .fact(.name) else { continue }
      if found.source != .lastResort { hasName = true }
      guard found.source == .lastResort,
        let ending = Self.nameEndings.first(where: { letters.hasSuffix($0) && letters != $0 })
      else { continue }
      stems.append((letters, letters.dropLast(ending.count)))
    }
    let parts = stems.filter { column in
      Self.codeEndings.contains { all.contains(String(column.stem) + $0) }
        || stems.contains { $0.stem.count < column.stem.count && column.stem.hasPrefix($0.stem) }
    }
    // If all such columns look alike, one of them is the name.
    if hasName || parts.count < stems.count { namesOfParts = Set(parts.map(\.letters)) }
  }

  private static let nameEndings = words("name", of: "endings")
  private static let codeEndings = words("code", of: "endings").map { $0 == "nothing" ? "" : $0 }
  private static let shownNames = words("shown", of: "languages")
  private static let otherNames = words("others", of: "languages")

  /// Returns whether a column ends like a name column but contains names of something else.
  static func isNameOfOther(_ letters: String) -> Bool {
    wholeNamesOfOthers.contains(letters) || namesOfOthers.contains { ends(letters, in: $0) }
  }

  /// Returns whether a column contains the names of something near a place or around it: 인근학교명.
  static func isNear(_ letters: String) -> Bool { namesOfNear.contains { letters.hasPrefix($0) } }

  /// Returns the category row that follows from the title of a name column.
  private static func category(ofNameColumn letters: String) -> UInt16? {
    let found = categoriesByNameColumn.first { kind in
      kind.names.contains { $0.first == "*" ? letters.hasSuffix($0.dropFirst()) : letters == $0 }
    }
    guard let found else { return nil }
    let category = PlaceCategory(word: found.key)
    return CategoryTable.standard.rows.firstIndex { $0.category == category }.map(UInt16.init)
  }

  /// Returns the field of a coordinate's name; its rank is the ``CoordinateSlot``.
  private static func coordinate(_ name: ColumnName) -> FieldTable.Entry? {
    // Names that are rarely marked as WGS 84 have the same meaning with the mark.
    for (slot, north, east) in pairs
    where (name.isGeodetic || slot != .geodetic) && (!name.isGrid || slot == .plane) {
      for row in [north, east] where row.rank(of: name.letters) != nil {
        return FieldTable.Entry(row.field, rank: Int(slot.rawValue))
      }
    }
    return name.order.map { FieldTable.Entry($0 == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude) }
  }

  /// Returns the field of a name in a language (`name:ko`, `alt_name:en`, `brand:ko`) or of a further name (`name_1`).
  private func localised(_ text: String) -> FieldTable.Entry? {
    // OpenStreetMap numbers further names: `name_1`.
    if text.hasPrefix("name_"), text.utf8.count == 6, text.last?.isNumber == true {
      return FieldTable.Entry(.otherName, .otherName, rank: Int(UInt16.max))
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let language = text[text.index(after: colon)...]
    guard (2...3).contains(language.prefix { $0.isLetter }.count),
      language.drop(while: \.isLetter).first.map({ $0 == "-" || $0 == "_" }) ?? true
    else { return nil }
    let name = String(text[..<colon])
    if Self.shownNames.contains(name) {
      switch self.language.map({ LanguageMatch(language, wanted: $0) }) ?? .none {
      case .whole: return FieldTable.Entry(.localName, .wantedLanguage)
      case .part: return FieldTable.Entry(.localName, .wantedLanguage, rank: 1)
      case .none: return FieldTable.Entry(.localName, language == "ko" ? .korean : .otherLanguage)
      }
    }
    return Self.otherNames.contains(name) ? FieldTable.Entry(.otherName, .otherName, rank: Int(UInt16.max)) : nil
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

extension ColumnChoice {
  /// Returns the first named column that isn't among the titles; `nil` if all are.
  func missing(among titles: [String]) -> String? {
    [latitude, longitude, name, id, category].compactMap(\.self).first { !titles.contains($0) }
  }

  func field(of title: String) -> ImportField? {
    if title == id { return .fact(.id) }
    if title == name { return .fact(.name) }
    if title == category { return .category }
    if title == latitude { return .latitude }
    return title == longitude ? .longitude : nil
  }

  func governs(_ field: ImportField) -> Bool {
    switch field {
    case .fact(.id): id != nil
    case .fact(.name): name != nil
    default: field.isCategory && category != nil
    }
  }
}
