import Domain
import TextParsing

/// The names of properties and columns for one input.
struct FieldNames: Sendable {
  /// The known dataset of the input.
  var dataset: KnownDataset?
  /// The columns that the caller named.
  var choice = ColumnChoice()
  /// The language of the displayed names, such as `ko`; `nil` for the local names.
  var language: String?
  /// Whether the names are those of columns, for which ``CSVColumnRole`` takes precedence.
  var areColumns = false

  private static let exact = ExactNames()

  /// The field of a name; `nil` for a name of no field.
  func entry(for name: ByteView) -> FieldTable.Entry? {
    let text = name.text
    if let entry = chosen(text) { return entry }
    let column = CSVColumnName(text)
    if let entry = dataset?.entry(of: column.letters) { return entry }
    if let entry = Self.coordinate(column) { return entry }
    if let order = column.order {
      return FieldTable.Entry(field: order == .latitudeFirst ? .latitudeLongitude : .longitudeLatitude, rank: 0)
    }
    // `@type` and `@id` of OpenStreetMap are not columns of categories.
    if text.hasPrefix("@"), let entry = Self.exact.entry(for: name) { return allowed(entry, column) }
    if areColumns, let entry = role(of: column, text, penalty: 0) { return entry }
    if let entry = Self.exact.entry(for: name), !areColumns || !Self.isRole(entry.field) {
      return allowed(entry, column)
    }
    if let entry = pattern(text) { return entry }
    // `type` among properties is Overture's or that of an OpenStreetMap relation: neither is a category.
    if !areColumns, text == "type" { return nil }
    return areColumns ? nil : role(of: column, text, penalty: 50)
  }

  private func chosen(_ text: String) -> FieldTable.Entry? {
    let fields: [(String?, FieldVocabulary.Field)] = [
      (choice.id, .id), (choice.name, .name), (choice.category, .category), (choice.latitude, .latitude),
      (choice.longitude, .longitude),
    ]
    for (wanted, field) in fields where wanted == text { return FieldTable.Entry(field: field, rank: 0) }
    return nil
  }

  private func allowed(_ entry: FieldTable.Entry, _ column: CSVColumnName) -> FieldTable.Entry? {
    if dataset?.governs(entry.field) == true || choice.governs(entry.field) { return nil }
    guard entry.field == .name else { return entry }
    var entry = entry
    entry.group = CSVColumnRole.group(ofNameColumn: column.letters).storedNumber
    return entry
  }

  /// The field of a coordinate by its name; the rank is the ``CoordinateSlot``.
  static func coordinate(_ column: CSVColumnName) -> FieldTable.Entry? {
    for (field, names) in CSVCoordinateNames.partsOfDegrees where column.rank(among: names) != nil {
      return FieldTable.Entry(field: field, rank: 0)
    }
    for names in CSVCoordinateNames.allCases where column.isGeodetic == (names == .geodetic) {
      let slot = names == .plane || column.isGrid ? CoordinateSlot.plane : names.slot
      guard !column.isGrid || names == .plane else { continue }
      if column.rank(among: names.latitude) != nil {
        return FieldTable.Entry(field: slot == .plane ? .northing : .latitude, rank: slot.rawValue)
      }
      if column.rank(among: names.longitude) != nil {
        return FieldTable.Entry(field: slot == .plane ? .easting : .longitude, rank: slot.rawValue)
      }
    }
    return nil
  }

  /// Names in a language, `name:ko`, `alt_name:en`, `brand:ko`, and further ones, `name_1`.
  private func pattern(_ text: String) -> FieldTable.Entry? {
    // OpenStreetMap numbers further names: `name_1`.
    if text.hasPrefix("name_"), text.utf8.count == 6, text.last?.isNumber == true {
      return FieldTable.Entry(field: .otherName, rank: 61)
    }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let language = text[text.index(after: colon)...]
    guard (2...3).contains(language.prefix { $0.isLetter }.count),
      language.drop(while: \.isLetter).first.map({ $0 == "-" || $0 == "_" }) ?? true
    else { return nil }
    switch text[..<colon] {
    case "name":
      let isWanted = self.language.map { language == $0 || language.hasPrefix($0 + "-") } ?? false
      return FieldTable.Entry(field: .localName, rank: isWanted ? 0 : language == "ko" ? 57 : 58)
    case "alt_name", "official_name", "short_name", "brand", "loc_name", "branch":
      return FieldTable.Entry(field: .otherName, rank: 60)
    default: return nil
    }
  }

