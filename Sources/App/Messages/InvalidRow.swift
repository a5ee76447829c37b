import Domain

/// The reason why a row isn't a valid query.
enum InvalidRow: Error, Sendable, Hashable {
  case split(RowSplitError)
  case notUTF8
  /// The number of cells differs from the header.
  case cells(found: Int, expected: Int)
  /// The row consists of several lines that end in a carriage return only.
  case lines
  /// Text follows the closing quote of this cell, counted from 1.
  case quotes(cell: Int)
  /// The row isn't a JSON object; `offset` is the position of the first unexpected byte, counted from 0.
  case json(offset: Int)
  /// The row has neither coordinates nor an address.
  case locationMissing
  /// The latitude or the longitude is missing.
  case coordinateMissing(ColumnRole)
  case notANumber(ColumnRole, text: String)
  case notACoordinate(String)
  /// The two numbers aren't valid in the CRS of the coordinates.
  case offGrid(x: Double, y: Double)
  /// The two numbers aren't a valid coordinate.
  case coordinate(CoordinateError)
  /// The name or address is too long.
  case near(String)
  /// The text is empty or too long.
  case query(String)
  /// The length isn't a valid radius.
  case radius(String)
  case limit(String)
  /// The condition on an attribute is malformed.
  case condition(String)
  /// `--require-nearest` was given, but the row isn't sorted by distance from a centre.
  case withoutNearest
  /// Neither the row nor the options name a category or text.
  case nothingToLookFor
  /// The cell has no polygons or line.
  case shape(ColumnRole, ShapeError)
  /// The row has both a line and a point, or a line and polygons.
  case shapeAndPoint
  /// The row has a radius, and polygons of its own or of the options.
  case radiusOfPolygons
  /// The length is too large for the distance from a line.
  case radiusBesideLine(String)
}

/// The reason why a row can't be split off the input.
enum RowSplitError: Sendable, Hashable {
  /// The row exceeds the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// A quoted cell isn't closed, or is closed before other text several lines later.
  case quoteOpen
}
