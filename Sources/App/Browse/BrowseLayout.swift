/// The panes of the main screen: next to each other if there is room, or else one at a time.
struct BrowseLayout: Sendable, Hashable {
  let list: CellRectangle?
  let map: CellRectangle?
  let card: CellRectangle?

  /// The minimum width for two panes.
  ///
  /// At this width, the list has 34 columns for number, name and distance.
  private static let widthForTwo = 76
  /// The minimum width for three panes.
  ///
  /// List and card then have 34 columns each, and the map 46.
  private static let widthForThree = 116
  /// The minimum height for two panes.
  ///
  /// With fewer lines, the rings on a map of half the width run together.
  private static let heightForTwo = 16

  init(size: ScreenSize, focus: BrowsePane) {
    let width = size.columns
    let height = max(0, size.rows - 2)
    func pane(_ column: Int, _ width: Int) -> CellRectangle {
      CellRectangle(column: column, row: 1, width: max(0, width), height: height)
    }
    if width >= Self.widthForThree, height >= Self.heightForTwo {
      let left = min(60, width * 3 / 10)
      let right = min(48, width * 3 / 10)
      list = pane(0, left)
      map = pane(left + 1, width - left - right - 2)
      card = pane(width - right, right)
    } else if width >= Self.widthForTwo, height >= Self.heightForTwo {
      let left = width * 45 / 100
      list = pane(0, left)
      map = pane(left + 1, width - left - 1)
      card = nil
    } else {
      list = focus == .list ? pane(0, width) : nil
      map = focus == .map ? pane(0, width) : nil
      card = focus == .card ? pane(0, width) : nil
    }
  }

  var panes: [BrowsePane] {
    [(BrowsePane.list, list), (.map, map), (.card, card)].compactMap { $1 == nil ? nil : $0 }
  }

  /// The next pane for Tab: of the visible panes, or of all if only one is visible.
  func next(after pane: BrowsePane, step: Int) -> BrowsePane {
    let all = panes.count > 1 ? panes : BrowsePane.allCases
    let position = all.firstIndex(of: pane) ?? 0
    return all[(position + step + all.count) % all.count]
  }
}
