import Domain

/// What the keys and the mouse do on each screen.
extension BrowseState {
  mutating func take(_ key: Key, _ effects: inout [BrowseEffect]) {
    // An error stands until it is left with Esc or something is asked; a remark until the next key.
    if message?.isError == false { message = nil }
    switch key {
    case .control("c"): return effects.append(.quit(isInterrupted: true))
    case .control("z"): return effects.append(.suspend)
    case .control("l"): return effects.append(.redraw)
    default: break
    }
    switch navigator.top {
    case .help:
      if [.escape, .enter, .character("q"), .character("?"), .character(" ")].contains(key) { navigator.close() }
    case .categories(let choice): take(key, choosing: choice, &effects)
    case .near(let choice): take(key, choosing: choice, &effects)
    case .detail: takeOnDetail(key, &effects)
    case nil:
      if isTypingFilter { takeInFilter(key, &effects) } else { takeOnMain(key, &effects) }
    }
  }

  mutating func paste(_ pasted: String) {
    if case .near(var choice) = navigator.top {
      choice.field.insert(pasted)
      navigator.replaceTop(with: .near(choice))
    } else if isTypingFilter {
      filter?.insert(pasted)
      applyFilter(selecting: lastSelectedID)
    }
  }

  // MARK: - The main screen

  private mutating func takeOnMain(_ key: Key, _ effects: inout [BrowseEffect]) {
    if takeEverywhere(key, &effects) { return }
    switch key {
    case .character("q"): return effects.append(.quit(isInterrupted: false))
    case .character("/"):
      message = nil
      filter = filter ?? TextField()
      isTypingFilter = true
      if layout.list == nil { focus = .list }
    case .escape: goBack(&effects)
    case .tab: focus = layout.next(after: focus, step: 1)
    case .backTab: focus = layout.next(after: focus, step: -1)
    case .enter: if selected != nil { navigator.open(.detail) }
    case .shiftUp, .character("K"): pan(east: 0, north: 8)
    case .shiftDown, .character("J"): pan(east: 0, north: -8)
    case .shiftLeft, .character("H"): pan(east: -8, north: 0)
    case .shiftRight, .character("L"): pan(east: 8, north: 0)
    case .character("z"): zoom(by: 1 / 1.5)
    case .character("Z"): zoom(by: 1.5)
    case .character("0"):
      isMapMoved = false
      isMapZoomed = false
      fitMap()
    default: takeInPane(key, &effects)
    }
  }

  private mutating func takeInPane(_ key: Key, _ effects: inout [BrowseEffect]) {
    if focus == .map {
      switch key {
      case .up, .character("k"): return pan(east: 0, north: 8)
      case .down, .character("j"): return pan(east: 0, north: -8)
      case .left, .character("h"): return pan(east: -8, north: 0)
      case .right, .character("l"): return pan(east: 8, north: 0)
      default: break
      }
    }
    takeInList(key, &effects)
  }

  private mutating func takeInList(_ key: Key, _ effects: inout [BrowseEffect]) {
    switch key {
    case .down, .character("j"), .control("n"): moveSelection(by: 1, &effects)
    case .up, .character("k"), .control("p"): moveSelection(by: -1, &effects)
    case .pageDown, .control("f"), .character(" "): moveSelection(by: max(1, listRows - 1), &effects)
    case .pageUp, .control("b"): moveSelection(by: -max(1, listRows - 1), &effects)
    case .control("d"): moveSelection(by: max(1, listRows / 2), &effects)
    case .control("u"): moveSelection(by: -max(1, listRows / 2), &effects)
    case .home, .character("g"): select(0)
    case .end, .character("G"):
      if selection == visible.count - 1, filter == nil { loadMore(&effects) }
      select(max(0, visible.count - 1))
    case .right, .character("l"): if selected != nil { navigator.open(.detail) }
    default: break
    }
  }

  /// What keys do on the main screen and on the detail alike.
  ///
  /// - Returns: Whether the key is one of them.
  private mutating func takeEverywhere(_ key: Key, _ effects: inout [BrowseEffect]) -> Bool {
    switch key {
    case .character("r"): searchHere(&effects)
    case .character("+"), .character("="): changeRadius(larger: true, &effects)
    case .character("-"): changeRadius(larger: false, &effects)
    case .character("n"):
      navigator.open(.near(NearChoice()))
      effects.append(.recall)
    case .character("c"): navigator.open(.categories(CategoryChoice(chosen: categories)))
    case .character("?"): navigator.open(.help)
    case .character("s"): toggleSaved(&effects)
    case .character("o"):
      guard let selected else { return true }
      effects.append(.open(selected.place.browserAddress))
      message = BrowseMessage(text: "opening \(selected.place.browserAddress)")
    case .character("y"):
      guard let selected else { return true }
      let text = QueryText.text(of: selected.place.coordinate)
      effects.append(.copy(text))
      message = BrowseMessage(text: "copied \(text)")
    default: return false
    }
    return true
  }

