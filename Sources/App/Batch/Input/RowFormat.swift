/// How rows are written.
enum RowFormat: Sendable, Hashable {
  /// Cells parted by one byte, a header first, quotes as in RFC 4180.
  case csv(delimiter: UInt8)
  /// One JSON object a line.
  case ndjson

  /// Tells the format by the first byte that is not white space; the delimiter is found later, in the header.
  ///
  /// - Parameter head: The input's first bytes, without a byte order mark.
  /// - Returns: CSV parted by commas unless the byte opens a JSON object.
  /// - Throws: For a kind of text that cannot be rows.
  static func sniffed(from head: some Sequence<UInt8>) throws(BatchInputError) -> RowFormat {
    for byte in head where !Ascii.isBlank(byte) {
      switch byte {
      case Ascii.openBrace: return .ndjson
      case Ascii.openBracket: throw .jsonArray
      default: return .csv(delimiter: Ascii.comma)
      }
    }
    return .csv(delimiter: Ascii.comma)
  }
}

/// Why an input as a whole cannot be read as rows.
enum BatchInputError: Error, Sendable, Hashable {
  /// Reading failed; `reason` is the system's word for it.
  case unreadable(path: String, reason: String)
  /// A JSON array, which is not one object a line.
  case jsonArray
  /// A JSON document over several lines, or a whole collection of GeoJSON in one.
  case jsonDocument(isFeatureCollection: Bool)
  /// UTF-16, told by its byte order mark.
  case utf16
  /// The header is not UTF-8.
  case headerNotUTF8
  /// The header is longer than a row may be, or its quotes do not close.
  case headerUnusable
  /// The first line is a row.
  case headerMissing(columns: [String])
  /// No column holds the coordinates.
  case coordinatesMissing(columns: [String])
  /// Neither the options nor a column say what to look for.
  case subjectMissing(columns: [String])
  /// A column that the user named is not there.
  case columnMissing(String, columns: [String])
  /// Two columns claim the same part of the question.
  case columnTwice(String)
}
