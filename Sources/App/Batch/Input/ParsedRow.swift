import Domain
import Rows
import Tables

/// A row parsed in place: the block's bytes, and the ranges of the parts of the query.
///
/// Reused for each row, so that rows need no allocation.
struct ParsedRow: Sendable {
  var number = 0
  var bytes: [UInt8] = [] {
    didSet { original = nil }
  }
  /// The bytes of the block, if ``bytes`` is a row that had to be rewritten.
  private var original: [UInt8]?
  /// The range of the row in its block, without the line end.
  var range = 0..<0
  var cells: [RowField] = []
  /// The memory for scanning cells, which is reused.
  var scannedCells: [CSVCell] = []
  /// The memory for the members of a JSON row, which is reused.
  var members = RoleMembers()
  var isUTF8 = true
  var hasLoneSurrogate = false
  var error: Failure?
  /// Whether the row could be split into cells.
  var hasCells = true
  /// Whether the row is a GeoJSON feature.
  var isFeature = false
  /// Whether a JSON row may contain a coordinate outside the known roles.
  var mayHoldCoordinate = true
  // One for each case of ColumnRole.
  //
  // An array, because reading an element of an inline array copies all of it.
  private var fields = [RowField](repeating: RowField(), count: ColumnRole.allCases.count)

  subscript(role: ColumnRole) -> RowField {
    get { fields[role.rawValue] }
    set { fields[role.rawValue] = newValue }
  }

  func text(_ role: ColumnRole) -> String? { self[role].text(in: bytes) }

  /// Returns a coordinate as a number: decimal, possibly with a decimal comma, or in degrees, minutes and seconds.
  func coordinate(_ role: ColumnRole) -> Double? {
    if let number = self[role].number(in: bytes) { return number }
    guard let text = text(role) else { return nil }
    return CoordinateText.number(in: Array(text.trimmed.utf8).span)
  }

  /// Returns the minutes or seconds of a coordinate in a column of their own; 0 if the cell is empty, `nil` if it isn't
  /// a number.
  func minutes(inColumn column: Int, of role: ColumnRole) -> Double? {
    guard column < cells.count, !cells[column].isMissing(of: role, in: bytes) else { return 0 }
    return CoordinateText.number(in: Array((cells[column].text(in: bytes) ?? "").trimmed.utf8).span)
  }

  /// Returns the text of a role that may be a list: the strings of a JSON array joined with commas, or the text itself.
  func list(_ role: ColumnRole) -> String? {
    let field = self[role]
    guard field.encoding == .jsonOther, bytes[field.start] == Ascii.openBracket else { return text(role) }
    var items: [String] = []
    var isOfStrings = true
    var json = JSONReader(row: bytes, field.range)
    _ = json.scanArray { element in
      let element = element.unwrapped(in: bytes)
      isOfStrings = isOfStrings && element.isJSONString
      if let item = element.text(in: bytes) { items.append(item) }
    }
    guard isOfStrings else { return text(role) }
    // An empty list is ignored, like an empty cell.
    return items.isEmpty ? nil : items.joined(separator: ",")
  }

  /// Returns the texts of a list: the strings of a JSON array, or the parts of a text separated by semicolons.
  func parts(_ role: ColumnRole) -> [String] {
    let field = self[role]
    guard field.encoding == .jsonOther, bytes[field.start] == Ascii.openBracket else {
      return (text(role) ?? "").parts(between: ";")
    }
    var items: [String] = []
    var json = JSONReader(row: bytes, field.range)
    _ = json.scanArray { element in
      if let item = element.text(in: bytes) { items.append(item) }
    }
    return items
  }

  /// Clears the last row, keeping the memory, and moves to the next one.
  mutating func reset(to range: Range<Int>) {
    if let original { bytes = original }
    self.range = range
    error = nil
    hasCells = true
    isUTF8 = true
    hasLoneSurrogate = false
    isFeature = false
    mayHoldCoordinate = true
    cells.removeAll(keepingCapacity: true)
    for index in fields.indices { fields[index] = RowField() }
  }

