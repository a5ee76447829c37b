/// The panes of the main screen: next to each other if there is room, or else one at a time.
struct BrowseLayout: Sendable, Hashable {
  let list: CellRectangle?
  let map: CellRectangle?
  let card: CellRectangle?

  /// The minimum width for a list next to a map.
  ///
  /// At this width, the list has 34 columns for number, name and distance.
  private static let widthForTwo = 76
  /// The minimum width for the card next to the map instead of below it.
  private static let widthForThree = 110
  /// The minimum height for more than one pane.
  private static let heightForTwo = 16
  /// The columns of the map that its rings need, at the minimum width for three panes.
  private static let narrowestMap = 40

  init(size: ScreenSize, focus: BrowsePane) {
    let width = size.columns
    let height = max(0, size.rows - 2)
    func pane(_ column: Int, _ width: Int, from row: Int = 0, _ height: Int) -> CellRectangle {
      CellRectangle(column: column, row: row + 1, width: max(0, width), height: height)
    }
    if width >= Self.widthForThree, height >= Self.heightForTwo {
      let side = min(width * 3 / 10, (width - Self.narrowestMap - 2) / 2)
      let left = min(60, side)
      let right = min(48, side)
      list = pane(0, left, height)
      map = pane(left + 1, width - left - right - 2, height)
      card = pane(width - right, right, height)
    } else if width >= Self.widthForTwo, height >= Self.heightForTwo {
      let left = width * 45 / 100
      let low = height / 3
      list = pane(0, left, height)
      map = pane(left + 1, width - left - 1, height - low - 1)
      card = pane(left + 1, width - left - 1, from: height - low, low)
    } else {
      list = focus == .list ? pane(0, width, height) : nil
      map = focus == .map ? pane(0, width, height) : nil
      card = focus == .card ? pane(0, width, height) : nil
    }
  }

  /// The visible panes with their rectangles.
  var panes: [(pane: BrowsePane, rectangle: CellRectangle)] {
    [(BrowsePane.list, list), (.map, map), (.card, card)].compactMap { pane, rectangle in
      rectangle.map { (pane, $0) }
    }
  }

  /// Returns the next pane for Tab.
  static func next(after pane: BrowsePane, step: Int) -> BrowsePane {
    let all = BrowsePane.allCases
    let index = all.firstIndex(of: pane) ?? 0
    return all[(index + step + all.count) % all.count]
  }
}
