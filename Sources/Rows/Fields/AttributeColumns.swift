import Domain
import Tables

/// The columns and properties that are stored as attributes, according to `Fields.txt` and the caller.
enum AttributeColumns {
  /// A key in the table, with the columns that contain it.
  package struct Row: Sendable {
    /// The name in OpenStreetMap.
    package let key: String
    /// The rank of the letters of the key itself: `E-Mail` for `email`.
    fileprivate static let rankOfLetters = 1

    /// Whether the name is a prefix: `socket:*`.
    let isPrefix: Bool
    /// The position of each name in the line; the letters of the key itself come first.
    fileprivate let names: [String: Int]
    /// The names of columns with the opposite meaning.
    fileprivate let opposites: Set<String>
    /// The key's own words for yes (1) and no (0); `nil` if values are unchanged.
    private let booleanWords: WordTable?
    private let isOfHours: Bool
    /// The rank of GTFS's column, in which 1 means yes, 2 no and 0 unknown.
    private let rankOfBoarding: Int?

    fileprivate init(_ key: String, _ names: [String]) {
      isPrefix = key.hasSuffix("*")
      self.key = isPrefix ? String(key.dropLast()) : key
      let own = isPrefix ? [] : [key.filter { $0 != "_" }]
      let plain = own + names.map { $0.hasPrefix("!") ? String($0.dropFirst()) : $0 }
      self.names = Dictionary(plain.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
      opposites = Set(names.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
      booleanWords = AttributeColumns.wordTable(yes: key + ".yes", no: key + ".no", of: "answers")
      isOfHours = key == "opening_hours"
      rankOfBoarding = self.names["wheelchairboarding"]
    }

    /// Returns the value as OpenStreetMap writes it; `nil` if a column with the opposite meaning has neither yes nor
    /// no.
    package func value(_ text: ByteView, rank: Int, isOpposite: Bool) -> ByteView? {
      // A number in a column of opening hours is their count; under the key itself, 24 is all day.
      if isOfHours, rank > 0, DecimalNumber.parse(text) != nil { return nil }
      if rank == rankOfBoarding, let number = text.number {
        return number == 1 ? ByteView("yes") : number == 2 ? ByteView("no") : nil
      }
      guard let booleanWords else { return text }
      if let word = booleanWords.value(of: text) { return word == 1 ? ByteView("yes") : ByteView("no") }
      // In other columns, a number may be an amount.
      if isOpposite || text.number == nil, let flag = AttributeColumns.flags?.value(of: text) {
        return (flag == 1) == isOpposite ? ByteView("no") : ByteView("yes")
      }
      return isOpposite ? nil : text
    }
  }

  /// The number of opening hours in the table.
  static let numberOfHours = table.firstIndex { $0.key == OpeningCondition.key } ?? -2
  /// The numbers of the parts of opening hours in columns of their own: the start and the end on weekdays, Saturdays
  /// and holidays.
  static let partsOfHours = FieldNames.lines("attributes").count..<table.count

  static let table: [Row] = (FieldNames.lines("attributes") + FieldNames.lines("hours")).map { Row($0.key, $0.names) }

  /// The number of the first row with each name.
  private static let numbersOfNames = Dictionary(
    table.enumerated().flatMap { number, row in row.names.keys.map { ($0, number) } },
    uniquingKeysWith: min
  )

  private static let numbersOfKeys = Dictionary(uniqueKeysWithValues: table.enumerated().map { ($1.key, $0) })

  private static let flags = wordTable(yes: "yes", no: "no", of: "flags")

  /// Returns the words for yes (1) and no (0); `nil` if there are none.
  private static func wordTable(yes: String, no: String, of heading: String) -> WordTable? {
    let words = FieldNames.words(yes, of: heading).map { ($0, UInt16(1)) }
    let others = FieldNames.words(no, of: heading).map { ($0, UInt16(0)) }
    return words.isEmpty && others.isEmpty ? nil : WordTable(words + others)
  }

  /// Returns the attribute that a column is stored as.
  ///
  /// - Parameters:
  ///   - title: The name of the column.
  ///   - letters: The ``ColumnName/letters`` of the name.
  ///   - choice: The attributes that the caller wants.
  ///   - isUsed: Whether the column has another meaning.
  ///   - isExact: Whether the names are keys of OpenStreetMap, which distinguish capitals.
  /// - Returns: The attribute; `nil` if the column isn't stored.
  fileprivate static func use(
    _ title: String,
    letters: String,
    choice: AttributeChoice,
    isUsed: Bool,
    isExact: Bool
  ) -> FieldTable.AttributeUse? {
    if let found = row(title, letters), !isExact || found.rank != Row.rankOfLetters {
      let isPart = partsOfHours.contains(found.number)
      if choice.extent != .none || choice.keys.contains(isPart ? OpeningCondition.key : table[found.number].key) {
        let row = table[found.number]
        if row.isPrefix { return .ownName }
        return .key(number: found.number, rank: found.rank, isOpposite: row.opposites.contains(letters))
      }
    }
    if choice.keys.contains(title) { return .ownName }
    return choice.extent == .all && !isUsed ? .ownName : nil
  }

  /// Returns whether letters are a name of the table.
  static func isKnown(_ letters: String) -> Bool {
    numbersOfNames[letters] != nil
  }

  private static func row(_ title: String, _ letters: String) -> (number: Int, rank: Int)? {
    let canonical = AttributeName.canonical(title)
    // A standard field isn't an attribute.
    guard AttributeName.text(of: canonical) == nil else { return nil }
    let keyed = numbersOfKeys[canonical] ?? title.firstIndex(of: ":").flatMap { numbersOfKeys[String(title[...$0])] }
    let named = numbersOfNames[letters]
    if let keyed, keyed <= named ?? keyed { return (keyed, 0) }
    if let named, let rank = table[named].names[letters] { return (named, rank) }
    guard FieldNames.isCut(title) else { return nil }
    let found = table.indices.filter { table[$0].names.keys.contains { FieldNames.isBeginning(letters, of: $0) } }
    return found.count == 1 ? (found[0], table[found[0]].names.count) : nil
  }
}

extension FieldNames {
  /// Returns the attribute that a column or property with a field is stored as.
  func attribute(of title: String, letters: String, _ field: FieldTable.Entry?) -> FieldTable.AttributeUse? {
    // A status with another meaning is an attribute too, and so is a column called attributes without objects.
    let isUsed =
      field.map { entry in
        entry.field == .nested ? kind == .properties : entry.field != .status || entry.source != .lastResort
      } ?? false
    let isExact = isOfElements || hasExactKeys
    return AttributeColumns.use(title, letters: letters, choice: attributes, isUsed: isUsed, isExact: isExact)
  }
}

extension FieldTable {
  /// The attribute key of a column.
  enum AttributeUse: BitwiseCopyable {
    /// A key in the table.
    ///
    /// The column with the lowest rank wins; some columns have the opposite meaning.
    case key(number: Int, rank: Int, isOpposite: Bool)
    /// The name of the column itself.
    case ownName
  }
}
