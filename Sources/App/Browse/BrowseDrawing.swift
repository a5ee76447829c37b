import Domain

/// What lies under a cell of the screen.
enum BrowseTarget: Sendable, Hashable {
  /// A line of the list.
  case listed(id: String)
  /// The list, below its last line.
  case list
  /// A marker on the map, of one place or of several, of which it names the first.
  case marker(id: String)
  case map
  /// The offer to search the area of the map.
  case searchHere
}

/// The drawn screen, and what lies where on it: a click means what was there when the user saw it.
struct BrowseDrawing: Sendable {
  var grid: CellGrid
  /// The last drawing of the map, whose markers serve as long as the same places lie there.
  var map: MapDrawing?
  /// Where the map is, if it is on this screen.
  var mapRectangle: CellRectangle?
  /// Where the area of a moved map is offered to be searched.
  var searchHere: CellRectangle?
  var listRectangle: CellRectangle?
  /// The places of the lines of the list.
  var listedIDs: [String] = []

  init(grid: CellGrid) { self.grid = grid }

  /// What lies in a cell; `nil` where nothing takes the mouse.
  func target(column: Int, row: Int) -> BrowseTarget? {
    if let list = listRectangle, list.contains(column: column, row: row) {
      let line = row - list.row
      return listedIDs.indices.contains(line) ? .listed(id: listedIDs[line]) : .list
    }
    guard let map, let rectangle = mapRectangle, rectangle.contains(column: column, row: row) else { return nil }
    if let searchHere, searchHere.contains(column: column, row: row) { return .searchHere }
    let hit = map.position(atColumn: column - rectangle.column, row: row - rectangle.row)
    return hit.map { .marker(id: map.places[$0].place.id) } ?? .map
  }
}
