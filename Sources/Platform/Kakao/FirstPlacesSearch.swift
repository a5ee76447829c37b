import Domain

/// Finds the first places of an area in the order of a query, without searching all of it.
///
/// The parts of the area are processed in the order of the query, and each is paged while it may contain the next
/// place. A part with more places than paging can reach is divided, and what was proven to be seen is left out. The
/// search ends when enough places come before everything that may be missing.
struct FirstPlacesSearch: Sendable {
  private let collector: SearchCollector
  private let query: PlaceQuery
  private let search: KakaoSearch
  private let limit: Int
  private let cut: FirstPlacesCut
  private var pending: [Part] = []
  private var found = PlacesInArea()
  private var result = SearchCollector.Result(places: [], totalCount: nil, isComplete: true, provenMeters: .infinity)
  private var done = 0
  /// The service's count for the first part, which is the whole area if the area is a rectangle.
  private var wholeCount: Int?

  private let requestsBefore: Int
  private var isEstimated = false

  /// The number of requests after which a search is estimated by the places that they returned.
  private static let requestsToEstimate = 24
  /// The maximum number of concurrent parts.
  private static let concurrency = 8

  init(_ collector: SearchCollector, _ query: PlaceQuery, _ search: KakaoSearch, limit: Int) {
    self.collector = collector
    self.query = query
    self.search = search
    self.limit = limit
    requestsBefore = collector.budget.requests
    cut = FirstPlacesCut(query)
    pending = cut.whole.map { Part($0, from: cut.least(of: $0), isOrdered: cut.isByCenter) }
  }

