import Domain
import PlaceIndex

/// Tables of rows are read as the files of an index are.
extension IndexFiles: ReadTableUseCase {
  func makeDecoder(ofInput path: String) -> any TextDecoder { TableDecoder(path: path) }

  func coordinate(x: Double, y: Double, on grid: CoordinateReferenceSystem) -> Coordinate? {
    grid.coordinate(x: x, y: y)
  }

  func coordinateColumns(among titles: [String]) -> CoordinateColumns? { CoordinateColumns(among: titles) }

  func checkCoordinates(_ rows: TableCoordinates, ofInput path: String) throws(IndexFileError) -> Bool {
    try rows.check(ofInput: path)
  }
}
