/// Reads a table of rows as a build reads one: packed, in any encoding, on any grid.
public protocol ReadTableUseCase: Sendable {
  /// Makes what turns the bytes of one input into UTF-8.
  ///
  /// - Parameter path: The name of the input in errors.
  /// - Returns: A decoder at the beginning of the input.
  func makeDecoder(ofInput path: String) -> any TextDecoder

  /// The point of a coordinate on a grid; `nil` outside of the grid.
  func coordinate(x: Double, y: Double, on grid: CoordinateReferenceSystem) -> Coordinate?

  /// The columns of coordinates among the titles of a table; `nil` if there are none.
  func coordinateColumns(among titles: [String]) -> CoordinateColumns?

  /// The column of whole positions of a table without columns of coordinates; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns.
  ///   - rows: The first bytes behind the titles.
  ///   - delimiter: What stands between the cells.
  ///   - isWhole: Whether the bytes are all rows.
  /// - Returns: The column, as a build finds it.
  func positionColumn(among titles: [String], rows: [UInt8], delimiter: UInt8, isWhole: Bool) -> PositionCells?

  /// The point of a cell of a column of positions; `nil` if it holds none.
  func coordinate(of text: String, in cells: PositionCells, on grid: CoordinateReferenceSystem?) -> Coordinate?

  /// Makes what finds the point of an object of JSON whose keys of coordinates are not those of a row, as a build does.
  func makeObjectLocator(on grid: CoordinateReferenceSystem?) -> any ObjectLocator

  /// The divisor that makes degrees of the first rows' numbers: 10⁵, 10⁶ or 10⁷; `nil` for any other numbers.
  func degreeDivisor(of rows: TableCoordinates) -> Int?

  /// Whether the columns of latitude and longitude hold each other's numbers, by those of the first rows.
  ///
  /// - Throws: When most rows are in metres, and no grid is named: with the grids that they may be on.
  func checkCoordinates(_ rows: TableCoordinates, ofInput path: String) throws(IndexFileError) -> Bool
}

/// The columns of a table that hold coordinates.
public struct CoordinateColumns: Sendable, Hashable {
  /// The position of the column of latitudes or northings.
  public var latitude: Int
  /// The position of the column of longitudes or eastings.
  public var longitude: Int
  /// Whether they are called x and y, so that only the values tell which is which.
  public var isPlane: Bool
  /// The grid of numbers that are not degrees, if the titles name it.
  public var grid: CoordinateReferenceSystem?

  public init(latitude: Int, longitude: Int, isPlane: Bool, grid: CoordinateReferenceSystem?) {
    self.latitude = latitude
    self.longitude = longitude
    self.isPlane = isPlane
    self.grid = grid
  }
}

/// The column of a table whose cells hold whole positions: both numbers, well-known text or GeoJSON.
public struct PositionCells: Sendable, Hashable {
  /// The position of the column.
  public let column: Int
  /// Which of two numbers comes first; `nil` where the brackets around them tell.
  package let order: PairOrder?

  package init(column: Int, order: PairOrder?) {
    self.column = column
    self.order = order
  }
}

/// Finds the points of objects of JSON, and the rows within them.
public protocol ObjectLocator: Sendable {
  /// The point of the object that a range of bytes holds; `nil` if it does not say where it is.
  func coordinate(of bytes: [UInt8], in range: Range<Int>) -> Coordinate?

  /// What the object holds that begins at an offset: the first of an input, or of a page of one.
  func rows(of bytes: [UInt8], from start: Int) -> ObjectRows

  /// What the rest of an object holds of which some rows were read: it begins behind them.
  func rows(behind bytes: [UInt8], from start: Int) -> ObjectRows
}

/// Which rows an object of JSON holds, as a build reads it.
public enum ObjectRows: Sendable, Hashable {
  /// None, or it is one itself; it ends before an offset.
  case none(end: Int)
  /// Those of a list, which begins at an offset behind its bracket, within so many objects.
  case list(start: Int, depth: Int)
  /// One that begins at an offset and stands where others are listed, within so many objects.
  case single(start: Int, depth: Int)
  /// Those that its members are, each by a name; it ends before an offset.
  case members([Range<Int>], end: Int)
  /// The bytes end before that can be told.
  case unknown
  /// It is not JSON.
  case malformed
}

/// The coordinates of the first rows of a table.
public struct TableCoordinates: Sendable, Hashable {
  /// The titles of the columns; none of rows of JSON.
  public var titles: [String] = []
  /// The columns of the coordinates, if the titles name them.
  public var columns: CoordinateColumns?
  /// The grid of numbers that are not degrees, if the user or the titles name it.
  public var grid: CoordinateReferenceSystem?
  /// The latitudes or northings, and the longitudes or eastings beside them.
  public var latitudes: [Double] = []
  public var longitudes: [Double] = []

  public init() {}
}

/// Unpacks an input and converts it to UTF-8, whatever the sizes of the parts it comes in.
public protocol TextDecoder: AnyObject {
  /// Whether the text has the bytes of the input, as far as is known.
  var isUnchanged: Bool { get }

  /// Takes the next bytes, none at the end of the input.
  ///
  /// - Returns: The text that is known by now.
  /// - Throws: When the input is damaged, in an encoding that is not read, or not one table.
  func decode(_ bytes: [UInt8]) throws(IndexFileError) -> [UInt8]
}
