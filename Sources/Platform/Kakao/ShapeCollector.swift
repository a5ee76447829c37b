import Domain

/// Collects the places of a search in polygons or along a line, in rectangles that cover the shape.
///
/// A rectangle with more places than paging can reach is divided along the shape if that excludes much of it, and
/// searched as an area otherwise. Each rectangle is proven complete, so together they prove the shape.
struct ShapeCollector: Sendable {
  private let collector: SearchCollector
  private let query: PlaceQuery
  private let search: KakaoSearch
  private let cut: ShapeCut
  private let order: FirstPlacesCut
  private var pending: [Part] = []
  private var found = PlacesInArea()
  private var result = SearchCollector.Result(places: [], totalCount: nil, isComplete: true, provenMeters: .infinity)
  private var done = 0
  private var isEstimated = false
  private let requestsBefore: Int

  /// The maximum number of concurrent rectangles, like cells of an area.
  private static let concurrency = 8
  /// The number of requests after which a search is estimated in any case.
  private static let requestsToEstimate = 32
  /// The maximum share of an estimate that is in doubt.
  private static let doubtfulShare = 0.35

  /// The share of a part's places in doubt, divided by the share of the larger rectangle that is outside the shape.
  private static let doubtForShareLeftOut = 3.0

  /// A rectangle that remains to be requested, and the lower bound for the position of its places.
  private struct Part: Sendable {
    let box: BoundingBox
    let least: Double
    /// The estimated number of places, from the count of a larger rectangle.
    var expected = 0.0
    /// The share of the larger rectangle outside the shape, which may contain more places than that share.
    var shareLeftOut = 1.0
    /// Its pages, if it is to be searched as an area.
    var paged: PagedSearch.Result?

    /// The number of its places that are in doubt.
    var doubt: Double { paged == nil ? expected * min(1, ShapeCollector.doubtForShareLeftOut * shareLeftOut) : 0 }
  }

  /// The outcome of a rectangle.
  private enum Outcome: Sendable {
    case found(SearchCollector.Result)
    case cut([BoundingBox], count: Int)
    case crowded(PagedSearch.Result)
    case failed(PlaceSearchError)
  }

  private init(_ search: KakaoSearch, in query: PlaceQuery, _ collector: SearchCollector) {
    self.collector = collector
    self.query = query
    self.search = search
    cut = ShapeCut(cover: ShapeCover(query.area))
    order = FirstPlacesCut(query)
    requestsBefore = collector.budget.requests
    pending = cut.cover.whole.map { Part(box: $0, least: order.least(of: $0)) }
  }

  /// Collects the places of a search.
  ///
  /// - Parameters:
  ///   - search: The search, whose scope is the bounding box of the shape.
  ///   - limit: The requested number of places, in the order of the query; `nil` for all.
  ///   - query: The query.
  ///   - collector: Collects the places of a rectangle.
  /// - Returns: The places in the shape.
  /// - Throws: An error if a request fails after its retries.
  static func collect(
    _ search: KakaoSearch,
    limit: Int?,
    in query: PlaceQuery,
    _ collector: SearchCollector
  ) async throws(PlaceSearchError) -> SearchCollector.Result {
    if let limit {
      var first = FirstPlacesSearch(collector, query, search, limit: limit)
      return try await first.run()
    }
    var all = ShapeCollector(search, in: query, collector)
    return try await all.run()
  }

  private mutating func run() async throws(PlaceSearchError) -> SearchCollector.Result {
    var failure: PlaceSearchError?
    while !pending.isEmpty, failure == nil {
      expect()
      // Before the estimate, the parts in the greatest doubt come first. Afterwards, the first places come first.
      pending.sort { [isEstimated] in isEstimated ? $0.least > $1.least : $0.doubt < $1.doubt }
      collector.budget.noteIfSpent()
      guard !collector.budget.isSpent else { break }
      let parts = Array(pending.suffix(Self.concurrency))
      pending.removeLast(parts.count)
      for (part, outcome) in zip(parts, await outcomes(of: parts)) {
        if let error = take(outcome, of: part) { failure = failure ?? error }
      }
      report()
    }
    // The places found before time or requests ran out are a partial result.
    if let failure, found.places.isEmpty || !collector.budget.leavesPart(after: failure) { throw failure }
    return finished()
  }

