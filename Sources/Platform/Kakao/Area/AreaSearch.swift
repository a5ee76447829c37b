import Domain

/// Finds every place of one search in an area that holds more than paging can reach.
///
/// The area is laid out in lanes that are swept (``SweepLine``), because an answer in the order of a sweep proves what
/// lies behind it and almost no request is wasted. Where the service does not keep the order that this relies on, cells
/// are cut by their counts instead. Both cover the area without holes, since rectangles can be laid side by side.
struct AreaSearch: Sendable {
  /// What to look for.
  let subject: KakaoSearch
  /// Where.
  let outline: AreaOutline
  /// The point that the answer's distances are measured from.
  let center: Coordinate?
  /// Asks for single pages.
  let client: KakaoClient
  /// The question this belongs to.
  let ledger: QuestionLedger
  /// How many places the service counts in the area.
  let count: Int
  /// What was seen so far.
  let tally: AreaTally
  /// Places that are enough, whichever they are; `nil` for all.
  let enough: Int?
  /// Requests that the question had cost before.
  let requestsBefore: Int
  /// Told how far the search has come.
  let progress: (@Sendable (SearchProgress) -> Void)?

  /// Cells that are searched at once; the pace bounds the requests.
  private static let concurrency = 8
  /// Few enough places that the halves of the area are searched one after the other: the first tells what to expect of
  /// the second.
  private static let smallCount = 100
  /// Requests beside one for every place found, after which a service that counts absurdly is not asked on: eight times
  /// what the least efficient honest area has cost.
  private static let spareRequests = 200
  /// More of them for each spot that holds more than paging can reach, which is costly to cut off, and for how many.
  private static let requestsPerCrowdedSpot = 100
  private static let mostCrowdedSpots = 20
  /// Places of an answer that must lie elsewhere before its rectangle is taken to be ignored.
  private static let leastElsewhere = 3

  /// Documents at the end of an answer whose order proves nothing: a keyword search has been seen to put others there.
  var looseTail: Int { subject.text == nil ? 0 : SweepProof.looseTail }

  /// Whether there are so few places.
  var isSmall: Bool { count <= Self.smallCount }

  /// Sweeps the area.
  ///
  /// - Parameter area: Square metres of the area.
  /// - Throws: When a request fails for good.
  func sweep(area: Double) async throws(PlaceSearchError) {
    guard tally.trustsOrder else { return try await cut() }
    var stretches = SweepPlan(outline: outline, area: area, count: count).stretches
    if isSmall { stretches.sort { tally.seen(in: $0.cell).count < tally.seen(in: $1.cell).count } }
    try await run(stretches.map { .sweep($0) }, concurrency: isSmall ? 1 : Self.concurrency)
    if tally.isSweepGivenUp, !tally.isCutShort { try await cut() }
  }

  /// Cuts the area by counts alone; a cell whose count equals what was seen there costs one request.
  ///
  /// - Throws: When a request fails for good.
  func split() async throws(PlaceSearchError) {
    tally.forgetProof()
    try await cut()
  }

  private func cut() async throws(PlaceSearchError) {
    try await run([.split(outline.bounds, isSecondLook: false)])
  }

  /// Works through the parts and the parts that they are cut into, several at once.
  ///
  /// - Parameters:
  ///   - works: The parts.
  ///   - concurrency: How many are searched at once; the pace bounds the requests.
  /// - Throws: When a request fails for good.
  private func run(_ works: [AreaWork], concurrency: Int = concurrency) async throws(PlaceSearchError) {
    tally.note(done: 0, known: works.count)
    let failure = await withTaskGroup(of: Result<[AreaWork], PlaceSearchError>.self) { group in
      var waiting = Array(works.reversed())
      var running = 0
      while true {
        while running < concurrency, let work = waiting.popLast() {
          let isLast = running == 0 && waiting.isEmpty
          group.addTask { await outcome(of: work, isLast: isLast) }
          running += 1
        }
        guard running > 0, let outcome = await group.next() else { return PlaceSearchError?.none }
        running -= 1
        switch outcome {
        case .success(let more):
          tally.note(done: 1, known: more.count)
          progress?(tally.progress(requests: ledger.requests))
          waiting += more.reversed()
          if let enough, tally.count >= enough {
            tally.noteCutShort()
            group.cancelAll()
            return nil
          }
        case .failure(let error):
          group.cancelAll()
          return error
        }
      }
    }
    if let failure { throw failure }
  }

