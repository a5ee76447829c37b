/// Where the parts of the main screen are: side by side where there is room, one after the other where there is not.
struct BrowseLayout: Sendable, Hashable {
  let list: CellRectangle?
  let map: CellRectangle?
  let card: CellRectangle?

  private static let widthForTwo = 76
  private static let widthForThree = 116
  private static let heightForTwo = 16

  /// Lays the parts out between the title and the line of messages.
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

  /// The parts that can be seen.
  var panes: [BrowsePane] {
    [(BrowsePane.list, list), (.map, map), (.card, card)].compactMap { $1 == nil ? nil : $0 }
  }

  /// The part that is always there to be gone to: with one part at a time that is each of them.
  func next(after pane: BrowsePane, step: Int) -> BrowsePane {
    let all = panes.count > 1 ? panes : BrowsePane.allCases
    let position = all.firstIndex(of: pane) ?? 0
    return all[(position + step + all.count) % all.count]
  }
}
