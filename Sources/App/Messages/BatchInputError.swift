import Domain

/// Why an input as a whole cannot be read as rows.
enum BatchInputError: Error, Sendable, Hashable {
  /// Reading failed.
  case unreadable(InputFailure)
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
  /// Two columns claim the same part of the query.
  case columnTwice(String)
}

/// Why a row is not a query that can be asked; the facts, for a sentence made elsewhere.
enum InvalidRow: Error, Sendable, Hashable {
  /// The row could not be cut out of the input.
  case split(RowSplitError)
  /// The row is not UTF-8.
  case notUTF8
  /// Another number of cells than the header has.
  case cells(found: Int, expected: Int)
  /// Text follows the closing quote of this cell, counted from 1.
  case quotes(cell: Int)
  /// Not a JSON object; the byte, from 0, where that shows.
  case json(offset: Int)
  /// Neither coordinates are there nor a text to find them by.
  case locationMissing
  /// A coordinate is not there.
  case coordinateMissing(ColumnRole)
  /// A coordinate is not a number.
  case notANumber(ColumnRole, text: String)
  /// Not two coordinates in one text.
  case notACoordinate(String)
  /// Two numbers that are not a point on Earth.
  case coordinate(CoordinateError)
  /// A name or an address that is too long to be looked for.
  case near(String)
  /// A word that names no category.
  case category(String)
  /// No text, or a text that is too long.
  case query(String)
  /// Not a length in the range of a search.
  case radius(String)
  /// Not a number of places.
  case limit(String)
  /// Neither the row nor the options say what to look for.
  case nothingToLookFor
}

/// Why a row could not be cut out of the input.
enum RowSplitError: Sendable, Hashable {
  /// The row is longer than the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// The input ended inside a quoted cell.
  case quoteOpenAtEnd
}

/// What is wrong with a row, in words.
struct RowError: Error, Sendable, Hashable {
  /// A stable code, for scripts.
  var code: String
  /// One sentence.
  var message: String
  /// Whether asking again may help.
  var isRetryable: Bool
}
