import Domain

extension BrowseState {
  /// How many dots a key moves the map: four columns, or two rows of text.
  private static let panStepInDots = 8
  /// The factor by which a key zooms: twice is a little more than double.
  private static let zoomFactor = 1.5

  mutating func handle(_ key: Key, _ effects: inout [BrowseEffect]) {
    // An error stays until Esc or a search, any other message until the next key.
    if message?.isError == false { message = nil }
    switch key {
    case .control("c"): return effects.append(.quit(isInterrupted: true))
    case .control("z"): return effects.append(.suspend)
    case .control("l"): return effects.append(.redraw)
    default: break
    }
    switch screens.last {
    case .help:
      if [.escape, .enter, .character("q"), .character("?"), .character(" ")].contains(key) { closeScreen() }
    case .categories(let choice): handle(key, choosing: choice, &effects)
    case .near(let choice): handle(key, choosing: choice, &effects)
    case .detail: handleOnDetail(key, &effects)
    case nil:
      if isTypingFilter { handleInFilter(key, &effects) } else { handleOnMain(key, &effects) }
    }
  }

  mutating func paste(_ pasted: String, _ effects: inout [BrowseEffect]) {
    if case .near(let choice) = screens.last {
      edit(choice, &effects) { field in
        field.insert(pasted)
        return true
      }
    } else if isTypingFilter {
      filter?.insert(pasted)
      applyFilter(selecting: lastSelectedID)
    }
  }

  // MARK: - The main screen

  mutating func handleOnMain(_ key: Key, _ effects: inout [BrowseEffect]) {
    if handleEverywhere(key, &effects) { return }
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
    case .enter: if selected != nil { screens.append(.detail) }
    case .shiftUp, .character("K"): pan(east: 0, north: Self.panStepInDots)
    case .shiftDown, .character("J"): pan(east: 0, north: -Self.panStepInDots)
    case .shiftLeft, .character("H"): pan(east: -Self.panStepInDots, north: 0)
    case .shiftRight, .character("L"): pan(east: Self.panStepInDots, north: 0)
    case .character("z"): zoom(by: 1 / Self.zoomFactor)
    case .character("Z"): zoom(by: Self.zoomFactor)
    case .character("0"): resetMap()
    default: handleInPane(key, &effects)
    }
  }

  mutating func handleInPane(_ key: Key, _ effects: inout [BrowseEffect]) {
    if focus == .map {
      switch key {
      case .up, .character("k"): return pan(east: 0, north: Self.panStepInDots)
      case .down, .character("j"): return pan(east: 0, north: -Self.panStepInDots)
      case .left, .character("h"): return pan(east: -Self.panStepInDots, north: 0)
      case .right, .character("l"): return pan(east: Self.panStepInDots, north: 0)
      default: break
      }
    }
    handleInList(key, &effects)
  }

  mutating func handleInList(_ key: Key, _ effects: inout [BrowseEffect]) {
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
    case .right, .character("l"): if selected != nil { screens.append(.detail) }
    default: break
    }
  }

  /// Handles the keys that the main screen and the detail share; returns whether the key is one of them.
  mutating func handleEverywhere(_ key: Key, _ effects: inout [BrowseEffect]) -> Bool {
    switch key {
    case .character("r"): searchHere(&effects)
    case .character("+"), .character("="): changeRadius(larger: true, &effects)
    case .character("-"): changeRadius(larger: false, &effects)
    case .character("n"):
      screens.append(.near(NearChoice()))
      effects.append(.recall)
    case .character("c"): screens.append(.categories(CategoryChoice(chosen: query.categories)))
    case .character("?"): screens.append(.help)
    case .character("s"): toggleSaved(&effects)
    case .character("o"):
      guard let selected else { return true }
      effects.append(.open(selected.place.browserAddress))
      message = BrowseMessage(text: "opening \(selected.place.browserAddress)")
    case .character("y"):
      guard let selected else { return true }
      let text = QueryFormatter.text(of: selected.place.coordinate)
      effects.append(.copy(text))
      message = BrowseMessage(text: "copied \(text)")
    default: return false
    }
    return true
  }

  mutating func toggleSaved(_ effects: inout [BrowseEffect]) {
    guard let selected, let provenance = answer.provenance else { return }
    let id = selected.place.id
    effects.append(saved.contains(id) ? .unsave(id: id) : .save(selected, answer.query, provenance))
  }

  /// Esc undoes one thing: the filter, else the search under way, else the moved map, else the message and what it is about.
  mutating func goBack(_ effects: inout [BrowseEffect]) {
    if filter != nil {
      filter = nil
      applyFilter(selecting: lastSelectedID)
    } else if let search = pending {
      effects.append(.cancelSearch)
      pending?.isStopped = true
      guard search.isStopped else { return }
      // Pressed again, it does not wait for what the search has found.
      handle(.failure(.cancelled), of: search.identifier)
    } else if isMapMoved {
      resetMap()
    } else {
      message = nil
    }
  }

  mutating func handleInFilter(_ key: Key, _ effects: inout [BrowseEffect]) {
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
      guard filter?.handle(key) == true else { return }
      applyFilter(selecting: lastSelectedID)
    }
  }
}
