import Domain

/// Collects the places of a search in polygons or along a line, in rectangles that cover the shape.
///
/// A rectangle with more places than paging can reach is divided along the shape if that excludes much of it, and
/// searched as an area otherwise. Each rectangle is proven complete, so together they prove the shape.
struct ShapeCollector: Sendable {
  private let collector: SearchCollector
  private let query: PlaceQuery
  private let cut: ShapeCut

  /// The maximum number of concurrent rectangles, like cells of an area.
  private static let concurrency = 8
  /// The number of requests from which a shape is counted in parts before it is searched.
  private static let largeRequestCount = 120
  /// The approximate number of parts to count.
  private static let countedParts = 12

  /// A rectangle that remains to be requested, and the lower bound for the position of its places.
  private struct Part: Sendable {
    let box: BoundingBox
    let least: Double
    /// The estimated number of places per square metre, from the count of a larger rectangle.
    var density = 0.0
    /// The number of times that a larger rectangle was divided to get this one.
    var depth = 0
    /// Its pages, if it is to be searched as an area.
    var paged: PagedSearch.Result?

    /// Whether its places are counted before the search is estimated.
    var isUncounted: Bool { paged == nil && depth < 2 }
  }

  /// The outcome of a rectangle.
  private enum Outcome: Sendable {
    case found(SearchCollector.Result)
    case cut([BoundingBox], density: Double, depth: Int)
    case crowded(PagedSearch.Result)
    case failed(PlaceSearchError)
  }

  init(_ collector: SearchCollector, _ query: PlaceQuery) {
    self.collector = collector
    self.query = query
    cut = ShapeCut(cover: ShapeCover(query.area))
  }

  /// Collects the places of a search.
  ///
  /// - Parameters:
  ///   - search: The search, whose scope is the bounding box of the shape.
  ///   - limit: The requested number of places, in the order of the query; `nil` for all.
  /// - Returns: The places in the shape.
  /// - Throws: If a request fails after its retries.
  func collect(_ search: KakaoSearch, limit: Int?) async throws(PlaceSearchError) -> SearchCollector.Result {
    if let limit {
      var first = FirstPlacesSearch(collector, query, search, limit: limit)
      return try await first.run()
    }
    let order = FirstPlacesCut(query)
    var pending = cut.cover.whole.map { Part(box: $0, least: order.least(of: $0)) }
    var isEstimated = false
    var found = FoundInArea()
    var result = SearchCollector.Result(places: [], totalCount: nil, isComplete: true, provenMeters: .infinity)
    var done = 0
    var failure: PlaceSearchError?
    while !pending.isEmpty, failure == nil {
      if !isEstimated, !pending.contains(where: \.isUncounted) {
        isEstimated = true
        collector.budget.expect(pending.reduce(0) { $0 + forecast(for: $1) })
      }
      // If the search ends early, it has found the first places.
      pending.sort { $0.least > $1.least }
      if !isEstimated { pending = pending.filter { !$0.isUncounted } + pending.filter(\.isUncounted) }
      let ready = isEstimated ? pending.count : pending.count(where: \.isUncounted)
      collector.budget.noteIfSpent()
      guard !collector.budget.isSpent else { break }
      let parts = Array(pending.suffix(min(Self.concurrency, ready)))
      pending.removeLast(parts.count)
      for (number, outcome) in await outcomes(of: parts, search).enumerated() {
        switch outcome {
        case .found(let answer):
          done += 1
          result.isComplete = result.isComplete && answer.isComplete
          result.droppedCount += answer.droppedCount
          result.hasCrowdedSpot = result.hasCrowdedSpot || answer.hasCrowdedSpot
          found.add(answer.places, of: search, in: query)
        case .cut(let boxes, let density, let depth):
          pending += boxes.map { Part(box: $0, least: order.least(of: $0), density: density, depth: depth) }
        case .crowded(let paged):
          var part = parts[number]
          part.paged = paged
          pending.append(part)
        case .failed(let error):
          pending.append(parts[number])
          failure = failure ?? error
        }
      }
      report(found.places, done: done, known: done + pending.count)
    }
    // The places found before time or requests ran out are a partial result.
    if let failure, found.places.isEmpty || !collector.budget.leavesPart(after: failure) { throw failure }
    // An incomplete rectangle may lack any of its places.
    if !result.isComplete { result.provenMeters = -1 }
    if let least = pending.map(\.least).min() {
      result.isComplete = false
      if query.sort == .distance { result.provenMeters = min(result.provenMeters, least) }
    }
    result.places = found.places
    result.places.sort { $0.place.id.utf8.lexicographicallyPrecedes($1.place.id.utf8) }
    if result.isComplete { result.totalCount = result.places.count }
    return result
  }

  /// Requests rectangles concurrently.
  private func outcomes(of parts: [Part], _ search: KakaoSearch) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (number, part) in parts.enumerated() {
        group.addTask { (number, await outcome(of: part, search)) }
      }
      var outcomes = parts.map { _ in Outcome.failed(.cancelled) }
      for await (number, outcome) in group { outcomes[number] = outcome }
      return outcomes
    }
  }

  /// The estimated number of requests of a part.
  private func forecast(for part: Part) -> Int {
    part.paged.map { KakaoForecast.requests(forPlaces: $0.totalCount) }
      ?? cut.requests(for: [part.box], density: part.density)
  }

  private func outcome(of part: Part, _ search: KakaoSearch) async -> Outcome {
    let box = part.box
    var search = search
    // Sorted by distance around any point, the first page of a crowded rectangle reveals that it is crowded.
    search.scope = .rectangle(box.asAsked, origin: query.area.center ?? box.middle)
    search.sortsByDistance = true
    do throws(PlaceSearchError) {
      let pages = PagedSearch(client: collector.client, budget: collector.budget)
      let paged: PagedSearch.Result
      if let known = part.paged { paged = known } else { paged = try await pages.places(of: search, limit: nil) }
      if part.paged == nil, paged.isCrowded {
        let count = paged.totalCount
        let isLarge = part.depth == 0 && KakaoForecast.requests(forPlaces: count) > Self.largeRequestCount
        let parts = cut.parts(of: box, holding: count, upTo: isLarge ? Self.countedParts : nil)
        guard let parts else { return .crowded(paged) }
        collector.budget.grant(timeFor: parts.count)
        return .cut(parts, density: Double(count) / max(1, box.squareMeters), depth: isLarge ? 1 : 2)
      }
      var silent = collector
      silent.progress = nil
      silent.within = query.area
      return .found(try await silent.collect(search, limit: nil, after: paged))
    } catch { return .failed(error) }
  }

  private func report(_ found: [FoundPlace], done: Int, known: Int) {
    guard let progress = collector.progress else { return }
    let earlier = collector.earlier
    progress(
      SearchProgress(
        requests: collector.budget.requests,
        places: earlier.count + found.count,
        cellsDone: done,
        cellsKnown: known,
        expectedRequests: collector.budget.expectedRequests,
        found: { earlier + found }
      )
    )
  }
}
