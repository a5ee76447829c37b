import Domain

/// The warning before a search or batch that exceeds the remaining daily allowance.
struct QuotaSentence: Sendable {
  /// The recorded calls.
  let report: QuotaReport
  /// The kind of request.
  let call: Service.Call
  /// The minimum number of requests.
  let requests: Int
  /// Whether that number is an estimate, which may also be too high.
  var isEstimate = false

  /// The number of requests beyond today's allowance; 0 or less if all fit.
  var excess: Int { requests - report.left(for: call) }

  /// The warning; `nil` if all requests fit.
  var notice: Notice? {
    let left = report.left(for: call)
    guard requests > left, let allowance = call.dailyAllowance else { return nil }
    let days = (requests - left + allowance - 1) / allowance
    let rest = left > 0 ? "the rest takes" : "it takes"
    let calls = requests == 1 ? "1 \(call.name) call" : "\(requests.groupedText) \(call.name) calls"
    let more = days == 1 ? "another day" : "\(days.groupedText) more days"
    return """
      This takes \(isEstimate ? "about" : "at least") \(calls) unless cached, and \
      \(left.groupedText) of \(allowance.groupedText) are left today. It stops when they are used up; \(rest) \(more), \
      starting at midnight \(report.service.quotaDay.clock) (in \(report.timeToReset)). Use \(.beyondQuota) to keep \
      sending, which may cost money, or \(.index, "FILE").
      """
  }
}

/// The requests that a search is expected to send.
struct SearchDemand: Sendable, Hashable {
  let expected: Int
  /// The rest of today's calls; `nil` if their number isn't limited.
  let left: Int?

  /// The limit that also suffices if the estimate is too low.
  var generousLimit: Int { 2 * expected }

  /// The number of requests, and of today's calls if the search may use up their rest; a sentence without its end.
  var clause: Message {
    let search: Message = "The search is expected to send about \(expected.groupedText)"
    guard let left, left < generousLimit else { return "\(search) \(expected == 1 ? "request" : "requests")" }
    return expected <= left
      ? "\(search) of the \(left.groupedText) calls left today"
      : "\(search) requests, and \(counted(left, "call")) \(left == 1 ? "is" : "are") left today"
  }

  /// Returns the failure of a search that needs more requests than are allowed without consent.
  func failure(allowed: Int) -> Failure {
    guard let left, left < generousLimit else {
      return .usage(
        """
        \(clause), more than \(allowed.groupedText). \
        \(terminal: "Allow them with \(.maxRequests) \(generousLimit), or search", agent: "Search") a smaller area.
        """
      )
    }
    return expected <= left
      ? .usage("\(clause). Search a smaller area\(terminal: ", or allow them with \(.maxRequests) \(expected)").")
      : .usage("\(clause). Search a smaller area, or use \(.index, "FILE"), which has no quota.")
  }
}

extension QuotaReport {
  /// The time until the allowance resets, in the two largest units.
  var timeToReset: String { TimeFormatter.rough(seconds: Double(max(1, resetsAtSeconds - nowSeconds))) }
}
