/// The parts of an area that are still to be searched, and the visits under way.
struct AreaFrontier: Sendable {
  /// Parts that were searched.
  private(set) var partsDone = 0
  /// Parts that are known.
  private(set) var partsKnown = 0

  /// Parts that were not begun; the next one is the last.
  private var waiting: [AreaPart] = []
  private var visits: [Int: CellVisit] = [:]
  private var nextVisit = 0
  /// Requests of visits that go on.
  private var ready: [AreaRequest] = []

  /// Parts that are searched at once: half of the jobs of a batch, so that a fast connection is kept busy; the pace bounds
  /// the requests.
  private static let concurrency = 8

  /// Starts with these parts, in their order.
  init(_ parts: [AreaPart]) { add(parts) }

  /// Whether pages of a visit are awaited.
  var hasVisits: Bool { !visits.isEmpty }

  /// Adds parts that come before all others.
  mutating func add(_ parts: [AreaPart]) {
    partsKnown += parts.count
    waiting += parts.reversed()
  }

  /// Drops what was not asked yet.
  mutating func removeAll() { (waiting, ready) = ([], []) }

  /// The requests of visits that go on, each once.
  mutating func takeReadyRequests() -> [AreaRequest] {
    defer { ready = [] }
    return ready
  }

  /// The next part to begin; `nil` while enough are searched at once, or when none is left.
  mutating func nextPart() -> AreaPart? { visits.count < Self.concurrency ? waiting.popLast() : nil }

  /// Counts a part that the area does not reach into.
  mutating func skipPart() { partsDone += 1 }

  /// Begins a visit; gives its first request, `nil` where its cell cannot be asked for.
  mutating func begin(_ visit: CellVisit) -> AreaRequest? {
    guard let request = visit.request(page: 1, of: nextVisit) else { return nil }
    visits[nextVisit] = visit
    nextVisit += 1
    return request
  }

  /// Takes a page; gives the visit when all the pages that were asked for have come.
  mutating func take(_ page: KakaoPage, number: Int, ofVisit key: Int) -> CellVisit? {
    visits[key]?.take(page, number: number)
    return visits[key].flatMap { $0.awaited == 0 ? $0 : nil }
  }

  /// Goes on with a visit, or ends it.
  mutating func apply(_ next: AreaSearch.Next, toVisit key: Int) {
    guard var visit = visits[key] else { return }
    switch next {
    case .ask(let pages, let stage):
      visit.stage = stage
      visit.awaited = pages.count
      visits[key] = visit
      ready += pages.compactMap { visit.request(page: $0, of: key) }
    case .end(let parts):
      visits[key] = nil
      partsDone += 1
      add(parts)
    }
  }
}
