import Domain

/// The view model: a pure function from a state and an input to a state and effects.
///
/// It uses no terminal, clock or network; effects describe what the driver has to do.
enum BrowseModel {
  static func next(_ state: BrowseState, _ input: BrowseInput) -> (state: BrowseState, effects: [BrowseEffect]) {
    var state = state
    var effects: [BrowseEffect] = []
    switch input {
    case .begun:
      effects.append(.recall)
      state.search(state.query, &effects)
    case .terminal(.key(let key)): state.handle(key, &effects)
    case .terminal(.paste(let text)): state.paste(text, &effects)
    case .terminal(.mouse(let event)): state.handle(event, &effects)
    case .terminal(.mode), .event: break
    case .resized(let size):
      state.size = size
      state.fitMap()
      effects.append(.redraw)
    case .progressed(let identifier, let progress):
      if state.pending?.identifier == identifier { state.pending?.progress = progress }
    case .answered(let identifier, let result): state.handle(result, of: identifier)
    case .located(let identifier, let result): state.handle(result, of: identifier, &effects)
    case .recalled(let recents, let saved):
      // Searches of this screen come first.
      state.recents += recents.filter { !state.recents.contains($0) }
      state.saved = saved
    case .kept(let id, let isSaved):
      if isSaved { state.saved.insert(id) } else { state.saved.remove(id) }
      state.message = BrowseMessage(text: isSaved ? "saved" : "removed from the saved places")
    case .opened(let address): state.message = BrowseMessage(text: "opened \(address)")
    case .failed(let text): state.message = BrowseMessage(text: text, isError: true)
    }
    state.keepSelectionVisible()
    return (state, effects)
  }
}

// MARK: - Searching

extension BrowseState {
  mutating func search(_ query: PlaceQuery, after delay: Duration = .zero, _ effects: inout [BrowseEffect]) {
    if let pending, pending.purpose == .search, pending.query == query, !pending.isStopped { return }
    begin(.search, query, limit: firstLimit, after: delay, &effects)
  }

  mutating func loadMore(_ effects: inout [BrowseEffect]) {
    guard pending == nil, answer.provenance != nil else { return }
    guard !answer.isComplete else {
      message = BrowseMessage(text: "no more: all \(counted(answer.places.count, "place")) are listed")
      return
    }
    guard !isExhausted else {
      let count = counted(places: answer.places.count, of: answer.totalCount, isComplete: false)
      let source = "no more: the source shows \(count)"
      message = BrowseMessage(text: shortage?.sentence ?? source)
      return
    }
    // Doubling keeps the cost of all loads together below twice the last one.
    let count = PlaceCount(max(answer.places.count, firstLimit.count ?? 0, 1) * 2)
    begin(.more, answer.query, limit: count.map(PlaceLimit.first) ?? .standard, &effects)
  }

  mutating func begin(
    _ purpose: PendingSearch.Purpose,
    _ query: PlaceQuery,
    limit: PlaceLimit,
    after delay: Duration = .zero,
    _ effects: inout [BrowseEffect]
  ) {
    lastIdentifier += 1
    let search = PendingSearch(identifier: lastIdentifier, purpose: purpose, query: query, limit: limit, delay: delay)
    pending = search
    message = nil
    if answer.provenance == nil {
      answer = BrowseAnswer(unanswered: query)
      fitMap()
    }
    effects.append(.search(search))
  }

  /// Ends a search without an answer: a list that is there stays, under its own query.
  mutating func giveUp(_ search: PendingSearch, because error: PlaceSearchError) {
    let isStopped = error == .cancelled
    if answer.provenance == nil {
      answer.reason = isStopped ? "not answered: the search was stopped; r starts it again" : Failure(error).message
      if layout.list == nil { focus = .list }
    } else if isStopped {
      message = BrowseMessage(text: "stopped searching")
    } else {
      let failed = search.purpose == .search ? search.query : nil
      message = BrowseMessage(text: Failure(error).message, isError: true, failed: failed)
    }
  }

