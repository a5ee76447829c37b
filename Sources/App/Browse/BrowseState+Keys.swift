import Domain

extension BrowseState {
  /// The number of dots by which a key moves the map: four columns, or two rows.
  private static let panStepInDots = 8
  /// The zoom factor of a key; pressing twice slightly more than doubles the scale.
  static let zoomFactor = 1.5
  /// The maximum number of web pages that one key opens.
  private static let maximumPageCount = 10

  mutating func handle(_ key: Key, _ effects: inout [BrowseEffect]) {
    // An error stays until Esc or a search, other messages until the next key.
    if message?.isError == false { message = nil }
    if let action = BrowseKeys.action(of: key, in: [.always]) { return action(&self, &effects) }
    if screens.last == nil, !isTypingFilter, handleNumber(key) { return }
    switch screens.last {
    case .help: handleInHelp(key)
    case .categories(let choice): handle(key, choosing: choice, &effects)
    case .near(let choice): handle(key, choosing: choice, &effects)
    case .file(let choice): handle(key, naming: choice, &effects)
    case nil where isTypingFilter: handleInFilter(key, &effects)
    case nil:
      if let action = BrowseKeys.action(of: key, in: scopes) { action(&self, &effects) }
    }
  }

  /// The scopes of the current screen.
  private var scopes: [BrowseKeys.Scope] {
    switch focus {
    case .list: [.main, .list]
    case .map: [.map, .main, .list]
    case .card: [.card, .main, .list]
    }
  }

  mutating func paste(_ pasted: String, _ effects: inout [BrowseEffect]) {
    let insert = { (field: inout TextField) in
      field.insert(pasted)
      return true
    }
    switch screens.last {
    case .near(let choice): edit(choice, &effects, by: insert)
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
      if let index = visible.firstIndex(of: number - 1) {
        select(index)
      } else if places.indices.contains(number - 1) {
        message = BrowseMessage(text: Phrase.hiddenPlace.text(language, String(number)))
      } else {
        let count = Phrase.count(of: places.count, in: language)
        message = BrowseMessage(text: Phrase.missingPlace.text(language, String(number), count))
      }
    default:
      typedNumber = nil
      return false
    }
    return true
  }

  // MARK: - Actions

  /// The number of rows by which a page key moves the selection.
  var pageRows: Int { max(1, listRows - 1) }
  var halfPageRows: Int { max(1, listRows / 2) }

  /// Selects the last place, or loads more places if it is selected.
  mutating func selectLast(_ effects: inout [BrowseEffect]) {
    if selection == visible.count - 1, filter == nil { loadMore(&effects) }
    select(max(0, visible.count - 1))
  }

  mutating func showDetails() { if selected != nil { focus = .card } }

  mutating func chooseCenter(_ effects: inout [BrowseEffect]) {
    screens.append(.near(NearChoice()))
    effects.append(.recall)
  }

  mutating func chooseCategories() { screens.append(.categories(CategoryChoice(chosen: query.categories))) }

  mutating func chooseFile() { if result.collection != nil { screens.append(.file(FileChoice())) } }

  /// Moves the map by some steps.
  mutating func pan(toEast east: Int = 0, toNorth north: Int = 0) {
    pan(east: east * Self.panStepInDots, north: north * Self.panStepInDots)
  }

  mutating func beginFilter() {
    message = nil
    filter = filter ?? TextField()
    isTypingFilter = true
    if layout.list == nil { focus = .list }
  }

  mutating func openPages(_ effects: inout [BrowseEffect]) {
    guard !chosen.isEmpty else { return }
    guard chosen.count <= Self.maximumPageCount else {
      let count = Phrase.places.text(language, chosen.count.groupedText)
      message = BrowseMessage(text: Phrase.tooManyPages.text(language, count, String(Self.maximumPageCount)))
      return
    }
    // Don't link a fictional place to a real map.
    let isMadeUp = result.collection?.provenance.source == .sample
    let addresses = chosen.compactMap { isMadeUp ? $0.place.pageAddress : $0.place.browserAddress }
    guard !addresses.isEmpty else {
      message = BrowseMessage(text: Phrase.noPages.text(language))
      return
    }
    effects.append(.open(addresses))
    message = BrowseMessage(text: Phrase.opening.text(language, Phrase.pages(addresses, in: language)))
  }

  /// Opens the marked places, or else the listed ones, as a web page with a map.
  mutating func openList(_ effects: inout [BrowseEffect]) {
    guard let collection = result.collection(of: written) else { return }
    effects.append(.openList(collection, listedQuery))
  }

  mutating func copyCoordinates(_ effects: inout [BrowseEffect]) {
    guard !chosen.isEmpty else { return }
    let lines = chosen.map { $0.place.coordinate.decimalText }
    effects.append(.copy(lines.joined(separator: "\n")))
    let copied = lines.count == 1 ? lines[0] : Phrase.coordinates.text(language, lines.count.groupedText)
    message = BrowseMessage(text: Phrase.copiedText.text(language, copied))
  }

  /// Handles Esc, which reverts one thing: the filter, the search in progress, the moved map, or the message and its
  /// query.
  mutating func goBack(_ effects: inout [BrowseEffect]) {
    if filter != nil {
      filter = nil
      applyFilter(selecting: lastSelectedID)
    } else if let search = pending {
      effects.append(.cancelSearch)
      pending?.isStopped = true
      guard search.isStopped else { return }
      // Pressed again, it doesn't wait for the places found so far.
      take(.failure(.cancelled), of: search.identifier)
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

extension BrowseState {
  /// The step of the wheel in lines of the list, and its zoom factor on the map.
  private static let wheelStep = 3
  private static let wheelFactor = 1.25

  /// Handles a mouse event on the object in the last drawing.
  mutating func handle(_ event: MouseEvent, on target: BrowseTarget?, _ effects: inout [BrowseEffect]) {
    guard screens.last == nil else {
      guard screens.last == .help else { return }
      switch event.action {
      case .press: closeScreen()
      case .wheelUp: scrollHelp(by: -Self.wheelStep)
      case .wheelDown: scrollHelp(by: Self.wheelStep)
      case .drag, .release: break
      }
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
    case (.wheelUp, .card): scrollCard(by: -1)
    case (.wheelDown, .card): scrollCard(by: 1)
    case (.wheelUp, .map), (.wheelUp, .marker), (.wheelUp, .searchHere): zoom(by: 1 / Self.wheelFactor)
    case (.wheelDown, .map), (.wheelDown, .marker), (.wheelDown, .searchHere): zoom(by: Self.wheelFactor)
    case (.press, let target?): press(event, on: target, &effects)
    }
  }

  private mutating func press(_ event: MouseEvent, on target: BrowseTarget, _ effects: inout [BrowseEffect]) {
    switch target {
    case .listed(let id):
      focus = .list
      guard let index = index(ofPlaceWithID: id) else { return }
      if index == selection { showDetails() } else { select(index) }
    case .list: focus = .list
    case .card: focus = .card
    case .marker(let id):
      focus = .map
      if let index = index(ofPlaceWithID: id) { select(index) } else { dragged = event }
    case .map:
      focus = .map
      dragged = event
    case .searchHere:
      focus = .map
      searchHere(&effects)
    }
  }

  /// Returns the index of a place in the list; `nil` if it is no longer listed.
  private func index(ofPlaceWithID id: String) -> Int? { visible.firstIndex { places[$0].place.id == id } }
}
