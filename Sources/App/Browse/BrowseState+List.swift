import Domain

/// The list: its filter, its selection, and actions on several places; and the scrolled details.
extension BrowseState {
  var filterWords: [FilterWord] { FilterWord.words(of: filter?.text ?? "") }

  /// Shows the places that contain every word of the filter.
  ///
  /// - Parameter id: The place that stays selected if it is still listed. Otherwise a filter selects its first match.
  mutating func applyFilter(selecting id: String?) {
    let words = filterWords
    let texts = result.filterTexts
    // Matching names come first, before places in a street with that name.
    var others: [Int] = []
    visible = texts.indices.filter { index in
      let match = texts[index].match(words)
      if match.isInAll, !match.isInName { others.append(index) }
      return match.isInName
    }
    visible += others
    if let id, let position = visible.firstIndex(where: { places[$0].place.id == id }) {
      selection = position
    } else {
      selection = words.isEmpty ? min(selection, max(0, visible.count - 1)) : 0
    }
  }

  mutating func moveSelection(by step: Int, _ effects: inout [BrowseEffect]) {
    let next = selection + step
    if next >= visible.count, filter == nil { loadMore(&effects) }
    select(min(max(0, next), max(0, visible.count - 1)))
  }

  mutating func select(_ position: Int) {
    selection = position
    revealSelection()
  }

  mutating func keepSelectionVisible() {
    let rows = max(1, listRows)
    selection = min(max(0, selection), max(0, visible.count - 1))
    if selection < top { top = selection }
    if selection >= top + rows { top = selection - rows + 1 }
    top = min(top, max(0, visible.count - rows))
    guard let id = selected?.place.id, id != lastSelectedID else { return }
    lastSelectedID = id
    cardTop = 0
  }

  var layout: BrowseLayout { BrowseLayout(size: size, focus: focus) }

  var listRows: Int { (layout.list ?? BrowseLayout(size: size, focus: .list).list)?.height ?? 1 }

  // MARK: - Several places

  /// Marks or unmarks the selected place, and selects the next.
  mutating func markSelected() {
    guard let id = selected?.place.id else { return }
    if marked.remove(id) == nil { marked.insert(id) }
    select(min(selection + 1, visible.count - 1))
  }

  /// Marks all listed places, or unmarks them if all are marked.
  mutating func markAll() {
    let ids = visible.map { places[$0].place.id }
    if marked.isSuperset(of: ids) { marked.subtract(ids) } else { marked.formUnion(ids) }
  }

  /// Saves the places, or removes them if all are saved.
  mutating func toggleSaved(_ effects: inout [BrowseEffect]) {
    guard let provenance = result.collection?.provenance, !chosen.isEmpty else { return }
    let others = chosen.filter { !isSaved($0.place) }
    effects.append(others.isEmpty ? .unsave(chosen.map(\.place)) : .save(others, result.query, provenance))
  }

  /// Handles the prompt for the file to which the marked places, or else all listed places, are written.
  mutating func handle(_ key: Key, naming choice: FileChoice, _ effects: inout [BrowseEffect]) {
    var choice = choice
    switch key {
    case .escape: closeScreen()
    case .character("y") where choice.exists, .enter where !choice.exists && !choice.field.text.isEmpty:
      closeScreen()
      guard let collection = result.collection(of: written) else { return }
      effects.append(
        .write(path: choice.field.text, collection, listedQuery, isReplacing: choice.exists)
      )
    default:
      if choice.exists { choice.exists = false } else { _ = choice.field.handle(key) }
      replaceScreen(by: .file(choice))
    }
  }

  var written: [FoundPlace] { marked.isEmpty ? visible.map { places[$0] } : chosen }
}

/// Shows earlier results, and adds places to the current result.
extension BrowseState {
  /// Shows the previous query's result again without a request.
  mutating func goToEarlier(_ effects: inout [BrowseEffect]) {
    guard let last = earlier.popLast() else {
      message = BrowseMessage(text: Phrase.firstSearch.text(language))
      return
    }
    if pending != nil { effects.append(.cancelSearch) }
    pending = nil
    result = last
    groundFrame = nil
    filter = nil
    show(selecting: lastSelectedID)
    resetMap()
  }

