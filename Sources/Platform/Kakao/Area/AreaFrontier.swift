/// The parts of an area that are still to be searched, and the visits in progress.
struct AreaFrontier: Sendable {
  /// The number of parts that were searched.
  private(set) var partsDone = 0
  /// The number of parts that are known.
  private(set) var partsKnown = 0

  /// Parts that have not begun, as a stack.
  private var waiting: [AreaPart] = []
  private var visits: [Int: CellVisit] = [:]
  private var nextVisit = 0
  /// Further requests of the visits.
  private var ready: [AreaRequest] = []

  /// The number of parts that are searched at once: half of the jobs of a batch, which keeps a fast connection busy; the
  /// pace limits the requests.
  private static let concurrency = 8

  /// Makes a frontier of parts, in their order.
  init(_ parts: [AreaPart]) { add(parts) }

  /// Whether pages of a visit are awaited.
  var hasVisits: Bool { !visits.isEmpty }

  /// Adds parts that come before all others.
  mutating func add(_ parts: [AreaPart]) {
    partsKnown += parts.count
    waiting += parts.reversed()
  }

  /// Drops the parts that have not begun and the requests that were not taken.
  mutating func removeAll() { (waiting, ready) = ([], []) }

  /// Returns the further requests of the visits, each once.
  mutating func takeReadyRequests() -> [AreaRequest] {
    defer { ready = [] }
    return ready
  }

  /// Returns the next part to begin; `nil` while enough parts are being searched, or when none is left.
  mutating func nextPart() -> AreaPart? { visits.count < Self.concurrency ? waiting.popLast() : nil }

  /// Counts a part outside of the area as searched.
  mutating func skipPart() { partsDone += 1 }

  /// Begins a visit and returns its first request; `nil` when its cell is invalid.
  mutating func begin(_ visit: CellVisit) -> AreaRequest? {
    guard let request = visit.request(page: 1, of: nextVisit) else { return nil }
    visits[nextVisit] = visit
    nextVisit += 1
    return request
  }

  /// The visit in progress of a number; `nil` when it has ended.
  subscript(key: Int) -> CellVisit? { visits[key] }

  /// Takes a page; returns the visit when all the pages that were asked for have come.
  mutating func take(_ page: KakaoPage, isNew: Bool, number: Int, ofVisit key: Int) -> CellVisit? {
    visits[key]?.take(page, isNew: isNew, number: number)
    return visits[key].flatMap { $0.awaited == 0 ? $0 : nil }
  }

  /// Continues a visit or ends it.
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