  mutating func handle(_ result: Result<PlaceCollection, PlaceSearchError>, of identifier: Int) {
    // The answer to a query that was replaced is ignored.
    guard let pending, pending.identifier == identifier else { return }
    self.pending = nil
    switch result {
    case .failure(let error): giveUp(pending, because: error)
    case .success(let collection):
      switch pending.purpose {
      case .search: replaceAnswer(with: collection, to: pending.query)
      case .more: addToAnswer(collection)
      }
      noteShortage(of: collection, limit: pending.limit)
    }
  }

  /// Notes whether asking for more would help, and says which limit left places out.
  mutating func noteShortage(of collection: PlaceCollection, limit: PlaceLimit) {
    // Fewer than requested although more match: the source has no more, unless asking again may give them.
    let isShort = !collection.isComplete && collection.places.count < limit.count ?? .max
    isExhausted = isShort && ![.timeUp, .stopped, .unanswered].contains(collection.earlyEnd)
    let isSpent = maximumRequests.map { collection.provenance.requests >= $0 } ?? false
    shortage = nil
    guard isShort, isSpent || collection.earlyEnd != nil else { return }
    var partial = PartialAnswer(
      collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      isUnlimited: limit == .all
    )
    (partial.returned, partial.totalCount) = (answer.places.count, answer.totalCount)
    shortage = partial
    message = BrowseMessage(text: partial.sentence)
  }

  mutating func replaceAnswer(with collection: PlaceCollection, to query: PlaceQuery) {
    let selectedID = selected?.place.id
    let isSame = answer.query == query
    answer = BrowseAnswer(collection, to: query)
    let recent = RecentSearch(label: QueryFormatter.sentence(of: query), query: query)
    recents = [recent] + recents.filter { $0 != recent }
    applyFilter(selecting: isSame ? selectedID : nil)
    if !isSame { (selection, top) = (0, 0) }
    resetMap()
    if collection.provenance.source == .sample, lastIdentifier == 1 {
      message = BrowseMessage(
        text: "made-up places; for real ones set \(services.keyVariable) or build an index (? shows the keys)"
      )
    }
    if collection.places.isEmpty, layout.list == nil { focus = .list }
  }

  mutating func addToAnswer(_ collection: PlaceCollection) {
    let before = answer.places.count
    let selectedID = selected?.place.id
    // Listed places stay, even when the source no longer returns them.
    let known = Set(collection.places.map(\.place.id))
    let kept = answer.places.filter { !known.contains($0.place.id) }
    let isByDistance = answer.query.sort == .distance && !kept.isEmpty
    answer.places = isByDistance ? Self.merged(collection.places, kept) : collection.places + kept
    // A search that ended early has not counted every place.
    let earlier = collection.isComplete ? 0 : answer.totalCount ?? 0
    answer.totalCount = collection.totalCount.map { max($0, answer.places.count, earlier) }
    answer.isComplete = collection.isComplete
    answer.provenance = collection.provenance
    applyFilter(selecting: selectedID)
    let added = answer.places.count - before
    message = BrowseMessage(text: added > 0 ? "\(added) more" : "no more places")
  }

  static func merged(_ places: [FoundPlace], _ kept: [FoundPlace]) -> [FoundPlace] {
    (places + kept).sorted { first, second in
      let (near, far) = (first.distance?.meters ?? .infinity, second.distance?.meters ?? .infinity)
      return near == far ? first.place.id < second.place.id : near < far
    }
  }

  // MARK: - The list

  /// Shows the places that contain every word of the filter.
  ///
  /// - Parameter id: The place that stays selected, when it is still shown; otherwise a filter selects its first match.
  mutating func applyFilter(selecting id: String?) {
    let words = FilterText.words(of: filter?.text ?? "")
    let texts = answer.filterTexts
    visible = texts.indices.filter { texts[$0].contains(words) }
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
    lastSelectedID = selected?.place.id ?? lastSelectedID
  }

  var layout: BrowseLayout { BrowseLayout(size: size, focus: focus) }

  var listRows: Int { (layout.list ?? BrowseLayout(size: size, focus: .list).list)?.height ?? 1 }
}
