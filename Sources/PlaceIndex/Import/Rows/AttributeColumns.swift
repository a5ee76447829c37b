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
  }

  static let table: [Row] = FieldNames.lines("attributes").map { line in
    let isPrefix = line.key.hasSuffix("*")
    let key = isPrefix ? String(line.key.dropLast()) : line.key
    let names = line.names.enumerated().map { ($1, $0 + 1) }
    return Row(key: key, isPrefix: isPrefix, names: Dictionary(names) { first, _ in first })
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
        return table[found.number].isPrefix ? .ownName : .key(number: found.number, rank: found.rank)
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
    return nil
  }
}

extension FieldTable {
  /// Under which key the values of a column are kept.
  enum AttributeUse: BitwiseCopyable {
    /// A key of the table; of several columns the one with the lowest rank counts.
    case key(number: Int, rank: Int)
    /// The name of the column itself.
    case ownName
  }
}