  private func outcome(of work: AreaWork, isLast: Bool) async -> Result<[AreaWork], PlaceSearchError> {
    guard !tally.isCutShort else { return .success([]) }
    do throws(PlaceSearchError) {
      switch work {
      case .sweep where tally.isSweepGivenUp: return .success([])
      case .sweep(var stretch):
        // Everywhere else all was seen: what the count leaves over is here.
        if isLast {
          stretch.expected = count - tally.count(where: { !stretch.cell.contains($0) && outline.contains($0) })
        }
        return .success(try await step(stretch))
      case .split(let cell, let isSecondLook): return .success(try await look(cell, isSecondLook: isSecondLook))
      }
    } catch {
      return .failure(error)
    }
  }

  /// Asks for one page of a cell; `nil` when the budget is used up, which the tally then knows.
  func page(
    _ number: Int,
    of cell: AreaCell,
    anchor: Coordinate?,
    inOrder: Bool
  ) async throws(PlaceSearchError) -> KakaoPage? {
    guard !isOutOfProportion else {
      tally.noteCutShort()
      return nil
    }
    guard let box = cell.asAsked.box, let request = PageRequest(number: number, size: KakaoSearch.pageSize) else {
      return nil
    }
    var search = subject
    search.scope = .rectangle(box, anchor: anchor)
    search.sortsByDistance = inOrder && anchor != nil
    search.mustHaveDistances = false
    guard let page = try await client.page(of: search, on: request, for: ledger) else {
      tally.noteCutShort()
      return nil
    }
    tally.add(page.places, anchor: anchor, areMeasured: anchor != nil && anchor == center)
    let asked = cell.asAsked.grown(byDegrees: AreaCell.slackInDegrees)
    let elsewhere = page.places.count { !asked.contains($0.place.coordinate) }
    if elsewhere >= Self.leastElsewhere, elsewhere * 2 > page.places.count { tally.noteIgnoredRectangle() }
    return page
  }

  /// Whether the area has cost far more requests than its places can explain.
  private var isOutOfProportion: Bool {
    let spots = min(tally.crowdedSpots, Self.mostCrowdedSpots)
    let allowed = Self.spareRequests + tally.count + Self.requestsPerCrowdedSpot * spots
    return ledger.requests - requestsBefore > allowed
  }

  /// Asks for several pages of a cell at once, in order; shorter when the budget is used up.
  func pages(
    _ numbers: ClosedRange<Int>,
    of cell: AreaCell,
    anchor: Coordinate?,
    inOrder: Bool
  ) async throws(PlaceSearchError) -> [KakaoPage] {
    let results = await withTaskGroup(of: (Int, Result<KakaoPage?, PlaceSearchError>).self) { group in
      for number in numbers {
        group.addTask { (number, await outcome(ofPage: number, of: cell, anchor: anchor, inOrder: inOrder)) }
      }
      var results: [Int: Result<KakaoPage?, PlaceSearchError>] = [:]
      for await (number, result) in group { results[number] = result }
      return results
    }
    var pages: [KakaoPage] = []
    for number in numbers {
      if let page = try results[number]?.get() { pages.append(page) }
    }
    return pages
  }

  /// One page as a value.
  ///
  /// A function of its own: where a task catches a typed error itself and returns it beside a number, an optimized build
  /// gives another number (Swift 6.3.1), and pages change places.
  private func outcome(
    ofPage number: Int,
    of cell: AreaCell,
    anchor: Coordinate?,
    inOrder: Bool
  ) async -> Result<KakaoPage?, PlaceSearchError> {
    do throws(PlaceSearchError) {
      return .success(try await page(number, of: cell, anchor: anchor, inOrder: inOrder))
    } catch {
      return .failure(error)
    }
  }
}
