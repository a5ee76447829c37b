import Domain

/// What a run did, for a person and for a script.
struct BatchSummary: Sendable {
  /// What was counted and timed.
  struct Facts: Sendable {
    /// The numbers.
    let tally: BatchTally
    /// How long it took.
    let elapsed: Duration
    /// What the requests were like; `nil` for a source that sends none.
    let statistics: RequestStatistics
  }

  /// What was counted and timed.
  let facts: Facts
  /// The code of what ended it early, `finished` when nothing did.
  let end: String
  /// The status of the process.
  let status: ExitStatus

  /// One line for a person.
  var text: String {
    var text = Self.rows(tally.total)
    text += " in \(DurationText.text(of: elapsed)): "
    text += RowStatus.allCases.filter { tally[$0] > 0 || $0 == .ok }
      .map { "\(NumberGrouping.text(of: tally[$0])) \($0.rawValue)" }
      .joined(separator: ", ")
    text += "; \(NumberGrouping.text(of: tally.places)) place\(tally.places == 1 ? "" : "s")"
    if requests > 0 { text += "; \(requestText)" }
    if tally.prunedRecords > 0 {
      text += "; \(NumberGrouping.text(of: tally.prunedRecords)) earlier answer"
      text += "\(tally.prunedRecords == 1 ? "" : "s") pruned"
    }
    if tally.sharedRows > 0 { text += "; \(Self.rows(tally.sharedRows)) shared an answer" }
    if tally.resumedRows > 0 {
      text +=
        "; \(Self.rows(tally.resumedRows)) \(tally.resumedRows == 1 ? "has its record" : "have their records") "
        + "from an earlier run"
    }
    return text
  }

  /// What became of the rows that failed in an earlier run; `nil` when there are none.
  var textOfKeptFailures: String? {
    guard tally.resumedFailures > 0 else { return nil }
    let (verb, pronoun) = tally.resumedFailures == 1 ? ("was", "it") : ("were", "them")
    return "\(Self.rows(tally.resumedFailures)) failed in an earlier run and \(verb) not asked again; "
      + "the same command with --resume --retry-failed asks \(pronoun)."
  }

  private var tally: BatchTally { facts.tally }
  private var elapsed: Duration { facts.elapsed }
  private var statistics: RequestStatistics { facts.statistics }
  private var requests: Int { statistics.requests }

  private static func rows(_ count: Int) -> String { "\(NumberGrouping.text(of: count)) row\(count == 1 ? "" : "s")" }

  private var requestText: String {
    var text = "\(NumberGrouping.text(of: requests)) request\(requests == 1 ? "" : "s")"
    if statistics.retries > 0 {
      text += ", \(NumberGrouping.text(of: statistics.retries)) of them tried again"
    }
    if let median = statistics.median, let percentile95 = statistics.percentile95 {
      text += ", half within \(DurationText.text(of: median)), 95 % within \(DurationText.text(of: percentile95))"
    }
    return text
  }

  /// One JSON document with everything.
  var json: [UInt8] {
    let seconds = elapsed / .seconds(1)
    var bytes: [UInt8] = []
    bytes.append(text: #"{"schema":1,"end":"#)
    bytes.appendJSON(string: end)
    bytes.append(text: #","exit":"#)
    bytes.append(decimal: Int(status.rawValue))
    bytes.append(text: #","rows":"#)
    bytes.append(decimal: tally.total)
    for status in RowStatus.allCases {
      bytes.append(text: ",\"\(status.rawValue)\":")
      bytes.append(decimal: tally[status])
    }
    for (name, value) in [
      ("resumed", tally.resumedRows), ("resumed_failed", tally.resumedFailures), ("pruned", tally.prunedRecords),
      ("shared", tally.sharedRows), ("places", tally.places),
      ("questions", tally.queries), ("requests", requests), ("retries", statistics.retries),
    ] {
      bytes.append(text: ",\"\(name)\":")
      bytes.append(decimal: value)
    }
    bytes.append(text: #","request_p50_ms":"#)
    bytes.appendJSON(statistics.median.map { $0 / .milliseconds(1) })
    bytes.append(text: #","request_p95_ms":"#)
    bytes.appendJSON(statistics.percentile95.map { $0 / .milliseconds(1) })
    bytes.append(text: #","elapsed_s":"#)
    bytes.append(decimal: (seconds * 1000).rounded() / 1000)
    bytes.append(text: #","rows_per_s":"#)
    bytes.append(decimal: seconds > 0 ? (Double(tally.total) / seconds).rounded() : 0)
    bytes.append(text: "}\n")
    return bytes
  }
}

/// What a run has done so far, in numbers.
struct BatchTally: Sendable {
  /// Rows by how they ended.
  private var rows = InlineArray<4, Int>(repeating: 0)
  /// Rows whose record was there from an earlier run.
  private(set) var resumedRows = 0
  /// Those of them that failed then and were not asked again.
  private(set) var resumedFailures = 0
  /// Answers of an earlier run that went, because no row asks for them any more.
  var prunedRecords = 0
  /// Rows that shared the answer to another row's query.
  var sharedRows = 0
  /// Queries asked.
  var queries = 0
  /// Places in the answers.
  var places = 0
  /// Bytes of input that the rows begun took, about.
  var inputBytes = 0

  /// Rows that are finished.
  var total: Int { RowStatus.allCases.reduce(0) { $0 + self[$1] } }
  /// Rows that are not answered.
  var errors: Int { self[.invalid] + self[.failed] }

  /// Rows that ended in a way.
  subscript(status: RowStatus) -> Int { rows[Self.position(of: status)] }

  /// Counts a row.
  mutating func count(_ status: RowStatus) { rows[Self.position(of: status)] += 1 }

  /// Counts a row, beside ``count(_:)``, as one whose record was there.
  mutating func resume(_ status: RowStatus) {
    resumedRows += 1
    if status == .failed { resumedFailures += 1 }
  }

  private static func position(of status: RowStatus) -> Int {
    switch status {
    case .ok: 0
    case .empty: 1
    case .invalid: 2
    case .failed: 3
    }
  }
}

/// Writes numbers for a person.
enum NumberGrouping {
  /// The number with a comma between thousands.
  static func text(of number: Int) -> String {
    var digits = String(number.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }

  /// A time in the unit that fits: `45 s`, `3 min 20 s`, `2 h 5 min`, `3 d 4 h`.
  static func time(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e10 else { return "years" }
    let whole = Int(seconds.rounded(.up))
    return switch whole {
    case ..<60: "\(whole) s"
    case ..<3_600: "\(whole / 60) min \(whole % 60) s"
    case ..<86_400: "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: "\(whole / 86_400) d \(whole / 3_600 % 24) h"
    }
  }
}
