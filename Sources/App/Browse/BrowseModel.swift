import Domain

/// The view model: a pure function from a state and an input to a new state and effects.
///
/// It uses no terminal, clock or network. Effects describe the work of the driver.
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
    case .mouse(let event, let target): state.handle(event, on: target, &effects)
    case .terminal(.mouse), .terminal(.mode), .event: break
    case .resized(let size):
      state.size = size
      state.fitMap()
      // A higher pane may show lines that were scrolled away.
      state.scrollCard(by: 0)
      state.scrollHelp(by: 0)
      effects.append(.redraw)
    case .progressed(let identifier, let progress):
      if state.pending?.identifier == identifier { state.show(progress) }
    case .corrected(let identifier, let query):
      if var search = state.pending, search.identifier == identifier {
        search.typedText = search.query.text
        search.query = query
        state.pending = search
      }
    case .finished(let identifier, let outcome): state.take(outcome, of: identifier)
    case .ground(let ground, let frame): if state.groundFrame == frame { state.result.ground = ground }
    case .located(let identifier, let outcome): state.handle(outcome, of: identifier, &effects)
    case .location(let identifier, let location): state.handle(location, of: identifier, &effects)
    case .recalled(let recents, let saved):
      let recents = recents.map { $0.limited(to: state.firstLimit) }
      // Searches of this screen come first.
      state.recents += recents.filter { !state.recents.contains($0) }
      for place in saved { state.saved[SavedPlace.id(of: place)] = place }
    case .saved(let places, let isSaved):
      for place in places { state.saved[SavedPlace.id(of: place)] = isSaved ? place : nil }
      let places = Phrase.count(of: places.count, in: state.language)
      state.message = BrowseMessage(text: (isSaved ? Phrase.savedPlaces : .removedPlaces).text(state.language, places))
    case .done(let sentence): state.message = BrowseMessage(text: sentence)
    case .exists(let path): state.screens.append(.file(FileChoice(field: TextField(path), exists: true)))
    case .failed(let text): state.message = BrowseMessage(text: text, isError: true)
    }
    state.keepSelectionVisible()
    state.findGround(&effects)
    return (state, effects)
  }
}

// MARK: - Searching

extension BrowseState {
  /// The maximum number of earlier results, which limits memory.
  private static let maximumEarlierCount = 20
  /// The width of a title with room for the relation of the area to the data, in columns.
  private static let roomyColumns = 100

  mutating func search(_ query: PlaceQuery, after delay: Duration = .zero, _ effects: inout [BrowseEffect]) {
    // A new area resets the zoom.
    if query.area != self.query.area { showsWholeArea = false }
    if let pending, pending.purpose == .search, pending.query == query, !pending.isStopped { return }
    begin(.search, of: query, limit: firstLimit, after: delay, &effects)
  }

  mutating func loadMore(_ effects: inout [BrowseEffect]) {
    guard pending == nil, let collection = result.collection else { return }
    guard !collection.isComplete else {
      let count = Phrase.count(of: result.places.count, in: language)
      message = BrowseMessage(text: Phrase.allListed.text(language, count, ""))
      return
    }
    guard !result.isExhausted else {
      let count = Phrase.count(of: result.places.count, total: collection.totalCount, isComplete: false, in: language)
      let isAll = result.places.count == collection.totalCount
      let source =
        isAll
        ? Phrase.allListed.text(language, count, collection.gap?.clause(in: language) ?? "")
        : Phrase.onlyListed.text(language, count)
      message = BrowseMessage(text: result.shortage?.sentence.text ?? source)
      return
    }
    // Doubling keeps the cost of all loads below twice the cost of the last one.
    let count = PlaceCount(max(result.places.count, firstLimit.count ?? 0, 1) * 2)
    begin(.more, of: result.query, limit: count.map(PlaceLimit.first) ?? .standard, &effects)
  }

  mutating func begin(
    _ purpose: PendingSearch.Purpose,
    of query: PlaceQuery,
    limit: PlaceLimit,
    after delay: Duration = .zero,
    _ effects: inout [BrowseEffect]
  ) {
    lastIdentifier += 1
    let search = PendingSearch(
      identifier: lastIdentifier,
      purpose: purpose,
      query: query,
      limit: limit,
      countBefore: result.places.count,
      delay: delay
    )
    pending = search
    message = nil
    if result.collection == nil {
      result = BrowseResult(pending: query)
      fitMap()
    }
    effects.append(.search(search))
  }

