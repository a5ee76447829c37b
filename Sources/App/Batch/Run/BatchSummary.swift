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
      ("questions", tally.questions), ("requests", requests), ("retries", statistics.retries),
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
