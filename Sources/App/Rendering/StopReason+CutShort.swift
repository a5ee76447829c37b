import Domain

extension PlaceCollection.StopReason {
  /// The `cut_short` of a result; `nil` if the whole run ends with it.
  var cutShort: String? {
    switch self {
    case .timeUp: "timeout"
    case .maximumSent: "max_requests"
    case .noResponse, .putOff: "service"
    case .budgetSpent, .stopped: nil
    }
  }

  /// The `max_requests` of a result.
  var maximumRequests: Int? { if case .maximumSent(let requests) = self { requests } else { nil } }

  /// Makes the reason from the members of a record; `nil` if they name none.
  ///
  /// - Parameters:
  ///   - cutShort: The `cut_short` of the record.
  ///   - maximumRequests: The `max_requests` of the record, if any.
  init?(cutShort: String, maximumRequests: Int?) {
    switch (cutShort, maximumRequests) {
    case ("timeout", _): self = .timeUp
    case ("max_requests", let requests?): self = .maximumSent(requests: requests)
    case ("service", _): self = .noResponse
    default: return nil
    }
  }
}
