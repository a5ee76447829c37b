import Domain

/// The object at a cell of the screen.
enum BrowseTarget: Sendable, Hashable {
  /// A line of the list.
  case listed(id: String)
  /// The list, below its last line.
  case list
  /// A marker on the map with one or more places, by the id of the first place.
  case marker(id: String)
  case map
  /// The details of the selected place.
  case card
  /// The offer to search the area of the map.
  case searchHere
}

/// The drawn screen and its objects, so that a click refers to what the user saw.
struct BrowseDrawing: Sendable {
  var grid: CellGrid
  /// The last drawing of the map, whose markers are reused while the same places are shown.
  var map: MapDrawing?
  /// The rectangle of the map; `nil` if it isn't on this screen.
  var mapRectangle: CellRectangle?
  /// The rectangle of the offer to search the area of a moved map.
  var searchHere: CellRectangle?
  var listRectangle: CellRectangle?
  var cardRectangle: CellRectangle?
  /// The ids of the listed places, by line.
  var listedIDs: [String] = []

  init(grid: CellGrid) { self.grid = grid }

  /// Returns the object at a cell; `nil` if it doesn't react to the mouse.
  func target(column: Int, row: Int) -> BrowseTarget? {
    if let list = listRectangle, list.contains(column: column, row: row) {
      let line = row - list.row
      return listedIDs.indices.contains(line) ? .listed(id: listedIDs[line]) : .list
    }
    if let card = cardRectangle, card.contains(column: column, row: row) { return .card }
    guard let map, let rectangle = mapRectangle, rectangle.contains(column: column, row: row) else { return nil }
    if let searchHere, searchHere.contains(column: column, row: row) { return .searchHere }
    let hit = map.position(atColumn: column - rectangle.column, row: row - rectangle.row)
    return hit.map { .marker(id: map.places[$0].place.id) } ?? .map
  }
}
