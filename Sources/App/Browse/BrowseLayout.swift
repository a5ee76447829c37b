/// The parts of the main screen: side by side where there is room, otherwise one at a time.
struct BrowseLayout: Sendable, Hashable {
  let list: CellRectangle?
  let map: CellRectangle?
  let card: CellRectangle?

  /// A terminal of 80 columns shows two parts; at this width the list has 34 for number, name and distance.
  private static let widthForTwo = 76
  /// Three parts leave list and card 34 columns each, and the map 46.
  private static let widthForThree = 116
  /// Below, rings on a map half the width run together.
  private static let heightForTwo = 16

  /// Places the parts between the title and the line of messages.
  init(size: ScreenSize, focus: BrowsePane) {
    let (width, height) = (size.columns, max(0, size.rows - 2))
    func part(_ column: Int, _ width: Int) -> CellRectangle {
      CellRectangle(column: column, row: 1, width: max(0, width), height: height)
    }
    if width >= Self.widthForThree, height >= Self.heightForTwo {
      let (left, right) = (min(60, width * 3 / 10), min(48, width * 3 / 10))
      list = part(0, left)
      map = part(left + 1, width - left - right - 2)
      card = part(width - right, right)
    } else if width >= Self.widthForTwo, height >= Self.heightForTwo {
      let left = width * 45 / 100
      list = part(0, left)
      map = part(left + 1, width - left - 1)
      card = nil
    } else {
      list = focus == .list ? part(0, width) : nil
      map = focus == .map ? part(0, width) : nil
      card = focus == .card ? part(0, width) : nil
    }
  }

  /// The visible parts.
  var panes: [BrowsePane] {
    [(BrowsePane.list, list), (.map, map), (.card, card)].compactMap { $1 == nil ? nil : $0 }
  }

  /// The next part for Tab; when only one is visible, every part counts.
  func next(after pane: BrowsePane, step: Int) -> BrowsePane {
    let all = panes.count > 1 ? panes : BrowsePane.allCases
    let position = all.firstIndex(of: pane) ?? 0
    return all[(position + step + all.count) % all.count]
  }
}
