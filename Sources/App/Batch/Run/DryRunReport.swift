import Domain

/// What a rehearsal found, and what it could not find out, for a person and for a script.
struct DryRunReport: Sendable {
  /// Requests a day that Kakao allows for one search.
  ///
  /// Source: developers.kakao.com, quota (read 2026-11-21).
  static let dailyQuota = 100_000

  /// What was counted.
  let rehearsal: DryRun
  /// Who would answer.
  let source: Provenance.Source
  /// Whether the run itself would stop for want of a key.
  let lacksKey: Bool
  /// The pace in requests a second; 0 for no limit.
  let requestsPerSecond: Double

  private var requests: ClosedRange<Int> { rehearsal.requests }

  /// The report for a person.
  var text: String {
    var lines = [
      "rows        \(NumberGrouping.text(of: rehearsal.rows))",
      "valid       \(NumberGrouping.text(of: rehearsal.rows - rehearsal.invalid))",
      "invalid     \(NumberGrouping.text(of: rehearsal.invalid))",
      "duplicate   \(NumberGrouping.text(of: rehearsal.duplicates))",
    ]
    if let resumed = rehearsal.resumed { lines.append("resumed     \(NumberGrouping.text(of: resumed))") }
    lines.append("source      \(source.rawValue)\(source == .sample ? ", whose places are made up" : "")")
    if lacksKey { lines.append("key         none; the run itself needs one: KAKAO_REST_API_KEY or --key-file") }
    lines += requestLines
    for defect in rehearsal.defects { lines.append("row \(defect.row): \(TerminalText.cleaned(defect.message))") }
    let rest = rehearsal.invalid - rehearsal.defects.count
    if rest > 0 { lines.append("and \(NumberGrouping.text(of: rest)) more") }
    return lines.joined(separator: "\n") + "\n"
  }

  private var requestLines: [String] {
    guard requests.upperBound > 0 else { return ["requests    none"] }
    let quota = Self.range(requests) { Self.share(of: $0) }
    var lines = [
      "requests    \(Self.range(requests) { NumberGrouping.text(of: $0) })",
      "quota       \(quota) of the day's \(NumberGrouping.text(of: Self.dailyQuota)) requests",
    ]
    if requestsPerSecond > 0 {
      let time = NumberGrouping.time(seconds: Double(requests.lowerBound) / requestsPerSecond)
      lines.append("time        \(time) or more, at \(requestsPerSecond.formattedPlainly) requests a second")
    }
    lines.append("not known   what is left of the day's quota, and whether the key is accepted: nothing was sent")
    return lines
  }

  /// The report for a script.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(text: #"{"schema":1,"dry_run":true"#)
    for (name, value) in [
      ("rows", rehearsal.rows), ("valid", rehearsal.rows - rehearsal.invalid), ("invalid", rehearsal.invalid),
      ("duplicate", rehearsal.duplicates), ("requests_min", requests.lowerBound),
    ] {
      bytes.append(text: ",\"\(name)\":")
      bytes.append(decimal: value)
    }
    bytes.append(text: #","requests_max":"#)
    bytes.appendJSON(requests.upperBound == .max ? nil : requests.upperBound)
    bytes.append(text: #","resumed":"#)
    bytes.append(decimal: rehearsal.resumed ?? 0)
    bytes.append(text: #","daily_quota":"#)
    bytes.append(decimal: Self.dailyQuota)
    bytes.append(text: #","source":"#)
    bytes.appendJSON(string: source.rawValue)
    bytes.append(text: #","key_missing":"#)
    bytes.appendJSON(lacksKey)
    bytes.append(text: "}\n")
    return bytes
  }

  private static func range(_ range: ClosedRange<Int>, _ text: (Int) -> String) -> String {
    if range.upperBound == .max { return "\(text(range.lowerBound)) or more" }
    let (least, most) = (text(range.lowerBound), text(range.upperBound))
    return least == most ? least : "\(least) to \(most)"
  }

  private static func share(of requests: Int) -> String {
    let percent = Double(requests) * 100 / Double(dailyQuota)
    return "\(((percent * 100).rounded(.up) / 100).formattedPlainly) %"
  }
}

extension Double {
  /// The number in as few digits as it takes.
  fileprivate var formattedPlainly: String {
    var bytes: [UInt8] = []
    bytes.append(decimal: self)
    return String(decoding: bytes, as: UTF8.self)
  }
}
