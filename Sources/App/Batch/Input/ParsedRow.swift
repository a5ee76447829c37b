/// One row, taken apart in place: the block's bytes and where the parts of the question lie in them.
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
  /// What keeps the row from being a question.
  var defect: RowDefect?
  private var fields = InlineArray<8, RowField>(repeating: RowField())

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
    defect = nil
    hasLoneSurrogate = false
    cells.removeAll(keepingCapacity: true)
    for role in ColumnRole.allCases { self[role] = RowField() }
  }
}
