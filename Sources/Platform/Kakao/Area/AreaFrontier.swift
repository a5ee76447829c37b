/// The parts of an area that remain to be searched, and the queries in progress.
struct AreaFrontier: Sendable {
  private(set) var partsDone = 0
  /// The number of known parts.
  private(set) var partsKnown = 0

  /// The parts that haven't begun, as a stack.
  private var waiting: [AreaPart] = []
  private var queries: [Int: CellSearch] = [:]
  private var nextKey = 0
  /// Further requests of the queries in progress.
  private var ready: [AreaRequest] = []

  /// The maximum number of parts searched at once: half the default jobs of a batch, which saturates a fast connection.
  ///
  /// The pace limits the requests.
  private static let concurrency = 8

  init(_ parts: [AreaPart]) { add(parts) }

  /// Whether pages of a query are outstanding.
  var hasQueries: Bool { !queries.isEmpty }

  /// Adds parts before all other parts.
  mutating func add(_ parts: [AreaPart]) {
    partsKnown += parts.count
    waiting += parts.reversed()
  }

  /// Removes the parts that haven't begun and the requests that weren't taken.
  mutating func removeAll() {
    waiting = []
    ready = []
  }

  /// Removes and returns the further requests of the queries.
  mutating func takeReadyRequests() -> [AreaRequest] {
    defer { ready = [] }
    return ready
  }

  /// Removes and returns the next part to begin; `nil` if enough parts are being searched or none is left.
  mutating func nextPart() -> AreaPart? { queries.count < Self.concurrency ? waiting.popLast() : nil }

  /// Counts a part outside the area as searched.
  mutating func skipPart() { partsDone += 1 }

  /// Begins a query and returns its first request.
  mutating func begin(_ query: CellSearch) -> AreaRequest {
    let request = query.request(page: 1, of: nextKey)
    queries[nextKey] = query
    nextKey += 1
    return request
  }

  /// The query in progress with a number; `nil` if it has ended.
  subscript(key: Int) -> CellSearch? { queries[key] }

  /// Adds a page to its query; returns the query if no more pages are outstanding.
  mutating func take(_ page: KakaoPage, isNew: Bool, number: Int, ofQuery key: Int) -> CellSearch? {
    queries[key]?.take(page, isNew: isNew, number: number)
    return queries[key].flatMap { $0.awaited == 0 ? $0 : nil }
  }

  /// Continues or ends a query.
  mutating func apply(_ next: AreaSearch.Next, toQuery key: Int) {
    guard var query = queries[key] else { return }
    switch next {
    case .request(let pages, let stage):
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
