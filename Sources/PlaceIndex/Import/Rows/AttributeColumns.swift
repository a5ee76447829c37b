import Domain

/// The columns and properties whose values are kept as further facts, by the table of `Fields.txt` and by the caller.
enum AttributeColumns {
  /// A key of the table, with the columns that hold it.
  struct Row: Sendable {
    /// OpenStreetMap's name.
    let key: String
    /// Whether the name stands for all that begin so: `socket:*`.
    let isPrefix: Bool
    /// The position of each name in the line; the key itself comes first.
    fileprivate let names: [String: Int]
    /// The names of columns that say the opposite.
    fileprivate let opposites: Set<String>
    /// Its own words for yes and no, as 1 and 0; `nil` where values stay as they are.
    private let answers: WordTable?
    private let isOfHours: Bool

    fileprivate init(_ key: String, _ names: [String]) {
      isPrefix = key.hasSuffix("*")
      self.key = isPrefix ? String(key.dropLast()) : key
      let plain = names.map { $0.filter { $0 != "!" } }
      self.names = Dictionary(plain.enumerated().map { ($1, $0 + 1) }) { first, _ in first }
      opposites = Set(names.filter { $0.hasPrefix("!") }.map { String($0.dropFirst()) })
      answers = AttributeColumns.wordTable(yes: key + ".yes", no: key + ".no", of: "answers")
      isOfHours = key == "opening_hours"
    }

    /// The value as OpenStreetMap writes it; `nil` for one of a column of the opposite that says neither yes nor no.
    func value(_ text: ByteView, rank: Int, isOpposite: Bool) -> ByteView? {
      // A number in a column of hours is how many they are; under the key itself, 24 is all day.
      if isOfHours, rank > 0, DecimalNumber.parse(text) != nil { return nil }
      guard let answers else { return text }
      if let answer = answers.value(of: text) { return answer == 1 ? ByteView("yes") : ByteView("no") }
      // Elsewhere a number may be an amount.
      if isOpposite || text.number == nil, let flag = AttributeColumns.flags?.value(of: text) {
        return (flag == 1) == isOpposite ? ByteView("no") : ByteView("yes")
      }
      return isOpposite ? nil : text
    }
  }

  static let table: [Row] = FieldNames.lines("attributes").map { Row($0.key, $0.names) }

  private static let flags = wordTable(yes: "yes", no: "no", of: "flags")

  /// Words for yes and no, as 1 and 0; `nil` if there are none.
  private static func wordTable(yes: String, no: String, of heading: String) -> WordTable? {
    let words = FieldNames.words(yes, of: heading).map { ($0, UInt16(1)) }
    let others = FieldNames.words(no, of: heading).map { ($0, UInt16(0)) }
    return words.isEmpty && others.isEmpty ? nil : WordTable(words + others)
  }

  /// What is kept of a column.
  ///
  /// - Parameters:
  ///   - title: Its name.
  ///   - letters: The ``ColumnName/letters`` of it.
  ///   - choice: What the caller wants to be kept.
  ///   - isUsed: Whether the column says something else of the place.
  /// - Returns: The key of its values; `nil` when they are not kept.
  static func use(_ title: String, letters: String, _ choice: AttributeChoice, isUsed: Bool) -> FieldTable.AttributeUse?
  {
    if let found = row(title, letters) {
      if choice.extent != .none || choice.keys.contains(table[found.number].key) {
        let row = table[found.number]
        if row.isPrefix { return .ownName }
        return .key(number: found.number, rank: found.rank, isOpposite: row.opposites.contains(letters))
      }
    }
    if choice.keys.contains(title) { return .ownName }
    return choice.extent == .all && !isUsed ? .ownName : nil
  }

  private static func row(_ title: String, _ letters: String) -> (number: Int, rank: Int)? {
    let canonical = AttributeName.canonical(title)
    // What every place may have is no further fact.
    guard AttributeName.text(of: canonical) == nil else { return nil }
    for (number, row) in table.enumerated() {
      if row.isPrefix ? title.hasPrefix(row.key) : canonical == row.key { return (number, 0) }
      if let rank = row.names[letters] { return (number, rank) }
    }
    guard FieldNames.isCut(title) else { return nil }
    let found = table.indices.filter { table[$0].names.keys.contains { FieldNames.isBeginning(letters, of: $0) } }
    return found.count == 1 ? (found[0], table[found[0]].names.count) : nil
  }
}

extension FieldTable {
  /// Under which key the values of a column are kept.
  enum AttributeUse: BitwiseCopyable {
    /// A key of the table; of several columns the one with the lowest rank counts, and some say the opposite.
    case key(number: Int, rank: Int, isOpposite: Bool)
    /// The name of the column itself.
    case ownName
  }
}
