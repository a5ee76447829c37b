import Domain

/// The keys of the category, centre and help screens.
extension BrowseState {
  mutating func handle(_ key: Key, choosing choice: CategoryChoice, _ effects: inout [BrowseEffect]) {
    var choice = choice
    let last = choice.offered.count - 1
    let category = choice.offered[choice.cursor]
    switch key {
    case .escape: return closeScreen()
    case .down, .tab, .control("n"): choice.cursor = choice.cursor == last ? 0 : choice.cursor + 1
    case .up, .backTab, .control("p"): choice.cursor = choice.cursor == 0 ? last : choice.cursor - 1
    case .home: choice.cursor = 0
    case .end: choice.cursor = last
    case .character(" "):
      if choice.chosen.contains(category) {
        choice.chosen.removeAll { $0 == category }
      } else {
        choice.chosen.append(category)
      }
    case .enter:
      closeScreen()
      let chosen = choice.isForOne || (choice.chosen.isEmpty && query.text == nil) ? [category] : choice.chosen
      guard chosen != query.categories || query != result.query else { return }
      return search((try? query.searching(for: chosen)) ?? query, &effects)
    default: choice.edit { $0.handle(key) }
    }
    replaceScreen(by: .categories(choice))
  }

  mutating func handle(_ key: Key, choosing choice: NearChoice, _ effects: inout [BrowseEffect]) {
    var choice = choice
    let lines = choice.candidates?.count ?? choice.matches(in: recents, language).count
    switch key {
    case .escape:
      stopLocating(choice, &effects)
      return closeScreen()
    case .down, .tab, .control("n"): choice.cursor = min(choice.cursor + 1, lines)
    case .up, .backTab, .control("p"): choice.cursor = max(0, choice.cursor - 1)
    case .enter:
      if choice.cursor > 0 || choice.candidates != nil { return choose(choice, &effects) }
      // The text is already being searched; repeating the search would cost requests.
      guard choice.pending == nil else { return }
      let typed = choice.field.text
      do throws(InvalidQuery) {
        // A coordinate needs no search.
        if let point = try CoordinateParser.coordinate(typed) { return goTo(point, &effects) }
        if let text = SearchText(typed) {
          lastIdentifier += 1
          choice.pending = lastIdentifier
          choice.problem = nil
          effects.append(.locate(lastIdentifier, text))
        } else if typed.count > SearchText.maximumLength {
          choice.problem = Failure.textTooLong(typed.count).message
        }
      } catch {
        choice.problem = Failure(error).messageOnScreen
      }
    default: return edit(choice, &effects) { $0.handle(key) }
    }
    replaceScreen(by: .near(choice))
  }

  /// Edits the text of a centre, and stops the search for the previous text.
  mutating func edit(_ choice: NearChoice, _ effects: inout [BrowseEffect], by change: (inout TextField) -> Bool) {
    var edited = choice
    guard edited.edit(change) else { return }
    if edited.pending == nil { stopLocating(choice, &effects) }
    replaceScreen(by: .near(edited))
  }

  /// Stops an obsolete search for a centre before it sends more requests.
  func stopLocating(_ choice: NearChoice, _ effects: inout [BrowseEffect]) {
    if choice.pending != nil { effects.append(.cancelLocation) }
  }

  /// Chooses the line under the cursor: a candidate or a recent search.
  mutating func choose(_ choice: NearChoice, _ effects: inout [BrowseEffect]) {
    if let candidates = choice.candidates {
      let index = max(0, choice.cursor - 1)
      guard candidates.indices.contains(index) else { return }
      return goTo(candidates[index].coordinate, called: candidates[index].name, &effects)
    }
    let matches = choice.matches(in: recents, language)
    guard matches.indices.contains(choice.cursor - 1) else { return }
    stopLocating(choice, &effects)
    screens = []
    search(matches[choice.cursor - 1], &effects)
  }

  mutating func goTo(
    _ center: Coordinate,
    called name: String? = nil,
    isSaved: Bool = false,
    _ effects: inout [BrowseEffect]
  ) {
    screens = []
    let area = SearchArea.circle(center: center, radius: query.area.radius ?? .standard)
    search(query(in: area, near: name, isNearSaved: isSaved), &effects)
  }

  mutating func handle(_ location: SavedLocation, of identifier: Int, _ effects: inout [BrowseEffect]) {
    guard case .near(let choice) = screens.last, choice.pending == identifier else { return }
    goTo(location.coordinate, called: location.name, isSaved: true, &effects)
  }

  mutating func handle(
    _ outcome: Result<LocatedPlaces, PlaceSearchError>,
    of identifier: Int,
    _ effects: inout [BrowseEffect]
  ) {
    guard case .near(var choice) = screens.last, choice.pending == identifier else { return }
    choice.pending = nil
    switch outcome {
    case .success(let located):
      let places = located.candidates
      if places.count == 1 { return goTo(places[0].coordinate, called: places[0].name, &effects) }
      if places.isEmpty {
        let similar = Phrase.similarNames.text(language, located.similarNames.joined(separator: ", "))
        choice.problem =
          Phrase.noMatch.text(language, choice.field.text) + "." + (located.similarNames.isEmpty ? "" : " " + similar)
      } else {
        choice.candidates = places
        choice.cursor = 1
      }
    case .failure(let error): choice.problem = Failure(error).messageOnScreen
    }
    replaceScreen(by: .near(choice))
  }
}

// MARK: - Help

extension BrowseState {
  var helpRows: Int { size.rows - 2 }
  var helpKeyColumns: Int { min(14, size.columns / 3) }

  /// The lines of the help: keys and their meaning, which continues on lines without keys.
  var helpLines: [(keys: String, meaning: String)] {
    BrowseKeys.all.flatMap { keys -> [(keys: String, meaning: String)] in
      let meaning = keys.meaning?.text(language) ?? ""
      let lines = TextWrap.lines(of: meaning, width: size.columns - helpKeyColumns - 3)
      return lines.enumerated().map { line, text in
        (line == 0 ? BrowseKeys.names(of: keys.label, in: language) : "", text)
      }
    }
  }

  mutating func openHelp() {
    helpTop = 0
    screens.append(.help)
  }

  mutating func scrollHelp(by step: Int) { helpTop = max(0, min(helpTop + step, helpLines.count - helpRows)) }

  mutating func handleInHelp(_ key: Key) {
    switch key {
    case .escape, .enter, "q", "?", " ": closeScreen()
    case .down, "j": scrollHelp(by: 1)
    case .up, "k": scrollHelp(by: -1)
    case .pageDown: scrollHelp(by: helpRows)
    case .pageUp: scrollHelp(by: -helpRows)
    default: break
    }
  }
}