  private mutating func toggleSaved(_ effects: inout [BrowseEffect]) {
    guard let selected, let answer else { return }
    let id = selected.place.id
    effects.append(saved.contains(id) ? .unsave(id: id) : .save(selected, answer.query, answer.provenance))
  }

  /// Esc leaves what is the innermost: a message, a filter, a search under way, a moved map.
  private mutating func goBack(_ effects: inout [BrowseEffect]) {
    if filter != nil {
      filter = nil
      applyFilter(selecting: lastSelectedID)
    } else if pending != nil {
      pending = nil
      effects.append(.cancelSearch)
      message = BrowseMessage(text: "stopped searching")
    } else if isMapMoved {
      isMapMoved = false
      isMapZoomed = false
      fitMap()
    } else {
      message = nil
    }
  }

  private mutating func takeInFilter(_ key: Key, _ effects: inout [BrowseEffect]) {
    switch key {
    case .enter, .tab:
      isTypingFilter = false
      if filter?.text.isEmpty == true { goBack(&effects) }
    case .escape:
      isTypingFilter = false
      goBack(&effects)
    case .up: moveSelection(by: -1, &effects)
    case .down: moveSelection(by: 1, &effects)
    case .backspace where filter?.text.isEmpty == true:
      isTypingFilter = false
      goBack(&effects)
    default:
      guard filter?.take(key) == true else { return }
      applyFilter(selecting: lastSelectedID)
    }
  }

  // MARK: - The other screens

  private mutating func takeOnDetail(_ key: Key, _ effects: inout [BrowseEffect]) {
    if takeEverywhere(key, &effects) { return }
    switch key {
    case .escape, .enter, .character("q"), .left, .character("h"), .backspace: navigator.close()
    default: takeInList(key == .right || key == .character("l") ? .escape : key, &effects)
    }
  }

  private mutating func take(_ key: Key, choosing choice: CategoryChoice, _ effects: inout [BrowseEffect]) {
    var choice = choice
    let groups = CategoryGroup.allCases
    switch key {
    case .escape, .character("q"): return navigator.close()
    case .down, .character("j"), .tab: choice.cursor = (choice.cursor + 1) % groups.count
    case .up, .character("k"), .backTab: choice.cursor = (choice.cursor + groups.count - 1) % groups.count
    case .right, .character("l"): choice.cursor = min(groups.count - 1, choice.cursor + groups.count / 2)
    case .left, .character("h"): choice.cursor = max(0, choice.cursor - groups.count / 2)
    case .home, .character("g"): choice.cursor = 0
    case .end, .character("G"): choice.cursor = groups.count - 1
    case .character(" "), .character("x"):
      let group = groups[choice.cursor]
      if let position = choice.chosen.firstIndex(of: group) {
        choice.chosen.remove(at: position)
      } else {
        choice.chosen.append(group)
      }
    case .enter:
      navigator.close()
      // Enter on a list without a mark means the line it stands on.
      let chosen = choice.chosen.isEmpty && text == nil ? [groups[choice.cursor]] : choice.chosen
      guard chosen != categories else { return }
      categories = chosen
      return search(&effects)
    default: break
    }
    navigator.replaceTop(with: .categories(choice))
  }

  private mutating func take(_ key: Key, choosing choice: NearChoice, _ effects: inout [BrowseEffect]) {
    var choice = choice
    let lines = choice.candidates?.count ?? choice.matches(in: recents).count
    switch key {
    case .escape: return navigator.close()
    case .down, .tab, .control("n"): choice.cursor = min(choice.cursor + 1, lines)
    case .up, .backTab, .control("p"): choice.cursor = max(0, choice.cursor - 1)
    case .enter:
      if choice.cursor > 0 || choice.candidates != nil { return choose(choice, &effects) }
      guard let text = SearchText(choice.field.text) else { return }
      // A coordinate is a place as it stands.
      if let point = try? CoordinateText.coordinate(choice.field.text) { return goTo(point, &effects) }
      lastIdentifier += 1
      choice.pending = lastIdentifier
      choice.problem = nil
      effects.append(.locate(lastIdentifier, text))
    default:
      guard choice.field.take(key) else { return }
      choice.candidates = nil
      choice.problem = nil
      choice.pending = nil
      choice.cursor = 0
    }
    navigator.replaceTop(with: .near(choice))
  }

