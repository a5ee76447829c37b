import Domain

extension BatchRun {
  /// The announcement of a large batch, or the warning that the rest of the day's quota doesn't suffice for it; `nil`
  /// if neither is needed.
  ///
  /// Counting all rows would mean reading them, so the number is estimated from the queries per byte of the first
  /// block.
  func quotaNotice(of service: Service, for rows: BatchRows, answered: Int) async throws -> Notice? {
    guard let size = await rows.reader.sizeInBytes, let block = try await rows.reader.peekBlock(),
      let costs = try? source.provider.makeEstimateUseCase()
    else { return nil }
    let needed = Self.requests(of: block, rows.queries, costs, service)
    // The number of such blocks in the input, and the share of their rows that remains.
    let blocks = max(1, Double(size) / Double(block.rowRange.count + 1))
    let estimatedRows = Double(block.rows.count) * blocks
    let scale = blocks * max(0, 1 - Double(answered) / estimatedRows)
    let announcement = Self.announcement(of: needed, scale: scale, to: service)
    guard let report = try? source.provider.account.quota() else { return announcement }
    let sentences = zip(service.calls, needed.byCall).filter { $1.lowerBound > 0 }.map { call, range in
      let requests = Self.rounded(Double(range.lowerBound) * scale)
      return QuotaSentence(report: report, call: call, requests: requests, isEstimate: true)
    }
    // The API that is exceeded most.
    return sentences.filter { $0.excess > 0 }.max { $0.excess < $1.excess }?.notice ?? announcement
  }

  /// The number of requests from which a batch is announced; a single query needs consent from there on.
  private static let announcedRequests = 500

  /// The expected requests for each API of a service, and whether they depend on the density of places.
  private typealias Needed = (byCall: [ClosedRange<Int>], isByDensity: Bool)

  /// The announcement of a large batch.
  private static func announcement(of needed: Needed, scale: Double, to service: Service) -> Notice? {
    let least = rounded(Double(needed.byCall.reduce(0) { $0 + $1.lowerBound }) * scale)
    let isUnlimited = needed.byCall.contains { $0.upperBound == .max }
    let most = isUnlimited ? least : rounded(Double(needed.byCall.reduce(0) { $0 + $1.upperBound }) * scale)
    guard most > announcedRequests else { return nil }
    let range =
      least == most
      ? "\(isUnlimited ? "at least" : "about") \(least.groupedText)"
      : "about \(least.groupedText) to \(most.groupedText)"
    let density = needed.isByDensity ? ", at \(SearchCost.densityText) places per square kilometre" : ""
    return "The batch sends \(range) requests to \(service.title)\(density). Use --budget to send fewer."
  }

  /// The expected requests for the distinct queries of a block.
  private static func requests(
    of block: RowBlock,
    _ queries: QueryReader,
    _ costs: any EstimateUseCase,
    _ service: Service
  ) -> Needed {
    var queries = queries
    queries.open(block)
    var seen: Set<RowQuery> = []
    var texts: Set<SearchText> = []
    var needed: Needed = ([ClosedRange<Int>](repeating: 0...0, count: service.calls.count), false)
    func count(_ wanted: Service.Call, _ added: ClosedRange<Int>) {
      guard let position = service.calls.firstIndex(of: wanted) else { return }
      needed.byCall[position] = DryRun.sum(needed.byCall[position], added)
    }
    for index in block.rows.indices {
      guard let row = try? queries.query(at: index), seen.insert(row).inserted,
        let cost = try? costs.cost(of: row.query)
      else { continue }
      guard let call = service.call(for: row.query) else { continue }
      count(call, cost.expected)
      if let likely = cost.likely, likely.count > 1 { needed.isByDensity = true }
      if let text = row.locating, texts.insert(text).inserted, let call = service.call(for: .address) {
        count(call, service.manners.requestsToLocate)
      }
    }
    return needed
  }

  /// Rounds to two digits, because the estimate isn't more precise.
  private static func rounded(_ number: Double) -> Int {
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return Int(min((number / unit).rounded() * unit, 1e15))
  }
}
