/// One row, taken apart in place: the block's bytes and where the parts of the query lie in them.
///
/// Meant to be filled again and again; then a row costs no allocation.
struct ParsedRow: Sendable {
  /// Number of the row, from 1.
  var number = 0
  /// The block that holds the row.
  var bytes: [UInt8] = []
  /// The row in its block, without the line end.
  var range = 0..<0
  /// The cells of a CSV row; empty for JSON.
  var cells: [RowField] = []
  /// Whether a JSON row holds half of a surrogate pair alone.
  var hasLoneSurrogate = false
  /// What keeps the row from being a query.
  var error: InvalidRow?
  private var fields = InlineArray<9, RowField>(repeating: RowField())

  /// The part of the row that plays a role.
  subscript(role: ColumnRole) -> RowField {
    get { fields[role.rawValue] }
    set { fields[role.rawValue] = newValue }
  }

  /// The text of a role, `nil` when absent.
  func text(_ role: ColumnRole) -> String? { self[role].text(in: bytes) }

  /// The words of a role that may be a list: its text, or the strings of a JSON array with commas between them.
  func list(_ role: ColumnRole) -> String? {
    let field = self[role]
    guard field.form == .jsonOther, bytes[field.start] == Ascii.openBracket else { return text(role) }
    var words: [String] = []
    var isOfStrings = true
    var scanner = JSONScanner(bytes, field.range)
    _ = scanner.scanArray { element in
      isOfStrings = isOfStrings && (element.form == .jsonString || element.form == .jsonEscapedString)
      if let word = element.text(in: bytes) { words.append(word) }
    }
    guard isOfStrings else { return text(role) }
    // An empty list names nothing, as an empty cell does.
    return words.isEmpty ? nil : words.joined(separator: ",")
  }

  /// Forgets the last row's parts, keeping the memory.
  mutating func clear() {
    error = nil
    hasLoneSurrogate = false
    cells.removeAll(keepingCapacity: true)
    for role in ColumnRole.allCases { self[role] = RowField() }
  }
}

extension ParsedRow {
  /// Whether the row can be shown as it came, even when it cannot be asked.
  var isWellFormed: Bool {
    switch error {
    case .split, .notUTF8, .cells, .quotes, .json: false
    case nil, .locationMissing, .coordinateMissing, .notANumber, .notACoordinate, .coordinate, .near, .category, .query,
      .radius, .limit, .nothingToLookFor:
      true
    }
  }

  /// The row without white space at its ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, Ascii.isBlank(bytes[start]) { start += 1 }
    while start < end, Ascii.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// Where the text of one cell or member lies in its row's block, and how it is written there.
struct RowField: Sendable, Hashable {
  /// How the bytes spell the text.
  enum Form: UInt8, Sendable {
    /// Nothing there: no such column, an empty cell, a JSON `null`.
    case absent
    /// The bytes are the text.
    case plain
    /// The inside of a CSV cell in which two quotes stand for one.
    case doubledQuotes
    /// The inside of a JSON string without escapes.
    case jsonString
    /// The inside of a JSON string with escapes.
    case jsonEscapedString
    /// A JSON number.
    case jsonNumber
    /// Another JSON value: an object, an array, `true` or `false`.
    case jsonOther
  }

  /// Offset of the first byte.
  var start = 0
  /// Offset behind the last byte.
  var end = 0
  /// How the bytes spell the text.
  var form = Form.absent

  /// The bytes.
  var range: Range<Int> { start..<end }
  /// Whether there is no text.
  var isAbsent: Bool { form == .absent }
  /// Whether it is a JSON string that is not empty.
  var isJSONText: Bool { (form == .jsonString || form == .jsonEscapedString) && end > start }

  /// The text that the bytes spell, `nil` when absent; broken UTF-8 is repaired.
  ///
  /// - Parameter bytes: The row's block.
  /// - Returns: The text, escapes resolved.
  func text(in bytes: [UInt8]) -> String? {
    switch form {
    case .absent: nil
    case .plain, .jsonString, .jsonNumber, .jsonOther: String(decoding: bytes[range], as: UTF8.self)
    case .doubledQuotes: String(decoding: CSVCells.undoubled(bytes[range]), as: UTF8.self)
    case .jsonEscapedString: JSONUnescaping.text(of: bytes[range])
    }
  }
}
