extension BrowseState {
  mutating func handle(_ event: MouseEvent, _ effects: inout [BrowseEffect]) {
    guard screens.last == nil else {
      if event.action == .press, screens.last == .help || screens.last == .detail { closeScreen() }
      return
    }
    let layout = layout
    if layout.map != nil, let from = dragged, event.action == .drag {
      let columns = event.column - from.column
      let rows = event.row - from.row
      if columns != 0 || rows != 0 { pan(east: -columns * 2, north: rows * 4) }
      dragged = event
    } else if let list = layout.list, list.contains(column: event.column, row: event.row) {
      handleInList(event, list, &effects)
    } else if let map = layout.map, map.contains(column: event.column, row: event.row) {
      handleOnMap(event, map, &effects)
    }
    if event.action == .release { dragged = nil }
  }

  private mutating func handleInList(_ event: MouseEvent, _ list: CellRectangle, _ effects: inout [BrowseEffect]) {
    switch event.action {
    case .wheelUp: moveSelection(by: -3, &effects)
    case .wheelDown: moveSelection(by: 3, &effects)
    case .press:
      focus = .list
      let position = top + event.row - list.row
      guard visible.indices.contains(position) else { return }
      if position == selection { screens.append(.detail) } else { select(position) }
    case .drag, .release: break
    }
  }

  private mutating func handleOnMap(_ event: MouseEvent, _ map: CellRectangle, _ effects: inout [BrowseEffect]) {
    switch event.action {
    case .wheelUp: zoom(by: 1 / 1.25)
    case .wheelDown: zoom(by: 1.25)
    case .press:
      focus = .map
      let column = event.column - map.column
      let row = event.row - map.row
      if isMapMoved, pending == nil, row == 0, BrowseRenderer.searchHereColumns(on: map).contains(event.column) {
        return searchHere(&effects)
      }
      let hit = BrowseRenderer.drawing(of: self).position(atColumn: column, row: row)
      if let hit, let position = visible.firstIndex(of: hit) {
        select(position)
      } else {
        dragged = event
      }
    case .drag, .release: break
    }
  }
}
