import Domain

/// Why a row is not a question that can be asked; the facts, for a sentence made elsewhere.
enum RowDefect: Error, Sendable, Hashable {
  /// The row could not be cut out of the input.
  case split(SplitDefect)
  /// The row is not UTF-8.
  case notUTF8
  /// Another number of cells than the header has.
  case cells(found: Int, expected: Int)
  /// Text follows the closing quote of this cell, counted from 1.
  case quotes(cell: Int)
  /// Not a JSON object; the byte, from 0, where that shows.
  case json(offset: Int)
  /// A coordinate is not there.
  case coordinateMissing(ColumnRole)
  /// A coordinate is not a number.
  case notANumber(ColumnRole, text: String)
  /// Not two coordinates in one text.
  case notACoordinate(String)
  /// Two numbers that are not a point on Earth.
  case coordinate(CoordinateError)
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
