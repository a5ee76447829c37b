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

/// What a column can say about a row's question.
enum ColumnRole: Int, Sendable, Hashable, CaseIterable {
  case latitude, longitude, category, query, radius, limit, id
  /// Both coordinates in one text, where they have no columns of their own.
  case at

  /// Names of columns that play the role, the first one preferred.
  var names: [String] {
    switch self {
    case .latitude: ["lat", "latitude", "위도", "y"]
    case .longitude: ["lng", "lon", "longitude", "경도", "x"]
    case .category: ["category", "카테고리"]
    case .query: ["query", "검색어"]
    case .radius: ["radius", "반경"]
    case .limit: ["limit", "개수"]
    case .id: ["id"]
    case .at: ["at", "좌표"]
    }
  }
}
