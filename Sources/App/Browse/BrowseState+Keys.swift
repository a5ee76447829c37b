import Domain

extension BrowseState {
  /// The number of dots by which a key moves the map: four columns, or two rows.
  private static let panStepInDots = 8
  /// The zoom factor of a key; pressing twice slightly more than doubles the scale.
  private static let zoomFactor = 1.5
  /// The maximum number of web pages that one key opens.
  private static let maximumPageCount = 10

  mutating func handle(_ key: Key, _ effects: inout [BrowseEffect]) {
    // An error stays until Esc or a search, other messages until the next key.
    if message?.isError == false { message = nil }
    if let action = BrowseKeys.action(of: key, in: [.always]) { return perform(action, &effects) }
    if screens.last == .detail || (screens.last == nil && !isTypingFilter), handleNumber(key) { return }
    switch screens.last {
    case .help:
      if [.escape, .enter, .character("q"), .character("?"), .character(" ")].contains(key) { closeScreen() }
    case .categories(let choice): handle(key, choosing: choice, &effects)
    case .near(let choice): handle(key, choosing: choice, &effects)
    case .file(let choice): handle(key, naming: choice, &effects)
    case nil where isTypingFilter: handleInFilter(key, &effects)
    case .detail, nil:
      if let action = BrowseKeys.action(of: key, in: scopes) { perform(action, &effects) }
    }
  }

  /// The scopes of the current screen.
  private var scopes: [BrowseKeys.Scope] {
    if screens.last == .detail { return [.both, .detail, .list] }
    return focus == .map ? [.both, .main, .map, .list] : [.both, .main, .list]
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

  /// Handles the digits of a place's number and the key that ends it; returns whether the key is one of these.
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

  // MARK: - Actions

  mutating func perform(_ action: BrowseAction, _ effects: inout [BrowseEffect]) {
    switch action {
    case .next: moveSelection(by: 1, &effects)
    case .previous: moveSelection(by: -1, &effects)
    case .nextPage: moveSelection(by: max(1, listRows - 1), &effects)
    case .previousPage: moveSelection(by: -max(1, listRows - 1), &effects)
    case .nextHalfPage: moveSelection(by: max(1, listRows / 2), &effects)
    case .previousHalfPage: moveSelection(by: -max(1, listRows / 2), &effects)
    case .first: select(0)
    case .last:
      if selection == visible.count - 1, filter == nil { loadMore(&effects) }
      select(max(0, visible.count - 1))
    case .showDetail: if selected != nil, screens.last == nil { screens.append(.detail) }
    case .closeDetail: closeScreen()
    case .nextPane: focus = layout.next(after: focus, step: 1)
    case .previousPane: focus = layout.next(after: focus, step: -1)
    case .filter: beginFilter()
    case .near:
      screens.append(.near(NearChoice()))
      effects.append(.recall)
    case .categories: screens.append(.categories(CategoryChoice(chosen: query.categories)))
    case .goToEarlier: goToEarlier(&effects)
    case .enlargeRadius: changeRadius(larger: true, &effects)
    case .reduceRadius: changeRadius(larger: false, &effects)
    case .panNorth: pan(east: 0, north: Self.panStepInDots)
    case .panSouth: pan(east: 0, north: -Self.panStepInDots)
    case .panWest: pan(east: -Self.panStepInDots, north: 0)
    case .panEast: pan(east: Self.panStepInDots, north: 0)
    case .zoomIn: zoom(by: 1 / Self.zoomFactor)
    case .zoomOut: zoom(by: Self.zoomFactor)
    case .showWholeArea: resetMap()
    case .searchHere: searchHere(&effects)
    case .mark: markSelected()
    case .markAll: markAll()
    case .save: toggleSaved(&effects)
    case .open: openPages(&effects)
    case .copy: copyCoordinates(&effects)
    case .write: if answer.provenance != nil { screens.append(.file(FileChoice())) }
    case .goBack: goBack(&effects)
    case .showHelp: screens.append(.help)
    case .quit: effects.append(.quit(.quit))
    case .quitPrinting: effects.append(.quit(.quitPrinting))
    case .interrupt: effects.append(.quit(.interrupted))
    case .suspend: effects.append(.suspend)
    case .redraw: effects.append(.redraw)
    }
  }

  private mutating func beginFilter() {
    message = nil
    filter = filter ?? TextField()
    isTypingFilter = true
    if layout.list == nil { focus = .list }
  }

  private mutating func openPages(_ effects: inout [BrowseEffect]) {
    guard !chosen.isEmpty else { return }
    guard chosen.count <= Self.maximumPageCount else {
      let limit = "o opens up to \(Self.maximumPageCount) pages at once"
      message = BrowseMessage(text: "\(limit): \(chosen.count.groupedText) places are marked")
      return
    }
    // Don't link a fictional place to a real map.
    let isMadeUp = answer.provenance?.source == .sample
    let addresses = chosen.compactMap { isMadeUp ? $0.place.pageAddress : $0.place.browserAddress }
    guard !addresses.isEmpty else {
      message = BrowseMessage(text: "fictional places have no page")
      return
    }
    effects.append(.open(addresses))
    message = BrowseMessage(text: "opening \(addresses.count == 1 ? addresses[0] : "\(addresses.count) pages")")
  }

  private mutating func copyCoordinates(_ effects: inout [BrowseEffect]) {
    guard !chosen.isEmpty else { return }
    let lines = chosen.map { QueryFormatter.text(of: $0.place.coordinate) }
    effects.append(.copy(lines.joined(separator: "\n")))
    message = BrowseMessage(
      text: "copied \(lines.count == 1 ? lines[0] : "\(lines.count.groupedText) coordinates, one a line")"
    )
  }

  /// Esc reverts one thing: the filter, the search in progress, the moved map, or the message and its query.
  mutating func goBack(_ effects: inout [BrowseEffect]) {
    if filter != nil {
      filter = nil
      applyFilter(selecting: lastSelectedID)
    } else if let search = pending {
      effects.append(.cancelSearch)
      pending?.isStopped = true
      guard search.isStopped else { return }
      // Pressed again, it doesn't wait for the places found so far.
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
