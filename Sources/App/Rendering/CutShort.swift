import Domain

/// The `cut_short` of a record: why its search ended early.
enum CutShort: String, Sendable {
  case timeout
  case maximumRequests = "max_requests"
  case service
}

extension PlaceCollection.StopReason {
  /// The `cut_short` of the record; `nil` if the whole batch ends without a record of the row.
  var cutShort: CutShort? {
    switch self {
    case .timeUp: .timeout
    case .maximumSent: .maximumRequests
    case .unanswered, .putOff: .service
    case .budgetSpent, .stopped: nil
    }
  }

  /// Makes the reason from the members of a record; `nil` if `max_requests` is missing although the reason needs it.
  ///
  /// - Parameters:
  ///   - cutShort: The `cut_short` of the record.
  ///   - maximumRequests: The `max_requests` of the record, if any.
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