  /// Takes the outcome of a part; returns its error.
  private mutating func take(_ outcome: Outcome, of part: Part) -> PlaceSearchError? {
    switch outcome {
    case .found(let part):
      done += 1
      result.isComplete = result.isComplete && part.isComplete
      result.droppedCount += part.droppedCount
      result.hasCrowdedSpot = result.hasCrowdedSpot || part.hasCrowdedSpot
      found.add(part.places, of: search, in: query)
    case .cut(let boxes, let count):
      let whole = part.box.squareMeters
      let shareLeftOut = 1 - min(1, boxes.reduce(0) { $0 + $1.squareMeters } / max(1, whole))
      pending += boxes.map { box in
        let expected = Double(count) * box.squareMeters / max(1, whole)
        return Part(box: box, least: order.least(of: box), expected: expected, shareLeftOut: shareLeftOut)
      }
    case .crowded(let paged):
      var part = part
      part.paged = paged
      pending.append(part)
    case .failed(let error):
      pending.append(part)
      return error
    }
    return nil
  }

  private func finished() -> SearchCollector.Result {
    var result = result
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
  private func outcomes(of parts: [Part]) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      for (number, part) in parts.enumerated() {
        group.addTask { (number, await outcome(of: part)) }
      }
      var outcomes = parts.map { _ in Outcome.failed(.cancelled) }
      for await (number, outcome) in group { outcomes[number] = outcome }
      return outcomes
    }
  }

  /// Estimates the remaining requests, unless too much is in doubt or the estimate still holds.
  private mutating func expect() {
    let sent = collector.budget.requests - requestsBefore
    guard !isEstimated || collector.budget.exceedsExpectation, let requests = estimate(of: pending, after: sent) else {
      return
    }
    isEstimated = true
    collector.budget.expect(requests)
    report()
  }

  /// Returns the estimated number of requests of some parts; `nil` while too much is in doubt.
  private func estimate(of parts: [Part], after sent: Int) -> Int? {
    let requests = parts.reduce(0) { $0 + forecast(for: $1) }
    let doubtful = parts.reduce(0) { $0 + $1.doubt } / Double(KakaoSearch.pageSize)
    let isClear = sent > 0 && doubtful <= Self.doubtfulShare * Double(requests + sent)
    return isClear || sent >= Self.requestsToEstimate ? requests : nil
  }

  /// Returns the estimated number of requests of a part.
  private func forecast(for part: Part) -> Int {
    part.paged.map { KakaoForecast.requests(forPlaces: $0.totalCount) }
      ?? cut.requests(for: [part.box], density: part.expected / max(1, part.box.squareMeters))
  }

  private func outcome(of part: Part) async -> Outcome {
    let box = part.box
    var search = search
    // Sorted by distance around any point, the first page of a crowded rectangle reveals that it is crowded.
    search.scope = .rectangle(box.roundedForRequest, origin: query.area.center ?? box.middle)
    search.sortsByDistance = true
    search.isPart = true
    do throws(PlaceSearchError) {
      let pages = PagedSearch(client: collector.client, budget: collector.budget)
      let paged: PagedSearch.Result
      if let known = part.paged { paged = known } else { paged = try await pages.places(of: search, limit: nil) }
      if part.paged == nil, paged.isCrowded {
        let count = paged.totalCount
        guard let parts = cut.parts(of: box, holding: count, upTo: ShapeCut.partCount) else { return .crowded(paged) }
        collector.budget.grant(timeFor: parts.count)
        return .cut(parts, count: count)
      }
      return .found(try await collector.silent(within: query.area).collect(search, limit: nil, after: paged))
    } catch { return .failed(error) }
  }

  private func report() {
    collector.report(found.places.count, cellsDone: done, of: done + pending.count, in: search) {
      [places = found.places] in places
    }
  }
}