  /// Searches until there are enough places or the whole area was searched.
  ///
  /// - Returns: The places found, at least the first ones up to the limit.
  /// - Throws: An error if a request fails after its retries.
  mutating func run() async throws(PlaceSearchError) -> SearchCollector.Result {
    var failure: PlaceSearchError?
    var width = 1
    while !pending.isEmpty, failure == nil {
      // The last part may contain the next place; among equal ones, its next page is expected to find the most.
      pending.sort { $0.priority > $1.priority }
      let proven = found.count(before: pending.last?.least ?? .infinity, in: query)
      if proven >= limit { break }
      collector.budget.noteIfSpent()
      guard !collector.budget.isSpent else { break }
      let needed = (limit - proven + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize
      let parts = Array(pending.suffix(min(Self.concurrency, max(width, needed))).reversed())
      pending.removeLast(parts.count)
      let before = found.places.count
      for (part, page) in zip(parts, await pages(of: parts)) {
        do throws(PlaceSearchError) {
          try await take(page, of: part)
        } catch {
          pending.append(part)
          failure = failure ?? error
        }
      }
      expect()
      // If several parts in a row are empty, search more of them at once.
      width = found.places.count > before ? 1 : min(Self.concurrency, 2 * width)
      report()
    }
    // The places found before time or requests ran out are a partial result.
    if let failure, found.places.isEmpty || !collector.budget.leavesPart(after: failure) { throw failure }
    return finished()
  }

  /// Estimates the remaining requests, once enough requests show how many places each returns.
  private mutating func expect() {
    let budget = collector.budget
    let sent = budget.requests - requestsBefore
    guard sent >= Self.requestsToEstimate, !isEstimated || budget.exceedsExpectation else { return }
    isEstimated = true
    let proven = Double(max(1, found.count(before: pending.map(\.least).min() ?? .infinity, in: query)))
    // Along a line, the number of proven places is too low during the search, and the number of found places too high.
    let returned = cut.isByCenter ? proven : max(proven, (proven + Double(found.places.count)) / 2)
    let missing = max(0, Double(limit) - proven)
    let whole = pending.reduce(0) { $0 + forecast(for: $1) }
    budget.expect(Int(min(Double(whole), missing * Double(sent) / returned)))
  }

  /// Returns the number of requests for every place of a part.
  private func forecast(for part: Part) -> Int {
    let count = part.pages.received.isEmpty ? part.expected : Double(part.pages.totalCount)
    let requests = cut.shape.requests(for: [part.box], density: count / max(1, part.box.squareMeters))
    return max(0, requests - part.pages.received.count)
  }

  private mutating func finished() -> SearchCollector.Result {
    if !pending.isEmpty { result.isComplete = false }
    if query.sort == .distance {
      result.provenMeters = min(result.provenMeters, pending.map(\.least).min() ?? .infinity)
    }
    result.places = found.places
    // The service counts a rectangle around a shape, not the shape.
    result.totalCount = result.isComplete ? found.places.count : query.area.isShape ? nil : wholeCount
    return result
  }

  // MARK: Pages

  /// Requests the next page of each part concurrently.
  private func pages(of parts: [Part]) async -> [Swift.Result<KakaoPage?, PlaceSearchError>] {
    typealias PageResult = Swift.Result<KakaoPage?, PlaceSearchError>
    return await withTaskGroup(of: (Int, PageResult).self) { group in
      for (number, part) in parts.enumerated() {
        group.addTask { (number, await page(part.pages.received.count + 1, of: part.box)) }
      }
      var pages = parts.map { _ in PageResult.success(nil) }
      for await (number, page) in group { pages[number] = page }
      return pages
    }
  }

  private func page(_ number: Int, of box: BoundingBox) async -> Swift.Result<KakaoPage?, PlaceSearchError> {
    do throws(PlaceSearchError) {
      return .success(
        try await collector.client.page(number, of: part(box), isOneOfSeveral: true, for: collector.budget)
      )
    } catch { return .failure(error) }
  }

  /// Returns the search of one part.
  private func part(_ box: BoundingBox) -> KakaoSearch {
    var part = search
    part.scope = .rectangle(box.roundedForRequest, origin: query.area.center)
    part.sortsByDistance = cut.isByCenter
    part.isPart = true
    return part
  }

  private mutating func take(
    _ result: Swift.Result<KakaoPage?, PlaceSearchError>,
    of part: Part
  ) async throws(PlaceSearchError) {
    guard let page = try result.get() else {
      // The requests are used up.
      pending.append(part)
      return
    }
    var part = part
    part.pages.add(page)
    wholeCount = wholeCount ?? page.totalCount
    found.add(page.places, of: search, in: query)
    let paged = part.pages
    // If a page lacks a place, the order proves nothing about it, but the counts of smaller parts do.
    if !paged.areFull { part.isOrdered = false }
    if part.isOrdered {
      switch cut.proof(of: paged.received, isKeyword: search.text != nil) {
      case .seenUpTo(let meters, _): part.least = max(part.least, meters)
      case .unordered: part.isOrdered = false
      }
    }
    if paged.discards || paged.isAtEnd && !paged.isCrowded { return try await finish(part) }
    guard paged.isCrowded, paged.isAtEnd || !isWorthPaging(part) else {
      part.expectRest(in: query.area)
      return pending.append(part)
    }
    try await split(part)
  }

  /// Returns whether the next page of a crowded part is worth more than the first page of a smaller part.
  private func isWorthPaging(_ part: Part) -> Bool {
    if part.isOrdered { return true }
    // A keyword's best matches come first. Without a keyword, the service's order means nothing.
    guard query.sort == .accuracy else { return false }
    guard search.text == nil, let first = part.pages.received.last, !first.isEmpty else { return true }
    let inside = first.count { query.area.contains($0.place.coordinate) }
    return inside * 2 > first.count
  }

  // MARK: Parts

  /// Ends a part that paging reaches completely or that can't be divided.
  ///
  /// Its counts determine whether more is needed.
  private mutating func finish(_ part: Part) async throws(PlaceSearchError) {
    let paged = try part.pages.result()
    done += 1
    guard !paged.isComplete else { return }
    let rest = try await collector.silent(within: query.area).collect(self.part(part.box), limit: nil, after: paged)
    found.add(rest.places, of: search, in: query)
    guard !rest.isComplete else { return }
    result.isComplete = false
    result.droppedCount += rest.droppedCount
    result.hasCrowdedSpot = result.hasCrowdedSpot || rest.hasCrowdedSpot
    if query.sort == .distance { result.provenMeters = min(result.provenMeters, part.least) }
  }

  /// Divides a part with more places than paging can reach.
  private mutating func split(_ part: Part) async throws(PlaceSearchError) {
    let seen = part.pages.received.joined().map(\.place.coordinate)
    let boxes =
      part.isOrdered
      ? cut.rest(of: part.box, seenUpTo: part.least, from: part.begin, holding: part.pages.totalCount, seen)
      : cut.parts(of: part.box, holding: part.pages.totalCount, seen)
    guard let boxes else { return try await finish(part) }
    collector.budget.grant(timeFor: min(boxes.count, limit))
    let count = Double(part.pages.totalCount)
    pending += boxes.map { box in
      let least = max(part.least, cut.least(of: box))
      let size = box.squareMeters / max(1, part.box.squareMeters)
      guard !part.isOrdered else { return Part(box, from: least, isOrdered: true, expected: count * size) }
      // Without an order, the places seen are a sample of all.
      let sample = seen.filter(box.contains)
      let expected = count * (size + Double(sample.count)) / Double(1 + seen.count)
      var rest = Part(box, from: least, isOrdered: false, expected: expected)
      rest.shareInArea = query.area.relation(to: box) == .inside ? 1 : 0.5
      rest.learnShare(from: sample, in: query.area)
      return rest
    }
  }

  private func report() {
    collector.report(found.places.count, cellsDone: done, of: done + pending.count, in: search) {
      [places = found.places] in places
    }
  }
}
