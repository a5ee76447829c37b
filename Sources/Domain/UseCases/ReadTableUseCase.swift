public import Tables

/// Reads a table by the rules of a build: compressed, in any encoding, in any CRS.
public protocol ReadTableUseCase: Sendable {
  /// Makes a decoder that converts the bytes of one input to UTF-8.
  ///
  /// - Parameters:
  ///   - path: The name of the input in errors.
  ///   - encoding: The encoding of its text; `nil` to detect it.
  /// - Returns: A decoder at the beginning of the input.
  func makeDecoder(ofInput path: String, in encoding: TextEncoding?) -> any TextDecoder

  /// Converts projected coordinates to degrees; `nil` if they are out of range.
  func coordinate(x: Double, y: Double, on grid: CoordinateReferenceSystem) -> Coordinate?

  /// Finds the coordinate columns among the titles of a table; `nil` if there are none.
  func coordinateColumns(among titles: [String]) -> CoordinateColumns?

  /// Finds the position column of a table without coordinate columns; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns.
  ///   - rows: The first bytes after the titles.
  ///   - delimiter: The delimiter of the cells.
  ///   - isWhole: Whether the bytes are all rows.
  /// - Returns: The column, by the rules of a build.
  func positionColumn(among titles: [String], rows: [UInt8], delimiter: UInt8, isWhole: Bool) -> PositionCells?

  /// Reads a coordinate from a cell of a position column; `nil` if there is none.
  func coordinate(
    of text: String,
    in cells: PositionCells,
    on grid: CoordinateReferenceSystem?,
    scale: Int?
  ) -> Coordinate?

  /// Makes a locator that finds the coordinates of JSON objects with any keys, by the rules of a build.
  func makeObjectLocator(on grid: CoordinateReferenceSystem?, scale: Int?) -> any ObjectLocator

  /// Returns the divisor that makes the numbers of the first rows degrees: 10⁵, 10⁶ or 10⁷; `nil` for any other
  /// numbers.
  func degreeDivisor(of rows: TableCoordinates) -> Int?

  /// Returns whether the latitude and longitude columns are swapped, judged by the first rows.
  ///
  /// - Throws: An error with the possible CRSs if most rows are in metres, and no CRS is named.
  func checkCoordinates(_ rows: TableCoordinates, ofInput path: String) throws(IndexFileError) -> Bool
}

/// The coordinate columns of a table.
public struct CoordinateColumns: Sendable, Hashable {
  /// The index of the column of latitudes or northings.
  public var latitude: Int
  /// The index of the column of longitudes or eastings.
  public var longitude: Int
  /// Whether the columns are called x and y, so that only the values show their order.
  public var isPlane: Bool
  /// The CRS of numbers that aren't degrees, if the titles name it.
  public var grid: CoordinateReferenceSystem?

  public init(latitude: Int, longitude: Int, isPlane: Bool, grid: CoordinateReferenceSystem?) {
    self.latitude = latitude
    self.longitude = longitude
    self.isPlane = isPlane
    self.grid = grid
  }
}

/// The position column of a table; its cells contain both numbers, well-known text or GeoJSON.
public struct PositionCells: Sendable, Hashable {
  /// The index of the column.
  public let column: Int
  /// The order of two numbers; `nil` if their brackets decide it.
  package let order: PairOrder?

  package init(column: Int, order: PairOrder?) {
    self.column = column
    self.order = order
  }
}

/// Finds the coordinates of JSON objects, and the rows in them.
public protocol ObjectLocator: Sendable {
  /// Returns the coordinate of the object in a range of bytes; `nil` if it has none.
  func coordinate(of bytes: [UInt8], in range: Range<Int>) -> Coordinate?

  /// Returns the rows in the object at an offset: the first object of an input or of a page.
  func rows(of bytes: [UInt8], from start: Int) -> ObjectRows

  /// Returns whether the elements of an array, which begins before an offset, aren't rows but have lists of rows; `nil`
  /// if the bytes end within its first element.
  func hasLists(_ bytes: [UInt8], from start: Int) -> Bool?

  /// Returns the rows in the rest of an object, which begins after a list or a row in it.
  func rows(behind bytes: [UInt8], from start: Int) -> ObjectRows
}

/// The rows in a JSON object, by the rules of a build.
public enum ObjectRows: Sendable, Hashable {
  /// No rows in the object, which may be a row itself; `end` is the offset after it.
  case none(end: Int)
  /// The rows of a list; `start` is the offset after its bracket, and `depth` the number of enclosing objects.
  case list(start: Int, depth: Int)
  /// One row in place of a list; `start` is its offset, and `depth` the number of enclosing objects.
  case single(start: Int, depth: Int)
  /// The object's members as rows, each with a name; `end` is the offset after the object.
  case members([Range<Int>], end: Int)
  /// The bytes end before the rows can be found.
  case unknown
  /// The bytes aren't JSON.
  case malformed
}

/// The coordinates of the first rows of a table.
public struct TableCoordinates: Sendable, Hashable {
  /// The titles of the columns; empty for JSON.
  public var titles: [String] = []
  /// The coordinate columns, if the titles name them.
  public var columns: CoordinateColumns?
  /// The CRS of numbers that aren't degrees, if the user or the titles name it.
  public var grid: CoordinateReferenceSystem?
  /// The latitudes or northings, parallel to `longitudes`.
  public var latitudes: [Double] = []
  public var longitudes: [Double] = []

  public init() {}
}

/// Decompresses an input and converts it to UTF-8, in parts of any size.
public protocol TextDecoder: AnyObject {
  /// Whether the text so far is identical to the input.
  var isUnchanged: Bool { get }

  /// Decodes the next bytes; an empty array marks the end of the input.
  ///
  /// - Returns: The text decoded so far and not yet returned.
  /// - Throws: An error if the input is damaged, has an unsupported encoding, or contains several tables.
  func decode(_ bytes: [UInt8]) throws(IndexFileError) -> [UInt8]
}
