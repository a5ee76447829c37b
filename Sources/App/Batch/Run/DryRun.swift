import Domain

/// Counts rows and the requests that they would take; sends nothing.
struct DryRun: Sendable {
  private(set) var rows = 0
  private(set) var invalid = 0
  private(set) var duplicates = 0
  /// The number of rows whose record from an earlier run would be kept; `nil` if no output is resumed.
  private(set) var resumed: Int?
  private(set) var requests = 0...0
  /// The likely number of requests, if it depends on the areas of some rows.
  private(set) var likelyRequests: ClosedRange<Int>?
  /// The number of requests for each API, which has its own quota: the likely number if some rows have shapes, or else
  /// all.
  private(set) var requestsByCall: [Service.Call: ClosedRange<Int>] = [:]
  /// The number of distinct names and addresses to geocode.
  private(set) var lookUps = 0
  /// The first invalid rows and their errors.
  private(set) var errors: [(row: Int, message: String)] = []

  /// Enough errors to see what is wrong with a file, but few enough for a screen.
  private static let errorsShown = 5
  /// The saved locations, which need no geocoding.
  private let positions: SavedLocations
  /// The service to query; `nil` for a file.
  private let service: Service?
  /// Hashes, eight bytes per query.
  ///
  /// Among ten million distinct queries, two collide in one of 400,000 runs.
  private var seen: Set<Int> = []
  private var seenTexts: Set<Int> = []

  /// Makes an empty count.
  ///
  /// - Parameters:
  ///   - positions: The saved locations.
  ///   - service: The service to query; `nil` for a file.
  init(positions: SavedLocations = SavedLocations(), service: Service? = nil) {
    self.positions = positions
    self.service = service
  }

  /// Reads all rows.
  ///
  /// - Parameters:
  ///   - reader: The rows.
  ///   - queries: Reads the rows as queries.
  ///   - earlier: The results of an earlier run, which the rows' queries claim; `nil` if no output is resumed.
  ///   - isPaidFor: Whether the earlier results were paid for, so that their queries aren't sent again.
  ///   - cost: The cost of a query.
  /// - Throws: If the rows can't be read.
  mutating func count(
    _ reader: BatchReader,
    as queries: QueryReader,
    resuming earlier: OutputRecords?,
    isPaidFor: Bool,
    cost: (RowQuery) throws(PlaceSearchError) -> SearchCost
  ) async throws(Failure) {
    var queries = queries
    if earlier != nil { resumed = 0 }
    while let block = try await reader.nextBlock() {
      queries.open(block)
      for index in block.rows.indices {
        rows += 1
        do throws(InvalidRow) {
          let query = try queries.query(at: index)
          let hasRecord = earlier?.hasRecord(of: queries.row, asking: query) == true
          count(query, of: queries.row.number, isResumed: hasRecord && isPaidFor, cost: cost)
        } catch {
          refuse(queries.row.number, Failure(error))
        }
      }
    }
  }

  private mutating func count(
    _ query: RowQuery,
    of row: Int,
    isResumed: Bool,
    cost: (RowQuery) throws(PlaceSearchError) -> SearchCost
  ) {
    guard !isResumed else {
      resumed = (resumed ?? 0) + 1
      return
    }
    do throws(PlaceSearchError) {
      count(query, cost: try cost(query))
    } catch {
      // The run would also reject it without a request.
      refuse(row, Failure(error))
    }
  }

  private mutating func refuse(_ row: Int, _ error: Failure) {
    invalid += 1
    if errors.count < Self.errorsShown { errors.append((row, error.message)) }
  }