  mutating func addToResult(_ collection: PlaceCollection, after countBefore: Int, isPart: Bool = false) {
    let selectedID = selected?.place.id
    // Listed places stay, even if the source no longer returns them.
    let known = Set(collection.places.map(\.place.id))
    let kept = result.places.filter { !known.contains($0.place.id) }
    let isByDistance = result.query.sort == .distance && !kept.isEmpty
    // While a search continues, only its places and their proof are known.
    var listed = isPart ? result.collection ?? collection : collection
    listed.places = isByDistance ? Self.merged(collection.places, kept) : collection.places + kept
    listed.isNearest = collection.isNearest
    if !isPart {
      // A search that ended early hasn't counted all places.
      let earlier = collection.isComplete ? 0 : result.collection?.totalCount ?? 0
      listed.totalCount = collection.totalCount.map { max($0, listed.places.count, earlier) }
    }
    result.collection = listed
    applyFilter(selecting: selectedID)
    guard !isPart else { return }
    result.isPart = false
    let added = result.places.count - countBefore
    let count = Phrase.count(of: added, in: language)
    message = BrowseMessage(text: added > 0 ? Phrase.added.text(language, count) : Phrase.noMore.text(language))
  }

  static func merged(_ places: [FoundPlace], _ kept: [FoundPlace]) -> [FoundPlace] {
    (places + kept).sorted { first, second in
      let near = first.distance?.meters ?? .infinity
      let far = second.distance?.meters ?? .infinity
      return near == far ? first.place.id < second.place.id : near < far
    }
  }

  /// Scrolls the details by half of their pane.
  mutating func scrollCard(by step: Int) {
    guard let height = layout.card?.height else { return }
    cardTop = max(0, min(cardTop + step * max(1, height / 2), BrowseRenderer.detailLines(of: self).count - height))
  }
}

/// Takes the outcome of a search.
extension BrowseState {
  mutating func take(_ outcome: Result<PlaceCollection, PlaceSearchError>, of identifier: Int) {
    // Ignore the result of a replaced query.
    guard let pending, pending.identifier == identifier else { return }
    self.pending = nil
    switch outcome {
    case .failure(let error): giveUp(pending, because: error)
    case .success(let collection):
      switch pending.purpose {
      case .search:
        replaceResult(with: collection, to: pending.query)
        noteCorrection(pending)
      case .more: addToResult(collection, after: pending.countBefore)
      }
      groundFrame = nil
      noteShortage(of: collection, limit: pending.limit)
    }
  }

  /// Determines whether requesting more would help, and which limit left places out.
  mutating func noteShortage(of collection: PlaceCollection, limit: PlaceLimit) {
    // If fewer places were returned than requested although more match, the source has no more, unless repeating the
    // query may help.
    let isShort = !collection.isComplete && collection.places.count < limit.count ?? .max
    result.isExhausted = isShort && collection.earlyEnd?.mayPass != true
    let isSpent = maximumRequests.map { collection.provenance.requests >= $0 } ?? false
    result.shortage = nil
    guard isShort, isSpent || collection.earlyEnd != nil else { return }
    var partial = PartialResult(
      collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      limit: limit
    )
    partial.returned = result.places.count
    partial.totalCount = result.collection?.totalCount
    result.shortage = partial
    message = BrowseMessage(text: partial.sentence.text)
  }

  /// Reports that the query of a search has another text than the typed one.
  private mutating func noteCorrection(_ search: PendingSearch) {
    guard let typed = search.typedText, let text = search.query.text else { return }
    let notice = ResultNotices.correction(of: typed, to: text).agentText
    message = BrowseMessage(text: [notice, message?.text].compactMap(\.self).joined(separator: " "))
  }
}

extension PlaceCollection.StopReason {
  /// Whether repeating the same search may return more.
  fileprivate var mayPass: Bool {
    switch self {
    case .timeUp, .putOff, .stopped, .noResponse: true
    case .budgetSpent, .maximumSent: false
    }
  }
}
