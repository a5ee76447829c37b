import Domain

/// Sends the requests of one run of a download, up to a limit.
///
/// The responses have the same data time, if the server allows it.
struct OverpassRun {
  /// The number of consecutive failures after which smaller parts are no longer tried.
  private static let maximumFailures = 4
  /// The time limit of a part with its retries.
  private static let timeOfPart = Duration.seconds(300)

  /// The maximum number of requests; `nil` if unlimited.
  let maximumRequests: Int?
  /// The time of the data in the first response.
  private(set) var dataTime: String?

  private let client: OSMClient
  /// The number of requests, including an earlier run's.
  private var requests: Int
  /// The number of failures since the last response.
  private var failures = 0

  /// Makes a run, or continues an earlier one.
  init(client: OSMClient, maximumRequests: Int?, after earlier: OverpassRun? = nil) {
    self.client = client
    requests = earlier?.requests ?? 0
    dataTime = earlier?.dataTime
    self.maximumRequests = maximumRequests
  }

  /// Whether so many requests failed that smaller parts aren't tried.
  var isFailing: Bool { failures >= Self.maximumFailures }

  /// Returns whether a response has data of the same time as the first response of this run.
  func isOfItsTime(_ response: OverpassResponse) -> Bool { response.dataTime.map { $0 == dataTime } ?? false }

  /// Returns the complete response to a query, or the reason why there is none.
  mutating func response(
    to text: String,
    about area: BoundingBox,
    of expected: ExpectedTags,
    countsOnly: Bool
  ) async -> Result<OverpassResponse, PlaceSearchError> {
    let left = maximumRequests.map { max(0, $0 - requests) }
    let budget = client.makeBudget(forPart: Self.timeOfPart, maximumRequests: left)
    let result = await result(of: text, about: area, of: expected, countsOnly, for: budget)
    requests += budget.requests
    switch result {
    case .success(let response):
      failures = 0
      dataTime = dataTime ?? response.dataTime
    case .failure(let error): if error.isTrouble { failures += 1 }
    }
    return result
  }

  private func result(
    of text: String,
    about area: BoundingBox,
    of expected: ExpectedTags,
    _ countsOnly: Bool,
    for budget: RequestBudget
  ) async -> Result<OverpassResponse, PlaceSearchError> {
    do throws(PlaceSearchError) {
      guard let response = try await client.response(to: text, about: area, of: expected, for: budget) else {
        return .failure(.maximumSent(requests: maximumRequests ?? 0))
      }
      guard response.mismatchCount == 0 else {
        let detail = "\(response.mismatchCount) of its elements belong to another query"
        return .failure(.incompleteResponse(detail, counting: response.total))
      }
      guard let shortage = countsOnly ? response.remark : response.shortage else { return .success(response) }
      return .failure(
        response.isCutShort
          ? .serviceFailing(status: 200, code: nil, message: shortage)
          : .incompleteResponse(shortage, counting: response.total)
      )
    } catch { return .failure(error) }
  }
}