  private func role(of column: CSVColumnName, _ text: String, penalty: UInt8) -> FieldTable.Entry? {
    for role in CSVColumnRole.allCases {
      let field = role.field
      if dataset?.governs(field) == true || choice.governs(field) { continue }
      guard let rank = column.rank(among: role.names) else { continue }
      if role == .lastResortName {
        let isOfOther = CSVColumnRole.namesOfOthers.split(whereSeparator: \.isWhitespace).contains {
          column.letters.hasSuffix($0)
        }
        guard !isOfOther, !text.contains(":") else { continue }
      }
      var entry = FieldTable.Entry(field: field, rank: UInt8(clamping: rank + Int(penalty)))
      if role == .lastResortName { entry.rank = 120 }
      if field == .name {
        entry.group = CSVColumnRole.group(ofNameColumn: column.letters).storedNumber
      }
      return entry
    }
    return nil
  }

  private static func isRole(_ field: FieldVocabulary.Field) -> Bool {
    switch field {
    case .id, .name, .category, .categoryPath, .phone, .lotAddress, .roadAddress, .url, .status, .confidence: true
    default: false
    }
  }
}

/// The names that are compared exactly except for ASCII case.
private struct ExactNames: Sendable {
  private let table: WordTable
  private let entries: [FieldTable.Entry]

  init() {
    var entries: [FieldTable.Entry] = []
    var words: [(word: String, value: UInt8)] = []
    func add(_ name: String, _ field: FieldVocabulary.Field, _ rank: Int) {
      let entry = FieldTable.Entry(field: field, rank: UInt8(rank))
      let known = entries.firstIndex { $0.field == field && $0.rank == entry.rank }
      words.append((name, UInt8(known ?? entries.count)))
      if known == nil { entries.append(entry) }
    }
    for (field, names) in FieldVocabulary.names {
      for (rank, name) in names.enumerated() { add(name, field, rank) }
    }
    for (rank, key) in OSMVocabulary.categoryKeys.enumerated() { add(key, .categoryTag, rank) }
    precondition(entries.count <= 256)
    self.entries = entries
    table = WordTable(words)
  }

  func entry(for name: ByteView) -> FieldTable.Entry? { table.value(of: name).map { entries[Int($0)] } }
}

extension CSVColumnRole {
  /// The field that a column of the role holds.
  var field: FieldVocabulary.Field {
    switch self {
    case .id: .id
    case .name, .lastResortName: .name
    case .category: .category
    case .phone: .phone
    case .lotAddress: .lotAddress
    case .roadAddress: .roadAddress
    case .anyAddress: .anyAddress
    case .url: .url
    case .categoryPath: .categoryPath
    case .status: .status
    case .confidence: .confidence
    case .branch: .branch
    case .otherName: .otherName
    case .closingDate: .closingDate
    case .country: .country
    case .postcode: .postcode
    }
  }
}

/// The pairs of coordinates that a row may have, by priority.
enum CoordinateSlot: UInt8, CaseIterable {
  /// The geometry of a feature, or a pair of columns that the caller named.
  case geometry
  case geodetic
  case degrees
  case degreesWithin
  /// Both coordinates in one text, or in an object.
  case position
  /// Columns called x and y.
  case plane
}

extension CSVCoordinateNames {
  /// The slot of the pair.
  var slot: CoordinateSlot {
    switch self {
    case .geodetic: .geodetic
    case .degrees: .degrees
    case .degreesWithin: .degreesWithin
    case .plane: .plane
    }
  }
}

extension ColumnChoice {
  /// The first named column that is not among some titles; `nil` when all are.
  func missing(among titles: [String]) -> String? {
    [latitude, longitude, name, id, category].compactMap(\.self).first { !titles.contains($0) }
  }

  /// Whether the caller named the column of a field.
  func governs(_ field: FieldVocabulary.Field) -> Bool {
    switch field {
    case .id: id != nil
    case .name: name != nil
    case .category, .semasCode, .ksicCode, .licenceCode: category != nil
    case .latitude: latitude != nil
    case .longitude: longitude != nil
    default: false
    }
  }
}
