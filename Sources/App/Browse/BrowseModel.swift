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
      effects.append(.redraw)
    case .progressed(let identifier, let progress):
      if state.pending?.identifier == identifier { state.show(progress) }
    case .answered(let identifier, let result): state.take(result, of: identifier, &effects)
    case .ground(let ground, let frame): if state.groundFrame == frame { state.answer.ground = ground }
    case .located(let identifier, let result): state.handle(result, of: identifier, &effects)
    case .position(let identifier, let position): state.handle(position, of: identifier, &effects)
    case .recalled(let recents, let saved):
      let recents = recents.map { RecentSearch(label: $0.label, query: $0.query.limited(to: state.firstLimit)) }
      // Searches of this screen come first.
      state.recents += recents.filter { !state.recents.contains($0) }
      state.saved = saved
    case .saved(let ids, let isSaved):
      if isSaved { state.saved.formUnion(ids) } else { state.saved.subtract(ids) }
      let places = counted(ids.count, "place")
      state.message = BrowseMessage(text: isSaved ? "Saved \(places)." : "Removed \(places) from the saved places.")
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
    guard pending == nil, answer.provenance != nil else { return }
    guard !answer.isComplete else {
      message = BrowseMessage(text: "All \(counted(answer.places.count, "place")) are listed.")
      return
    }
    guard !answer.isExhausted else {
      let count = counted(places: answer.places.count, of: answer.totalCount, isComplete: false)
      let isAll = answer.places.count == answer.totalCount
      let source = isAll ? "All \(count) are listed\(answer.gap?.clause ?? "")." : "The source shows only \(count)."
      message = BrowseMessage(text: answer.shortage?.sentence.text ?? source)
      return
    }
    // Doubling keeps the cost of all loads below twice the cost of the last one.
    let count = PlaceCount(max(answer.places.count, firstLimit.count ?? 0, 1) * 2)
    begin(.more, of: answer.query, limit: count.map(PlaceLimit.first) ?? .standard, &effects)
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
      countBefore: answer.places.count,
      delay: delay
    )
    pending = search
    message = nil
    if answer.provenance == nil {
      answer = BrowseResult(unanswered: query)
      fitMap()
    }
    effects.append(.search(search))
  }

  /// Shows the places found so far, unless the list already has as many.
  ///
  /// Only if there are an eighth more than shown. Then all these lists together cost no more than nine times the last
  /// one.
  mutating func show(_ progress: SearchProgress) {
    pending?.requests = progress.requests
    pending?.places = progress.places
    guard let search = pending, var provenance = source else { return }
    // Partial results aren't sorted, so they would break the order of a list by accuracy.
    guard search.purpose == .search || search.query.sort == .distance else { return }
    let shown = search.purpose == .search && search.query != answer.query ? 0 : answer.places.count
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
    case .search: replaceAnswer(with: part, to: search.query, isPart: true)
    case .more: addToAnswer(part, after: search.countBefore, isPart: true)
    }
  }

  /// Ends a failed search.
  ///
  /// The existing list stays, with its own query.
  mutating func giveUp(_ search: PendingSearch, because error: PlaceSearchError) {
    let isStopped = error == .cancelled
    if answer.provenance == nil {
      answer.reason = isStopped ? "The search was stopped. Press r to search again." : Failure(error).message
      if layout.list == nil { focus = .list }
    } else if isStopped {
      let isKept = answer.isPart && answer.query == search.query
      let kept = "Stopped with \(counted(answer.places.count, "place")) found."
      message = BrowseMessage(text: isKept ? kept : "The search was stopped.")
    } else {
      let failed = search.purpose == .search ? search.query : nil
      message = BrowseMessage(text: Failure(error).message, isError: true, failed: failed)
    }
  }

  mutating func take(
    _ result: Result<PlaceCollection, PlaceSearchError>,
    of identifier: Int,
    _ effects: inout [BrowseEffect]
  ) {
    // Ignore the result of a replaced query.
    guard let pending, pending.identifier == identifier else { return }
    self.pending = nil
    switch result {
    case .failure(let error): giveUp(pending, because: error)
    case .success(let collection):
      switch pending.purpose {
      case .search: replaceAnswer(with: collection, to: pending.query)
      case .more: addToAnswer(collection, after: pending.countBefore)
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
    answer.isExhausted = isShort && collection.earlyEnd?.mayPass != true
    let isSpent = maximumRequests.map { collection.provenance.requests >= $0 } ?? false
    answer.shortage = nil
    guard isShort, isSpent || collection.earlyEnd != nil else { return }
    var partial = PartialResult(
      collection,
      maximumRequests: isSpent ? maximumRequests : nil,
      limit: limit
    )
    partial.returned = answer.places.count
    partial.totalCount = answer.totalCount
    answer.shortage = partial
    message = BrowseMessage(text: partial.sentence.text)
  }

  mutating func replaceAnswer(with collection: PlaceCollection, to query: PlaceQuery, isPart: Bool = false) {
    // Keep the selection on the first row while results stream in.
    let selectedID = selection > 0 ? selected?.place.id : nil
    let isSame = answer.query == query
    let continues = isSame && answer.isPart
    if !isSame, answer.provenance != nil, !answer.isPart {
      earlier = earlier.suffix(Self.maximumEarlierCount - 1) + [answer]
    }
    let ground = isSame ? answer.ground : .none
    answer = BrowseResult(collection, to: query)
    answer.isPart = isPart
    answer.ground = ground
    show(selecting: isSame ? selectedID : nil)
    if continues { fitMap() } else { resetMap() }
    guard !isPart else { return }
    let recent = RecentSearch(label: query.sentence, query: query)
    recents = [recent] + recents.filter { $0 != recent }
    var mixture = KindMixture()
    mixture.count(collection.places, of: query.categories)
    let notices = mixture.notices(collection.provenance.source)
    if let notice = notices.first { message = BrowseMessage(text: notice.agentText) }
    if !collection.places.isEmpty, let absence = collection.absenceSentence { message = BrowseMessage(text: absence) }
    // A wide title has room for it.
    if message == nil, !places.isEmpty, let clause = collection.gap?.clause, size.columns < Self.roomyColumns {
      message = BrowseMessage(text: "\(counted(places.count, "place"))\(clause).")
    }
    if collection.provenance.source == .sample, lastIdentifier == 1 {
      message = BrowseMessage(
        text: "\(ResultNotices.sampleNotice(services).text) Press ? for the keys."
      )
    }
    if collection.places.isEmpty, layout.list == nil { focus = .list }
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