  /// Shows the places found so far, if they are an eighth more than the list has.
  ///
  /// All these lists together then cost at most nine times the last one.
  mutating func show(_ progress: SearchProgress) {
    pending?.requests = progress.requests
    pending?.places = progress.places
    guard let search = pending, var provenance = source else { return }
    // Partial results aren't sorted, so they would break the order of a list by accuracy.
    guard search.purpose == .search || search.query.sort == .distance else { return }
    let shown = search.purpose == .search && search.query != result.query ? 0 : result.places.count
    let wanted = search.limit.count ?? .max
    guard shown < wanted, progress.places > shown + shown / 8 else { return }
    let places = progress.found()
    guard places.count > shown else { return }
    provenance.requests = progress.requests
    let part = PlaceCollection(
      places: Array(Self.merged(places, []).prefix(wanted)),
      totalCount: nil,
      isComplete: false,
      isNearest: search.query.limited(to: search.limit).wantsNearest ? false : nil,
      provenance: provenance
    )
    switch search.purpose {
    case .search: replaceResult(with: part, to: search.query, isPart: true)
    case .more: addToResult(part, after: search.countBefore, isPart: true)
    }
  }

  /// Ends a failed search.
  ///
  /// The existing list stays, with its own query.
  mutating func giveUp(_ search: PendingSearch, because error: PlaceSearchError) {
    let isStopped = error == .cancelled
    if result.collection == nil {
      result.reason = isStopped ? Phrase.stoppedEmpty.text(language) : Failure(error).messageOnScreen
      if layout.list == nil { focus = .list }
    } else if isStopped {
      let isKept = result.isPart && result.query == search.query
      let kept = Phrase.stoppedWith.text(language, Phrase.count(of: result.places.count, in: language))
      message = BrowseMessage(text: isKept ? kept : Phrase.stopped.text(language))
    } else {
      let failed = search.purpose == .search ? search.query : nil
      message = BrowseMessage(text: Failure(error).messageOnScreen, isError: true, failed: failed)
    }
  }

  mutating func replaceResult(with collection: PlaceCollection, to query: PlaceQuery, isPart: Bool = false) {
    // Keep the selection on the first row while results stream in.
    let selectedID = selection > 0 ? selected?.place.id : nil
    let isSame = result.query == query
    let continues = isSame && result.isPart
    if !isSame, result.collection != nil, !result.isPart {
      earlier = earlier.suffix(Self.maximumEarlierCount - 1) + [result]
    }
    let ground = isSame ? result.ground : .none
    result = BrowseResult(collection, to: query, in: language)
    result.isPart = isPart
    result.ground = ground
    show(selecting: isSame ? selectedID : nil)
    if continues { fitMap() } else { resetMap() }
    guard !isPart else { return }
    recents = [query] + recents.filter { $0 != query }
    let notes = notes(on: collection).compactMap(\.self)
    if !notes.isEmpty { message = BrowseMessage(text: notes.joined(separator: " ")) }
    if collection.places.isEmpty, layout.list == nil { focus = .list }
  }

  /// Returns the sentences about a new result that neither the title nor an empty list has.
  private func notes(on collection: PlaceCollection) -> [String?] {
    let undecided = places.isEmpty ? nil : collection.undecidedClause(in: language).map { "\($0)." }
    if collection.provenance.source == .sample, lastIdentifier == 1 {
      return [undecided, ResultNotices.sampleNotice(services).text, Phrase.pressHelp.text(language)]
    }
    var mixture = KindMixture()
    mixture.count(collection.places, of: result.query.categories)
    // The file is the same for later searches.
    let reading = lastIdentifier == 1 ? collection.provenance.reading?.notices ?? [] : []
    let notices = [collection.droppedNotice, mixture.notices(collection.provenance.source).first].compactMap(\.self)
    let notes: [String?] = (notices + reading).map(\.agentText)
    guard !places.isEmpty else { return notes }
    // A wide title has room for the clause.
    let clause = size.columns < Self.roomyColumns ? collection.gap?.clause(in: language) : nil
    let extent = clause.map { "\(Phrase.count(of: places.count, in: language))\($0)." }
    return notes + [collection.absenceSentence, undecided, extent]
  }

  /// Lists the places of a new result; `id` is the place that stays selected.
  mutating func show(selecting id: String?) {
    if !marked.isEmpty { marked.formIntersection(places.map(\.place.id)) }
    if id == nil {
      selection = 0
      top = 0
    }
    applyFilter(selecting: id)
  }
}

extension Failure {
  /// The message for a person who has typed the command of the screen.
  var messageOnScreen: String { worded(for: .browse).message }
}
