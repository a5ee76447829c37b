import Domain

/// Why an input as a whole cannot be read as rows.
struct BatchInputError: Error, Sendable, Hashable {
  /// The code and the sentence.
  let report: Failure

  private init(_ sentence: String) { self.init("input_unusable", sentence) }
  private init(_ code: String, _ sentence: String) { self.init(report: Failure(code, .usage, sentence)) }

  private init(report: Failure) { self.report = report }

  static func unreadable(_ failure: InputFailure) -> Self {
    Self(report: Failure("input_unreadable", .fileFailed, "Could not read \(failure.path): \(failure.reason)."))
  }
  static var jsonArray: Self { Self("The input is a JSON array; write one object per line: jq -c '.[]' FILE.") }
  static func jsonDocument(isFeatureCollection: Bool) -> Self {
    isFeatureCollection
      ? Self("The input is one GeoJSON collection; write one feature per line: jq -c '.features[]' FILE.")
      : Self("The input is JSON over several lines; write one object per line: jq -c . FILE.")
  }
  static var utf16: Self { Self("The input is UTF-16; convert it: iconv -f UTF-16 -t UTF-8 FILE.") }
  static var headerNotUTF8: Self {
    Self("The header is not UTF-8; convert the input, for Korean data often by iconv -f CP949 -t UTF-8 FILE.")
  }
  static var carriageReturns: Self {
    Self("The lines end in a carriage return alone; convert the input: tr '\\r' '\\n' < FILE.")
  }
  static var headerUnusable: Self {
    Self("The header is not a line of CSV: a quote does not close, or it is too long.")
  }
  static func headerMissing(columns: [String]) -> Self {
    let advice = "Put a line with names, such as id,lat,lng, before it."
    let line = list(columns, called: "The first line is")
    return Self("header_missing", "The table has no header: its first line holds numbers. \(advice) \(line)")
  }
  static func coordinatesMissing(columns: [String]) -> Self {
    let advice = "name them with --lat-column and --lng-column, or call one that holds both 'at'."
    let other = "A column of addresses or names does too: --near-column."
    return Self("columns_missing", "No columns hold the coordinates; \(advice) \(other) \(list(columns))")
  }
  static func subjectMissing(columns: [String]) -> Self {
    let advice = "a category with -c, text with -q, or columns 'category' or 'query'."
    return Self("columns_missing", "Say what to search for: \(advice) \(list(columns))")
  }
  static func columnMissing(_ name: String, columns: [String]) -> Self {
    Self("columns_missing", "There is no column '\(name)'. \(list(columns))")
  }
  static func columnTwice(_ name: String) -> Self {
    Self("columns_ambiguous", "Two columns are called '\(name)'; rename one of them.")
  }

  private static func list(_ columns: [String], called name: String = "The columns are") -> String {
    let shown = columns.prefix(20).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
    return "\(name) \(shown)\(columns.count > 20 ? " and \(columns.count - 20) more" : "")."
  }
}

/// Why a row is not a valid query.
enum InvalidRow: Error, Sendable, Hashable {
  /// The row could not be split off the input.
  case split(RowSplitError)
  /// The row is not UTF-8.
  case notUTF8
  /// The number of cells differs from that of the header.
  case cells(found: Int, expected: Int)
  /// Text follows the closing quote of this cell, counted from 1.
  case quotes(cell: Int)
  /// Not a JSON object; `offset` is that of the first unexpected byte, from 0.
  case json(offset: Int)
  /// The row has neither coordinates nor an address to find them by.
  case locationMissing
  case coordinateMissing(ColumnRole)
  /// A coordinate is not a number.
  case notANumber(ColumnRole, text: String)
  /// A text that is not a point.
  case notACoordinate(String)
  /// Two numbers that are not a point on Earth.
  case coordinate(CoordinateError)
  /// A name or an address that is too long to search for.
  case near(String)
  /// A word that names no category.
  case category(String)
  /// No text, or a text that is too long.
  case query(String)
  /// Not a length in the range of a search.
  case radius(String)
  /// Not a number of places.
  case limit(String)
  /// Neither the row nor the options name what to search for.
  case nothingToLookFor
}

/// Why a row could not be split off the input.
enum RowSplitError: Sendable, Hashable {
  /// The row is longer than the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// The input ended inside a quoted cell.
  case quoteOpenAtEnd
}

/// What is wrong with a row, as a record reports it.
struct RowError: Error, Sendable, Hashable {
  /// A stable code, for scripts.
  var code: String
  /// One sentence.
  var message: String
  /// Whether a retry may help.
  var isRetryable: Bool
}
