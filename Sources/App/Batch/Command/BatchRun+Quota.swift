import Domain

extension BatchRun {
  /// A warning that the rest of the day's quota doesn't suffice for the batch; `nil` if it may suffice.
  ///
  /// Counting all rows would mean reading them, so the number is estimated from the queries per byte of the first
  /// block.
  func quotaSentence(of service: Service, for rows: BatchRows, answered: Int) async throws -> String? {
    guard let size = await rows.reader.sizeInBytes, let block = try await rows.reader.peekBlock(),
      let costs = try? source.provider.makeEstimateUseCase()
    else { return nil }
    let needed = Self.requests(of: block, rows.queries, costs, service)
    // The number of such blocks in the input, and the share of their rows that remains.
    let blocks = max(1, Double(size) / Double(block.rowRange.count + 1))
    let estimatedRows = Double(block.rows.count) * blocks
    let scale = blocks * max(0, 1 - Double(answered) / estimatedRows)
    let total = Self.rounded(Double(needed.reduce(0, +)) * scale)
    let announcement =
      total > Self.announcedRequests
      ? "The batch sends \(total.groupedText) requests or more to \(service.title). Use --budget to send fewer." : nil
    guard let report = try? source.provider.account.quota() else { return announcement }
    let sentences = zip(service.calls, needed).filter { $1 > 0 }.map { call, count in
      let requests = Self.rounded(Double(count) * scale)
      return QuotaSentence(report: report, call: call, requests: requests, isEstimate: true)
    }
    // The API that is exceeded most.
    return sentences.filter { $0.excess > 0 }.max { $0.excess < $1.excess }?.sentence ?? announcement
  }

  /// The number of requests from which a batch is announced; a single query needs consent from there on.
  private static let announcedRequests = 500

  /// The minimum number of requests for the distinct queries of a block, for each API of a service.
  private static func requests(
    of block: RowBlock,
    _ queries: QueryReader,
    _ costs: any EstimateUseCase,
    _ service: Service
  ) -> [Int] {
    var queries = queries
    queries.open(block)
    var seen: Set<RowQuery> = []
    var texts: Set<SearchText> = []
    var requests = [Int](repeating: 0, count: service.calls.count)
    func count(_ wanted: Service.Call, _ added: Int) {
      if let position = service.calls.firstIndex(of: wanted) { requests[position] += added }
    }
    for index in block.rows.indices {
      guard let row = try? queries.query(at: index), seen.insert(row).inserted,
        let cost = try? costs.cost(of: row.query)
      else { continue }
      guard let call = service.call(for: row.query) else { continue }
      count(call, cost.expected.lowerBound)
      if let text = row.locating, texts.insert(text).inserted, let call = service.call(for: .address) {
        count(call, service.manners.requestsToLocate.lowerBound)
      }
    }
    return requests
  }

  /// Rounds to two digits, because the estimate isn't more precise.
  private static func rounded(_ number: Double) -> Int {
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return Int(min((number / unit).rounded() * unit, 1e15))
  }
}
