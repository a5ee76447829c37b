import Domain

/// The rows of a batch and the requests that they take, counted without a request.
///
/// A dry run counts all rows. The announcement of a run counts its first block. For the limit of a public server, rows
/// are counted until they exceed it.
struct BatchForecast {
  private(set) var rows = 0
  private(set) var invalid = 0
  private(set) var duplicates = 0
  /// The number of rows whose record from an earlier run would be kept; `nil` if no output is resumed.
  private(set) var resumed: Int?
  private(set) var requests = 0...0
  /// The likely number of requests, if it depends on the areas of some rows.
  private(set) var likelyRequests: ClosedRange<Int>?
  /// The expected number of requests for each API, which has its own quota.
  private(set) var requestsByCall: [Service.Call: ClosedRange<Int>] = [:]
  /// The number of distinct names and addresses to geocode.
  private(set) var geocodingCount = 0
  /// The first invalid rows and their errors.
  private(set) var errors: [(row: Int, message: String)] = []

  /// The maximum number of errors shown: enough to find the fault of a file, but few enough for a screen.
  private static let errorsShown = 5
  private var queries: QueryReader
  private let costs: any EstimateUseCase
  /// The results of an earlier run, which the rows' queries claim.
  private let earlier: OutputRecords?
  /// The service to query; `nil` for a file.
  private let service: Service?
  /// The hashes of the queries so far, eight bytes per query.
  ///
  /// Among ten million distinct queries, two collide in one of 400,000 runs.
  private var seen: Set<Int> = []
  private var seenTexts: Set<Int> = []

  /// Makes an empty forecast.
  init(_ queries: QueryReader, costs: any EstimateUseCase, resuming earlier: OutputRecords? = nil) {
    self.queries = queries
    self.costs = costs
    self.earlier = earlier
    service = costs.provenance().source.service
    resumed = earlier.map { _ in 0 }
  }

  /// Counts the rows of a block, and calls a closure with each new query.
  mutating func count(_ block: RowBlock, onNew: (RowQuery) -> Void = { _ in }) {
    queries.open(block)
    for index in block.rows.indices {
      rows += 1
      do throws(Failure) {
        let query = try queries.query(at: index)
        let hasRecord = earlier?.hasRecord(of: queries.row, for: query) == true
        // Free queries are run again.
        guard !hasRecord || service == nil else {
          resumed = (resumed ?? 0) + 1
          continue
        }
        count(query.located(at: queries.savedLocations), onNew: onNew)
      } catch {
        refuse(error)
      }
    }
  }

  private mutating func count(_ query: RowQuery, onNew: (RowQuery) -> Void) {
    let cost: SearchCost
    // The run would also reject the row without a request.
    do throws(PlaceSearchError) { cost = try costs.cost(of: query.query) } catch { return refuse(Failure(error)) }
    guard seen.insert(query.hashValue).inserted else {
      duplicates += 1
      return
    }
    onNew(query)
    add(cost.requests, likely: cost.likely, of: service?.call(for: query.query))
    guard let text = query.locating, seenTexts.insert(text.hashValue).inserted else { return }
    geocodingCount += 1
    guard cost.requests.upperBound > 0, let service else { return }
    add(service.requestDefaults.requestsToLocate, of: service.call(for: .address))
  }

  private mutating func refuse(_ error: Failure) {
    invalid += 1
    if errors.count < Self.errorsShown { errors.append((queries.row.number, error.worded(for: .batch).message)) }
  }

  private mutating func add(_ added: ClosedRange<Int>, likely: ClosedRange<Int>? = nil, of call: Service.Call?) {
    if let call { requestsByCall[call] = Self.sum(requestsByCall[call] ?? 0...0, likely ?? added) }
    if likely != nil || likelyRequests != nil {
      let before = likelyRequests ?? requests.lowerBound...requests.lowerBound
      let more = likely ?? added.lowerBound...added.lowerBound
      likelyRequests = before.lowerBound + more.lowerBound...before.upperBound + more.upperBound
    }
    requests = Self.sum(requests, added)
  }

  private static func sum(_ range: ClosedRange<Int>, _ added: ClosedRange<Int>) -> ClosedRange<Int> {
    let (most, isUnbounded) = range.upperBound.addingReportingOverflow(added.upperBound)
    return (range.lowerBound + added.lowerBound)...(isUnbounded ? .max : most)
  }

  /// The API whose daily quota the rows use most; `nil` if none has a quota.
  var scarcest: (allowance: Int, requests: ClosedRange<Int>)? {
    let limited = requestsByCall.compactMap { call, requests in call.dailyAllowance.map { ($0, requests) } }
    return limited.max { first, second in
      let one = Double(first.1.lowerBound) / Double(first.0)
      let other = Double(second.1.lowerBound) / Double(second.0)
      return one < other
    }
  }
}

/// The notices before a run.
extension BatchForecast {
  /// The number of requests from which a batch is announced; a single query needs consent from there on.
  private static let announcedRequests = 500

  /// Returns the announcement of a large batch, or the warning that the rest of the day's quota doesn't suffice for it;
  /// `nil` if neither is needed.
  ///
  /// - Parameters:
  ///   - scale: The number of rows of the batch, in multiples of the counted rows.
  ///   - quota: Today's calls; `nil` if unknown.
  /// - Returns: The notice.
  func notice(scaledBy scale: Double, quota: QuotaReport?) -> Notice? {
    guard let service else { return nil }
    let sentences = quota.map { report in
      service.calls.map { call in
        let least = Double(requestsByCall[call]?.lowerBound ?? 0)
        return QuotaSentence(report: report, call: call, requests: Self.rounded(least * scale), isEstimate: true)
      }
    }
    // The API that is exceeded most.
    let worst = sentences?.filter { $0.excess > 0 }.max { $0.excess < $1.excess }
    return worst?.notice ?? announcement(to: service, scaledBy: scale)
  }

  private func announcement(to service: Service, scaledBy scale: Double) -> Notice? {
    let expected = requestsByCall.values.reduce(0...0, Self.sum)
    let least = Self.rounded(Double(expected.lowerBound) * scale)
    let isUnlimited = expected.upperBound == .max
    let most = isUnlimited ? least : Self.rounded(Double(expected.upperBound) * scale)
    guard most > Self.announcedRequests else { return nil }
    let range =
      least == most
      ? "\(isUnlimited ? "at least" : "about") \(least.groupedText)"
      : "about \(least.groupedText) to \(most.groupedText)"
    let isByDensity = likelyRequests?.count ?? 1 > 1
    let density = isByDensity ? ", at \(SearchCost.densityText) places per square kilometre" : ""
    return "The batch sends \(range) requests to \(service.title)\(density). Use --budget to send fewer."
  }

  /// Rounds to two digits, because the estimate isn't more precise.
  private static func rounded(_ number: Double) -> Int {
    var unit = 1.0
    while number / unit >= 100 { unit *= 10 }
    return Int(min((number / unit).rounded() * unit, 1e15))
  }
}
