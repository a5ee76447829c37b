import Domain

extension BrowseState {
  /// How many dots a key moves the map: four columns, or two rows of text.
  private static let panStepInDots = 8
  /// The factor by which a key zooms: twice is a little more than double.
  private static let zoomFactor = 1.5
  /// The pages that one key opens: more would bury what a browser shows.
  private static let maximumPageCount = 10

  mutating func handle(_ key: Key, _ effects: inout [BrowseEffect]) {
    // An error stays until Esc or a search, any other message until the next key.
    if message?.isError == false { message = nil }
    switch key {
    case .control("c"): return effects.append(.quit(.interrupted))
    case .control("z"): return effects.append(.suspend)
    case .control("l"): return effects.append(.redraw)
    default: break
    }
    if screens.last == .detail || (screens.last == nil && !isTypingFilter), handleNumber(key) { return }
    switch screens.last {
    case .help:
      if [.escape, .enter, .character("q"), .character("?"), .character(" ")].contains(key) { closeScreen() }
    case .categories(let choice): handle(key, choosing: choice, &effects)
    case .near(let choice): handle(key, choosing: choice, &effects)
    case .file(let choice): handle(key, naming: choice, &effects)
    case .detail: handleOnDetail(key, &effects)
    case nil:
      if isTypingFilter { handleInFilter(key, &effects) } else { handleOnMain(key, &effects) }
    }
  }

  mutating func paste(_ pasted: String, _ effects: inout [BrowseEffect]) {
    let insert = { (field: inout TextField) in
      field.insert(pasted)
      return true
    }
    switch screens.last {
    case .near(let choice): edit(choice, &effects, insert)
    case .categories(var choice):
      choice.edit(insert)
      replaceScreen(by: .categories(choice))
    case .file(var choice) where !choice.exists:
      choice.field.insert(pasted)
      replaceScreen(by: .file(choice))
    case nil where isTypingFilter:
      filter?.insert(pasted)
      applyFilter(selecting: lastSelectedID)
    default: break
    }
  }

  /// Handles the digits of a place's number and the key that ends it; returns whether the key is one of them.
  mutating func handleNumber(_ key: Key) -> Bool {
    switch (key, typedNumber) {
    case (.character(let character), let number) where "0"..."9" ~= character && (number != nil || character != "0"):
      typedNumber = min((number ?? 0) * 10 + (character.wholeNumberValue ?? 0), 9_999_999)
    case (.backspace, let number?): typedNumber = number < 10 ? nil : number / 10
    case (.escape, .some): typedNumber = nil
    case (.enter, let number?), (.character("G"), let number?):
      typedNumber = nil
      if let position = visible.firstIndex(of: number - 1) {
        select(position)
      } else if places.indices.contains(number - 1) {
        message = BrowseMessage(text: "the filter hides place \(number)")
      } else {
        message = BrowseMessage(text: "no place \(number): the list has \(counted(places.count, "place"))")
      }
    default:
      typedNumber = nil
      return false
    }
    return true
  }

  // MARK: - The main screen

  mutating func handleOnMain(_ key: Key, _ effects: inout [BrowseEffect]) {
    if handleEverywhere(key, &effects) { return }
    switch key {
    case .character("q"): return effects.append(.quit(.quit))
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
    case .pageDown, .control("f"): moveSelection(by: max(1, listRows - 1), &effects)
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
    case .character("u"): goToEarlier(&effects)
    case .character("Q"): effects.append(.quit(.quitPrinting))
    case .character(" "): markSelected()
    case .character("a"): markAll()
    case .character("s"): toggleSaved(&effects)
    case .character("w"): if answer.provenance != nil { screens.append(.file(FileChoice())) }
    case .character("o"):
      guard !chosen.isEmpty else { return true }
      guard chosen.count <= Self.maximumPageCount else {
        let limit = "o opens up to \(Self.maximumPageCount) pages at once"
        message = BrowseMessage(text: "\(limit): \(chosen.count.groupedText) places are marked")
        return true
      }
      // Where a made-up place would be, a map shows another one or none.
      let isMadeUp = answer.provenance?.source == .sample
      let addresses = chosen.compactMap { isMadeUp ? $0.place.pageAddress : $0.place.browserAddress }
      guard !addresses.isEmpty else {
        message = BrowseMessage(text: "made-up places have no page")
        return true
      }
      effects.append(.open(addresses))
      message = BrowseMessage(text: "opening \(addresses.count == 1 ? addresses[0] : "\(addresses.count) pages")")
    case .character("y"):
      guard !chosen.isEmpty else { return true }
      let lines = chosen.map { QueryFormatter.text(of: $0.place.coordinate) }
      effects.append(.copy(lines.joined(separator: "\n")))
      message = BrowseMessage(
        text: "copied \(lines.count == 1 ? lines[0] : "\(lines.count.groupedText) coordinates, one a line")"
      )
    default: return false
    }
    return true
  }

  /// Esc undoes one thing: the filter, else the search under way, else the moved map, else the message and what it is
  /// about.
  mutating func goBack(_ effects: inout [BrowseEffect]) {
    if filter != nil {
      filter = nil
      applyFilter(selecting: lastSelectedID)
    } else if let search = pending {
      effects.append(.cancelSearch)
      pending?.isStopped = true
      guard search.isStopped else { return }
      // Pressed again, it does not wait for what the search has found.
      take(.failure(.cancelled), of: search.identifier, &effects)
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
