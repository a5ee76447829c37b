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
      This takes \(isEstimate ? "about" : "at least") \(calls), and \
      \(left.groupedText) of \(allowance.groupedText) are left today. It stops when they are used up; \(rest) \(more), \
      starting at midnight in \(report.service.quotaDay.place) (in \(report.timeToReset)). Use \(.beyondQuota) to keep \
      sending, which may cost money, or \(.index, "FILE").
      """
  }
}

extension QuotaReport {
  /// The time until the allowance resets, in the two largest units.
  var timeToReset: String { TimeFormatter.rough(seconds: Double(max(1, resetsAtSeconds - nowSeconds))) }
}
