import Domain

/// What a record says of a search that ended early: its `cut_short`.
enum CutShort: String, Sendable {
  case timeout
  case maximumRequests = "max_requests"
  case service
}

extension PlaceCollection.StopReason {
  /// What a record says of it; `nil` for what ends a batch, without a record of the row.
  var cutShort: CutShort? {
    switch self {
    case .timeUp: .timeout
    case .maximumSent: .maximumRequests
    case .unanswered, .putOff: .service
    case .budgetSpent, .stopped: nil
    }
  }

  /// Takes what a record says; `nil` where it lacks the number of requests that belongs to it.
  ///
  /// - Parameters:
  ///   - cutShort: The `cut_short` of the record.
  ///   - maximumRequests: Its `max_requests`; `nil` where it has none.
  init?(_ cutShort: CutShort, maximumRequests: Int?) {
    switch cutShort {
    case .timeout: self = .timeUp
    case .maximumRequests:
      guard let maximumRequests else { return nil }
      self = .maximumSent(requests: maximumRequests)
    case .service: self = .unanswered
    }
  }
}