  /// Replaces the row by another text of it, until the next row.
  mutating func rewrite(_ text: [UInt8]) {
    let block = original ?? bytes
    bytes = text
    original = block
    range = text.indices
  }

  /// Whether the row can be copied into its record, even if it isn't a valid query.
  var isWellFormed: Bool {
    switch error?.code {
    case .rowTooLong, .rowMalformed, .rowNotUTF8: false
    default: true
    }
  }

  var trimmedRange: Range<Int> { Ascii.trimmed(range, of: bytes) }
}

/// The range and encoding of a cell's or member's text in its row's block.
struct RowField: Sendable, Hashable {
  enum Encoding: UInt8, Sendable {
    /// There is no value: the column is missing, the cell is empty, or the JSON value is `null`.
    case absent
    case plain
    /// The inside of a CSV cell in which quotes are doubled.
    case doubledQuotes
    /// A cell of tab-separated values with escapes.
    case tabEscaped
    case jsonString
    case jsonEscapedString
    case jsonNumber
    /// Another JSON value: an object, an array, `true` or `false`.
    case jsonOther
  }

  var start = 0
  var end = 0
  var encoding = Encoding.absent

  var range: Range<Int> { start..<end }
  var isAbsent: Bool { encoding == .absent }
  func isBlank(in bytes: [UInt8]) -> Bool {
    switch encoding {
    case .absent: return true
    case .plain, .jsonString: return Ascii.trimmed(range, of: bytes).isEmpty
    case .jsonEscapedString, .tabEscaped: return (text(in: bytes) ?? "").utf8.allSatisfy(Ascii.isBlank)
    case .doubledQuotes, .jsonNumber, .jsonOther: return false
    }
  }

  /// Returns whether the value is empty or a word for a missing value; an id is never such a word.
  func isMissing(of role: ColumnRole, in bytes: [UInt8]) -> Bool {
    isBlank(in: bytes) || role != .id && isNothing(in: bytes)
  }

  /// Returns whether the value is a word for a missing value, by the rules of an import.
  private func isNothing(in bytes: [UInt8]) -> Bool {
    guard encoding == .plain || encoding == .jsonString, range.count <= CoordinateText.longestNothing else {
      return false
    }
    return CoordinateText.isNothing(bytes.span.extracting(Ascii.trimmed(range, of: bytes)))
  }

  var isJSONString: Bool { encoding == .jsonString || encoding == .jsonEscapedString }
  var jsonRange: Range<Int> { isJSONString ? start - 1..<end + 1 : range }

  /// Returns the decoded text, `nil` if absent.
  ///
  /// Invalid UTF-8 is repaired.
  func text(in bytes: [UInt8]) -> String? {
    switch encoding {
    case .absent: nil
    case .plain, .jsonString, .jsonNumber, .jsonOther: String(decoding: bytes[range], as: UTF8.self)
    case .doubledQuotes: CSVCell(start: start, end: end, hasDoubledQuotes: true).text(in: bytes.span)
    case .tabEscaped:
      String(decoding: TabEscapes.text(of: bytes.span.extracting(range)), as: UTF8.self)
    case .jsonEscapedString: JSONUnescaping.text(of: bytes[range])
    }
  }

  /// Returns the text as the nearest `Double`, ignoring surrounding spaces; `nil` unless it consists of a sign, digits,
  /// a point and an exponent.
  func number(in bytes: [UInt8]) -> Double? {
    switch encoding {
    case .plain, .jsonString, .jsonNumber:
      return DecimalNumber.value(of: bytes.span.extracting(Ascii.trimmed(range, of: bytes)))
    case .jsonEscapedString, .tabEscaped:
      // A tab next to a number in a CSV cell becomes an escape in the row's record.
      let text = [UInt8]((text(in: bytes) ?? "").utf8)
      return DecimalNumber.value(of: text.span.extracting(Ascii.trimmed(text.indices, of: text)))
    case .absent, .doubledQuotes, .jsonOther: return nil
    }
  }
}
