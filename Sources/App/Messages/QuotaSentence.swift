import Domain

/// The warning before a search or a batch that the rest of the daily allowance does not cover.
struct QuotaSentence: Sendable {
  /// The calls counted so far.
  let report: QuotaReport
  /// The kind of request to send.
  let call: Service.Call
  /// The minimum number of requests.
  let requests: Int
  /// Whether that number is an estimate, which may be too high too.
  var isEstimate = false

  /// Requests beyond what is left today; 0 or less when all fit.
  var excess: Int { requests - report.left(for: call) }

  /// The warning; `nil` when all requests fit.
  var sentence: String? {
    let left = report.left(for: call)
    guard requests > left, let allowance = call.dailyAllowance else { return nil }
    let days = (requests - left + allowance - 1) / allowance
    let rest = left > 0 ? "the rest takes" : "it takes"
    return
      "This takes \(isEstimate ? "about" : "at least") \(requests.groupedText) \(call.name) calls, and "
      + "\(left.groupedText) of \(allowance.groupedText) are left today. It stops when they are used; \(rest) "
      + "\(days == 1 ? "another day" : "\(days.groupedText) more days"), from midnight in "
      + "\(report.service.quotaDay.place) on (in \(report.timeToReset)). Use --beyond-quota to keep sending, which may "
      + "cost money, or --index FILE."
  }
}

extension QuotaReport {
  /// The time until the allowance resets, in the two largest units.
  var timeToReset: String { TimeFormatter.rough(seconds: Double(max(1, resetsAtSeconds - nowSeconds))) }
}