  /// Takes the line of the cursor: a place that was found, or a recent search.
  private mutating func choose(_ choice: NearChoice, _ effects: inout [BrowseEffect]) {
    if let candidates = choice.candidates {
      let position = max(0, choice.cursor - 1)
      guard candidates.indices.contains(position) else { return }
      return goTo(candidates[position].coordinate, called: candidates[position].name, &effects)
    }
    let matches = choice.matches(in: recents)
    guard matches.indices.contains(choice.cursor - 1) else { return }
    let query = matches[choice.cursor - 1].query
    navigator.closeAll()
    (categories, text, area, sort) = (query.categories, query.text, query.area, query.sort)
    (centerName, namedCenter) = (query.near, query.area.center)
    isMapMoved = false
    search(&effects)
  }

  private mutating func goTo(_ center: Coordinate, called name: String? = nil, _ effects: inout [BrowseEffect]) {
    (centerName, namedCenter) = (name, center)
    var radius = SearchRadius.standard
    if case .circle(_, let now) = area { radius = now }
    area = .circle(center: center, radius: radius)
    isMapMoved = false
    navigator.closeAll()
    search(&effects)
  }

  mutating func take(
    _ result: Result<LocatedPlaces, PlaceSearchError>,
    of identifier: Int,
    _ effects: inout [BrowseEffect]
  ) {
    guard case .near(var choice) = navigator.top, choice.pending == identifier else { return }
    choice.pending = nil
    switch result {
    case .success(let located):
      let places = located.candidates
      if places.count == 1 { return goTo(places[0].coordinate, called: places[0].name, &effects) }
      if places.isEmpty {
        let similar = located.similarNames.isEmpty ? "" : "; similar: \(located.similarNames.joined(separator: ", "))"
        choice.problem = "nothing is called \(choice.field.text)\(similar)"
      } else {
        choice.candidates = places
        choice.cursor = 1
      }
    case .failure(let error): choice.problem = ErrorReport(error).message
    }
    navigator.replaceTop(with: .near(choice))
  }

  // MARK: - The mouse

  mutating func take(_ event: MouseEvent, _ effects: inout [BrowseEffect]) {
    guard navigator.top == nil else {
      if event.action == .press, navigator.top == .help || navigator.top == .detail { navigator.close() }
      return
    }
    let layout = layout
    if let map = layout.map, let from = dragged, event.action == .drag {
      let (columns, rows) = (event.column - from.column, event.row - from.row)
      if columns != 0 || rows != 0 { pan(east: -columns * 2, north: rows * 4) }
      dragged = event
      _ = map
    } else if let list = layout.list, list.contains(column: event.column, row: event.row) {
      takeInList(event, list, &effects)
    } else if let map = layout.map, map.contains(column: event.column, row: event.row) {
      takeOnMap(event, map, &effects)
    }
    if event.action == .release { dragged = nil }
  }

  private mutating func takeInList(_ event: MouseEvent, _ list: CellRectangle, _ effects: inout [BrowseEffect]) {
    switch event.action {
    case .wheelUp: moveSelection(by: -3, &effects)
    case .wheelDown: moveSelection(by: 3, &effects)
    case .press:
      focus = .list
      let position = top + event.row - list.row
      guard visible.indices.contains(position) else { return }
      if position == selection { navigator.open(.detail) } else { select(position) }
    case .drag, .release: break
    }
  }

  private mutating func takeOnMap(_ event: MouseEvent, _ map: CellRectangle, _ effects: inout [BrowseEffect]) {
    switch event.action {
    case .wheelUp: zoom(by: 1 / 1.25)
    case .wheelDown: zoom(by: 1.25)
    case .press:
      focus = .map
      let (column, row) = (event.column - map.column, event.row - map.row)
      if isMapMoved, row == 0 { return searchHere(&effects) }
      let hit = BrowseRenderer.drawing(of: self).position(
        atColumn: column,
        row: row,
        width: map.width,
        height: map.height
      )
      if let hit, let position = visible.firstIndex(of: hit) {
        select(position)
      } else {
        dragged = event
      }
    case .drag, .release: break
    }
  }
}
