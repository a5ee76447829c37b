/// The parts of an area that are still to be searched, and the queries in progress.
struct AreaFrontier: Sendable {
  /// The number of parts that were searched.
  private(set) var partsDone = 0
  /// The number of parts that are known.
  private(set) var partsKnown = 0

  /// Parts that have not begun, as a stack.
  private var waiting: [AreaPart] = []
  private var queries: [Int: CellQuery] = [:]
  private var nextKey = 0
  /// Further requests of the queries.
  private var ready: [AreaRequest] = []

  /// The number of parts that are searched at once: half of the jobs of a batch, which keeps a fast connection busy;
  /// the pace limits the requests.
  private static let concurrency = 8

  init(_ parts: [AreaPart]) { add(parts) }

  /// Whether pages of a query are awaited.
  var hasQueries: Bool { !queries.isEmpty }

  /// Adds parts that come before all others.
  mutating func add(_ parts: [AreaPart]) {
    partsKnown += parts.count
    waiting += parts.reversed()
  }

  /// Drops the parts that have not begun and the requests that were not taken.
  mutating func removeAll() {
    waiting = []
    ready = []
  }

  /// Returns the further requests of the queries, each once.
  mutating func takeReadyRequests() -> [AreaRequest] {
    defer { ready = [] }
    return ready
  }

  /// Returns the next part to begin; `nil` while enough parts are being searched, or when none is left.
  mutating func nextPart() -> AreaPart? { queries.count < Self.concurrency ? waiting.popLast() : nil }

  /// Counts a part outside of the area as searched.
  mutating func skipPart() { partsDone += 1 }

  /// Begins a query and returns its first request.
  mutating func begin(_ query: CellQuery) -> AreaRequest {
    let request = query.request(page: 1, of: nextKey)
    queries[nextKey] = query
    nextKey += 1
    return request
  }

  /// The query in progress of a number; `nil` when it has ended.
  subscript(key: Int) -> CellQuery? { queries[key] }

  /// Takes a page; returns the query when all the pages that were asked for have come.
  mutating func take(_ page: KakaoPage, isNew: Bool, number: Int, ofQuery key: Int) -> CellQuery? {
    queries[key]?.take(page, isNew: isNew, number: number)
    return queries[key].flatMap { $0.awaited == 0 ? $0 : nil }
  }

  /// Continues a query or ends it.
  mutating func apply(_ next: AreaSearch.Next, toQuery key: Int) {
    guard var query = queries[key] else { return }
    switch next {
    case .ask(let pages, let stage):
      query.stage = stage
      query.awaited = pages.count
      queries[key] = query
      ready += pages.map { query.request(page: $0, of: key) }
    case .end(let parts):
      queries[key] = nil
      partsDone += 1
      add(parts)
    }
  }
}
