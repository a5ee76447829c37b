import Domain

/// The report of a dry run.
struct DryRunReport {
  let forecast: BatchForecast
  let source: Source
  /// Whether the run would stop because it has no key.
  let lacksKey: Bool
  /// The rate limit in requests per second; 0 if unlimited.
  let requestsPerSecond: Double
  let service: Service?
  /// The calls recorded today; `nil` if unknown.
  var quota: QuotaReport?

  private var requests: ClosedRange<Int> { forecast.requests }
  /// The daily allowance that the rows use most; `nil` for a source without one.
  private var allowance: Int? { forecast.scarcest?.allowance ?? service?.dailyAllowance }
  /// The maximum time for finding a name or address in an index of a million places.
  private static let secondsToGeocode = 0.005

  var text: String {
    var lines = [
      "rows        \(forecast.rows.groupedText)",
      "valid       \((forecast.rows - forecast.invalid).groupedText)",
      "invalid     \(forecast.invalid.groupedText)",
      "duplicate   \(forecast.duplicates.groupedText)",
    ]
    if let resumed = forecast.resumed { lines.append("resumed     \(resumed.groupedText)") }
    lines.append("source      \(source.name)\(source == .sample ? ", whose places are fictional" : "")")
    if lacksKey {
      lines.append("key         none; the run itself needs one: \(service?.key?.variable ?? "") or --key-file")
    }
    lines += requestLines
    for error in forecast.errors { lines.append("row \(error.row): \(TerminalText.cleaned(error.message))") }
    let rest = forecast.invalid - forecast.errors.count
    if rest > 0 { lines.append("and \(rest.groupedText) more") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var requestLines: [String] {
    guard requests.upperBound > 0 else { return ["requests    none"] + geocodingLines }
    let expected = forecast.likelyRequests ?? requests
    var lines = [
      "requests    \(Self.range(requests) { $0.groupedText })"
    ]
    if let likely = forecast.likelyRequests {
      let range = Self.range(likely) { $0.groupedText }
      let density = ", at \(SearchCost.densityText) places per square kilometre"
      lines.append("likely      \(range)\(likely.count > 1 ? density : "")")
    }
    if let (allowance, requests) = forecast.scarcest {
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
      guard let allowance = call.dailyAllowance, (forecast.requestsByCall[call]?.upperBound ?? 0) > 0 else {
        return nil
      }
      return (call.name, quota.left(for: call), allowance)
    }
  }

  private var geocodingLines: [String] {
    guard forecast.geocodingCount > 0 else { return [] }
    let time = TimeFormatter.rough(seconds: Double(forecast.geocodingCount) * Self.secondsToGeocode)
    return [
      "geocoding   \(forecast.geocodingCount.groupedText) names or addresses, \(time) or less at a million places"
    ]
  }

  var json: [UInt8] {
    JSONWriter.document { json in
      json.member("schema", 1)
      json.member("dry_run", true)
      json.member("rows", forecast.rows)
      json.member("valid", forecast.rows - forecast.invalid)
      json.member("invalid", forecast.invalid)
      json.member("duplicate", forecast.duplicates)
      json.member("requests_min", requests.lowerBound)
      json.member("requests_max", requests.upperBound == .max ? nil : requests.upperBound)
      json.member("resumed", forecast.resumed ?? 0)
      json.member("allowance", allowance)
      json.member("left", left.map(\.left).min())
      json.member("source", source.name)
      json.member("key_missing", lacksKey)
      json.member("geocoding", forecast.geocodingCount)
      if let likely = forecast.likelyRequests {
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
