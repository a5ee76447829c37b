import Domain

/// Collects the places of one search in polygons or beside a line: in rectangles that hold the shape together.
///
/// A rectangle with more places than paging can reach is cut along the shape while that leaves much of it out, and
/// searched as an area where it does not. Each rectangle proves itself, so all of them prove the shape.
struct ShapeCollector: Sendable {
  private let collector: SearchCollector
  private let query: PlaceQuery
  private let cut: ShapeCut

  /// How many rectangles are asked for at once, as cells of an area are.
  private static let concurrency = 8
  /// The requests from which on a shape is counted in parts before it is searched.
  private static let largeRequestCount = 120
  /// About as many parts.
  private static let countedParts = 12

  /// A rectangle that is still to be asked for, and what no place in it comes before.
  private struct Part: Sendable {
    let box: BoundingBox
    let least: Double
    /// How many places a square metre likely holds, by the count of a larger rectangle.
    var density = 0.0
    /// How often a larger rectangle was cut to get it.
    var depth = 0
    /// Its pages, where it is to be searched as an area.
    var paged: PagedSearch.Result?

    /// Whether its places are counted before the search is estimated.
    var isUncounted: Bool { paged == nil && depth < 2 }
  }

  /// What one rectangle brought.
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
  ///   - search: What to look for; its scope is the rectangle around the shape.
  ///   - limit: How many places are wanted, the first in the order of the query; `nil` for all.
  /// - Returns: The places in the shape.
  /// - Throws: When a request fails after its retries.
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
      // What a search that ends early has found are the first places.
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
    // What was found before a failure is an answer where time or requests ran out.
    if let failure, found.places.isEmpty || !collector.budget.leavesPart(after: failure) { throw failure }
    // A rectangle that isn't whole may lack any of its places.
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

  /// Asks for rectangles at the same time.
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

  /// The requests that a part likely takes.
  private func forecast(for part: Part) -> Int {
    part.paged.map { KakaoForecast.requests(forPlaces: $0.totalCount) }
      ?? cut.requests(for: [part.box], density: part.density)
  }

  private func outcome(of part: Part, _ search: KakaoSearch) async -> Outcome {
    let box = part.box
    var search = search
    // Nearest first around any point, a crowded rectangle is known by its first page.
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
