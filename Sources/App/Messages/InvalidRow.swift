import Domain

/// Why a row is not a valid query.
enum InvalidRow: Error, Sendable, Hashable {
  case split(RowSplitError)
  case notUTF8
  /// The number of cells differs from that of the header.
  case cells(found: Int, expected: Int)
  /// It is several lines that end in a carriage return alone.
  case lines
  /// Text follows the closing quote of this cell, counted from 1.
  case quotes(cell: Int)
  /// Not a JSON object; `offset` is that of the first unexpected byte, from 0.
  case json(offset: Int)
  /// The row has neither coordinates nor an address to find them by.
  case locationMissing
  /// The latitude or the longitude.
  case coordinateMissing(ColumnRole)
  case notANumber(ColumnRole, text: String)
  case notACoordinate(String)
  /// Two numbers that are not on the grid of the coordinates.
  case offGrid(x: Double, y: Double)
  /// Two numbers that are not a point on Earth.
  case coordinate(CoordinateError)
  /// A name or an address that is too long to search for.
  case near(String)
  /// No text, or a text that is too long.
  case query(String)
  /// Not a length in the range of a search.
  case radius(String)
  case limit(String)
  /// A condition on a further fact that cannot be read.
  case condition(String)
  /// `--require-nearest` was given, and the row has no order by distance from a centre.
  case withoutNearest
  /// Neither the row nor the options name what to search for.
  case nothingToLookFor
  /// A cell holds no polygons, or no line.
  case shape(ColumnRole, ShapeTextError)
  /// It has both a line and a point, or a line and polygons.
  case shapeAndPoint
  /// It has a radius, and polygons of its own or of the options.
  case radiusOfPolygons
  /// The length is too much for a distance from a line.
  case radiusBesideLine(String)
}

/// Why a row could not be split off the input.
enum RowSplitError: Sendable, Hashable {
  /// The row is longer than the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// A quoted cell does not close, or closes before other text, lines further down.
  case quoteOpen
}