  private mutating func count(_ query: RowQuery, cost: SearchCost) {
    guard seen.insert(query.hashValue).inserted else {
      duplicates += 1
      return
    }
    add(cost.requests, likely: cost.likely, of: service?.call(for: query.query))
    guard let text = query.locating, positions[text.value] == nil, seenTexts.insert(text.hashValue).inserted else {
      return
    }
    lookUps += 1
    guard cost.requests.upperBound > 0, let service else { return }
    add(service.manners.requestsToLocate, of: service.call(for: .address))
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

  static func sum(_ range: ClosedRange<Int>, _ added: ClosedRange<Int>) -> ClosedRange<Int> {
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

struct DryRunReport: Sendable {
  let counts: DryRun
  let source: Source
  /// Whether the run would stop because it has no key.
  let lacksKey: Bool
  /// The rate limit in requests per second; 0 if unlimited.
  let requestsPerSecond: Double
  let service: Service?
  /// The calls recorded today; `nil` if unknown.
  var quota: QuotaReport?

  private var requests: ClosedRange<Int> { counts.requests }
  /// The daily quota that the rows use most; for a file, the quota of the default service.
  private var dailyQuota: Int? { counts.scarcest?.allowance ?? service?.dailyAllowance }
  /// The maximum time for finding a name or address in an index of a million places.
  private static let secondsToLookUp = 0.005

  var text: String {
    var lines = [
      "rows        \(counts.rows.groupedText)",
      "valid       \((counts.rows - counts.invalid).groupedText)",
      "invalid     \(counts.invalid.groupedText)",
      "duplicate   \(counts.duplicates.groupedText)",
    ]
    if let resumed = counts.resumed { lines.append("resumed     \(resumed.groupedText)") }
    lines.append("source      \(source.name)\(source == .sample ? ", whose places are fictional" : "")")
    if lacksKey {
      lines.append("key         none; the run itself needs one: \(service?.key?.variable ?? "") or --key-file")
    }
    lines += requestLines
    for error in counts.errors { lines.append("row \(error.row): \(TerminalText.cleaned(error.message))") }
    let rest = counts.invalid - counts.errors.count
    if rest > 0 { lines.append("and \(rest.groupedText) more") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var requestLines: [String] {
    guard requests.upperBound > 0 else { return ["requests    none"] + lookUpLines }
    let expected = counts.likelyRequests ?? requests
    var lines = [
      "requests    \(Self.range(requests) { $0.groupedText })"
    ]
    if let likely = counts.likelyRequests {
      let range = Self.range(likely) { $0.groupedText }
      let density = ", at \(SearchCost.densityText) places per square kilometre"
      lines.append("likely      \(range)\(likely.count > 1 ? density : "")")
    }
    if let (allowance, requests) = counts.scarcest {
      let quota = Self.range(requests) { Self.share($0, of: allowance) }
      lines.append("quota       \(quota) of the day's \(allowance.groupedText) requests")
    }
    if requestsPerSecond > 0 {
      let time = TimeFormatter.rough(seconds: Double(expected.lowerBound) / requestsPerSecond)
      lines.append("time        \(time) or more, at \(requestsPerSecond.decimalText) requests a second")
    }
    lines += left.map { "left today  \($0.left.groupedText) of \($0.allowance.groupedText) \($0.call) calls" }
    if service?.key != nil { lines.append("not known   whether the key is accepted: nothing was sent") }
    return lines
  }

  /// The remaining calls of each allowance that the rows use.
  private var left: [(call: String, left: Int, allowance: Int)] {
    guard let quota else { return [] }
    return quota.service.calls.compactMap { call in
      guard let allowance = call.dailyAllowance, (counts.requestsByCall[call]?.upperBound ?? 0) > 0 else { return nil }
      return (call.name, quota.left(for: call), allowance)
    }
  }

  private var lookUpLines: [String] {
    guard counts.lookUps > 0 else { return [] }
    let time = TimeFormatter.rough(seconds: Double(counts.lookUps) * Self.secondsToLookUp)
    return ["look-ups    \(counts.lookUps.groupedText) names or addresses, \(time) or less at a million places"]
  }

  var json: [UInt8] {
    JSONWriter.document { json in
      json.member("schema", 1)
      json.member("dry_run", true)
      json.member("rows", counts.rows)
      json.member("valid", counts.rows - counts.invalid)
      json.member("invalid", counts.invalid)
      json.member("duplicate", counts.duplicates)
      json.member("requests_min", requests.lowerBound)
      json.member("requests_max", requests.upperBound == .max ? nil : requests.upperBound)
      json.member("resumed", counts.resumed ?? 0)
      json.member("daily_quota", dailyQuota)
      json.member("quota_left", left.map(\.left).min())
      json.member("source", source.name)
      json.member("key_missing", lacksKey)
      json.member("lookups", counts.lookUps)
      if let likely = counts.likelyRequests {
        json.member("requests_likely_min", likely.lowerBound)
        json.member("requests_likely_max", likely.upperBound)
      }
    }
  }

  private static func range(_ range: ClosedRange<Int>, _ text: (Int) -> String) -> String {
    if range.upperBound == .max { return "\(text(range.lowerBound)) or more" }
    let least = text(range.lowerBound)
    let most = text(range.upperBound)
    return least == most ? least : "\(least) to \(most)"
  }

  private static func share(_ requests: Int, of allowance: Int) -> String {
    let percent = Double(requests) * 100 / Double(allowance)
    return "\(((percent * 100).rounded(.up) / 100).decimalText) %"
  }
}
