import Domain

extension BrowseState {
  /// The step of the wheel in lines of the list, and its zoom factor on the map.
  private static let wheelStep = 3
  private static let wheelFactor = 1.25

  /// Handles a mouse event on the object in the last drawing.
  mutating func handle(_ event: MouseEvent, on target: BrowseTarget?, _ effects: inout [BrowseEffect]) {
    guard screens.last == nil else {
      if event.action == .press, screens.last == .help || screens.last == .detail { closeScreen() }
      return
    }
    if let from = dragged, event.action == .drag {
      let columns = event.column - from.column
      let rows = event.row - from.row
      if columns != 0 || rows != 0 { pan(east: -columns * 2, north: rows * 4) }
      dragged = event
      return
    }
    switch (event.action, target) {
    case (.release, _): dragged = nil
    case (.drag, _), (_, nil): break
    case (.wheelUp, .listed), (.wheelUp, .list): moveSelection(by: -Self.wheelStep, &effects)
    case (.wheelDown, .listed), (.wheelDown, .list): moveSelection(by: Self.wheelStep, &effects)
    case (.wheelUp, .map), (.wheelUp, .marker), (.wheelUp, .searchHere): zoom(by: 1 / Self.wheelFactor)
    case (.wheelDown, .map), (.wheelDown, .marker), (.wheelDown, .searchHere): zoom(by: Self.wheelFactor)
    case (.press, let target?): press(event, on: target, &effects)
    }
  }

  private mutating func press(_ event: MouseEvent, on target: BrowseTarget, _ effects: inout [BrowseEffect]) {
    switch target {
    case .listed(let id):
      focus = .list
      guard let position = position(ofPlaceWithID: id) else { return }
      if position == selection { screens.append(.detail) } else { select(position) }
    case .list: focus = .list
    case .marker(let id):
      focus = .map
      if let position = position(ofPlaceWithID: id) { select(position) } else { dragged = event }
    case .map:
      focus = .map
      dragged = event
    case .searchHere:
      focus = .map
      searchHere(&effects)
    }
  }

  /// The index of a place in the list; `nil` if it is no longer listed.
  private func position(ofPlaceWithID id: String) -> Int? { visible.firstIndex { places[$0].place.id == id } }
}
