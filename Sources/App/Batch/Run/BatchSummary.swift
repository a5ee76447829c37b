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
      .map { "\(tally[$0].groupedText) \($0.rawValue)" }
      .joined(separator: ", ")
    text += "; \(tally.places.groupedText) place\(tally.places == 1 ? "" : "s")"
    if requests > 0 { text += "; \(requestText)" }
    if tally.prunedRecords > 0 {
      text += "; \(tally.prunedRecords.groupedText) earlier answer"
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

  private static func rows(_ count: Int) -> String { "\(count.groupedText) row\(count == 1 ? "" : "s")" }

  private var requestText: String {
    var text = "\(requests.groupedText) request\(requests == 1 ? "" : "s")"
    if statistics.retries > 0 {
      text += ", \(statistics.retries.groupedText) of them tried again"
    }
    if let median = statistics.median, let percentile95 = statistics.percentile95 {
      text += ", half within \(DurationText.text(of: median)), 95 % within \(DurationText.text(of: percentile95))"
    }
    return text
  }

  /// One JSON document with everything.
  var json: [UInt8] {
    let seconds = elapsed / .seconds(1)
    return JSONWriter.document(reserving: 512) { json in
      json.member("schema", 1)
      json.member("end", end)
      json.member("exit", Int(status.rawValue))
      json.member("rows", tally.total)
      for status in RowStatus.allCases { json.member(status.rawValue, tally[status]) }
      json.member("resumed", tally.resumedRows)
      json.member("resumed_failed", tally.resumedFailures)
      json.member("pruned", tally.prunedRecords)
      json.member("shared", tally.sharedRows)
      json.member("places", tally.places)
      json.member("questions", tally.queries)
      json.member("requests", requests)
      json.member("retries", statistics.retries)
      json.member("request_p50_ms", statistics.median.map { $0 / .milliseconds(1) })
      json.member("request_p95_ms", statistics.percentile95.map { $0 / .milliseconds(1) })
      json.member("elapsed_s", (seconds * 1000).rounded() / 1000)
      json.member("rows_per_s", seconds > 0 ? (Double(tally.total) / seconds).rounded() : 0)
    }
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
