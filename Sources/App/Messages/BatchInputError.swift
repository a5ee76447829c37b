import Domain

/// Why an input as a whole cannot be read as rows.
enum BatchInputError: Error, Sendable, Hashable {
  /// Reading failed.
  case unreadable(InputFailure)
  /// A JSON array, which is not one object a line.
  case jsonArray
  /// A JSON document over several lines, or a whole collection of GeoJSON in one.
  case jsonDocument(isFeatureCollection: Bool)
  /// UTF-16, recognized by its byte order mark.
  case utf16
  case headerNotUTF8
  /// Lines end in a carriage return alone, so that all of them are in the header.
  case carriageReturns
  /// The header is longer than a row may be, or its quotes do not close.
  case headerUnusable
  /// The first line is a row, not a header.
  case headerMissing(columns: [String])
  /// No column holds the coordinates.
  case coordinatesMissing(columns: [String])
  /// Neither the options nor a column name what to search for.
  case subjectMissing(columns: [String])
  /// A column that an option names does not exist.
  case columnMissing(String, columns: [String])
  /// Two columns have the name of the same part of the query.
  case columnTwice(String)
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
