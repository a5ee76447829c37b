import Domain

/// The requests of one run of a fetch: bounded in number, and of data of one time as long as the server keeps it.
struct OverpassRun {
  /// How often a server may fail, one part after another, before it is no longer asked for smaller ones.
  private static let maximumFailures = 4
  /// The time that one part may take with its repetitions.
  private static let timeOfPart = Duration.seconds(300)

  /// The maximum number of requests; `nil` for no bound.
  let maximumRequests: Int?
  /// The time of the data of the first answer.
  private(set) var dataTime: String?

  private let client: OSMClient
  private var requests = 0
  /// How often the server has failed since it last answered.
  private var failures = 0

  init(client: OSMClient, maximumRequests: Int?) {
    self.client = client
    self.maximumRequests = maximumRequests
  }

  /// Whether the server has failed too often to be asked for smaller parts.
  var isFailing: Bool { failures >= Self.maximumFailures }

  /// Whether an answer is of the same data as the first one of this run.
  func isOfItsTime(_ answer: OverpassAnswer) -> Bool { answer.dataTime.map { $0 == dataTime } ?? false }

  /// The whole answer to a query, or why there is none.
  mutating func answer(
    to text: String,
    about area: BoundingBox,
    of expected: ExpectedTags,
    countsOnly: Bool
  ) async -> Result<OverpassAnswer, OverpassFailure> {
    let left = maximumRequests.map { max(0, $0 - requests) }
    let budget = client.makeBudget(forPart: Self.timeOfPart, maximumRequests: left)
    let result = await result(of: text, about: area, of: expected, countsOnly, for: budget)
    requests += budget.requests
    switch result {
    case .success(let answer):
      failures = 0
      dataTime = dataTime ?? answer.dataTime
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
  ) async -> Result<OverpassAnswer, OverpassFailure> {
    do throws(OverpassFailure) {
      guard let answer = try await client.answer(to: text, about: area, of: expected, for: budget) else {
        return .failure(OverpassFailure(cause: .budgetSpent(requests: maximumRequests ?? 0)))
      }
      guard answer.strangerCount == 0 else {
        let detail = "\(answer.strangerCount) of its elements belong to another query"
        return .failure(OverpassFailure(cause: .untrustworthy(.unreadable(detail: detail)), counted: answer.total))
      }
      guard let shortage = countsOnly ? answer.remark : answer.shortage else { return .success(answer) }
      let cause: PlaceSearchError =
        answer.isCutShort
        ? .serviceFailing(status: 200, code: nil, message: shortage) : .untrustworthy(.unreadable(detail: shortage))
      return .failure(OverpassFailure(cause: cause, counted: answer.total))
    } catch { return .failure(error) }
  }
}
