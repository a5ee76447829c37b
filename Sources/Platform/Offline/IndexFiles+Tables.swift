import Domain
import PlaceIndex
import Tables

/// Reads tables like the files of an index.
extension IndexFiles: ReadTableUseCase {
  func makeDecoder(ofInput path: String, in encoding: TextEncoding?) -> any TextDecoder {
    TableDecoder(path: path, encoding: encoding)
  }

  func coordinate(x: Double, y: Double, on grid: CoordinateReferenceSystem) -> Coordinate? {
    grid.coordinate(x: x, y: y)
  }

  func coordinateColumns(among titles: [String]) -> CoordinateColumns? { CoordinateColumns(among: titles) }

  func positionColumn(among titles: [String], rows: [UInt8], delimiter: UInt8, isWhole: Bool) -> PositionCells? {
    PositionCells(among: titles, rows: rows, delimiter: delimiter, isWhole: isWhole)
  }

  func coordinate(
    of text: String,
    in cells: PositionCells,
    on grid: CoordinateReferenceSystem?,
    scale: Int?
  ) -> Coordinate? {
    cells.coordinate(of: text, on: grid, scale: scale)
  }

  func makeObjectLocator(on grid: CoordinateReferenceSystem?, scale: Int?) -> any ObjectLocator {
    ObjectReader(on: grid, scale: scale)
  }

  func degreeDivisor(of rows: TableCoordinates) -> Int? { rows.degreeDivisor }

  func checkCoordinates(_ rows: TableCoordinates, ofInput path: String) throws(IndexFileError) -> Bool {
    try rows.check(ofInput: path)
  }
}
