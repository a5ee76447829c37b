import Domain

struct BatchSummary: Sendable {
  let tally: BatchTally
  let elapsed: Duration
  let statistics: RequestStatistics
  /// The code of the error that ended the run early, or else `finished`.
  let end: String
  let status: ExitStatus

  /// The beginning of a file with a summary.
  static let start = Array(#"{"schema":1,"end":"#.utf8)

  /// A shortcoming of a record.
  enum Doubt: Sendable, Hashable {
    case incomplete, unproven
  }

  var text: String {
    var text = Self.rows(tally.total)
    text += " in \(DurationParser.text(of: elapsed)): "
    text += RowResult.Status.allCases.filter { tally[$0] > 0 || $0 == .ok }
      .map { "\(tally[$0].groupedText) \($0.rawValue)" }
      .joined(separator: ", ")
    text += "; \(Self.counted(tally.places, "place"))"
    if tally.incompleteRows > 0 { text += "; \(Self.rows(tally.incompleteRows)) incomplete" }
    if tally.unprovenRows > 0 { text += "; \(Self.rows(tally.unprovenRows)) unproven" }
    if requests > 0 { text += "; \(requestText)" }
    if tally.prunedRecords > 0 { text += "; \(Self.counted(tally.prunedRecords, "earlier record")) pruned" }
    if tally.cachedRows > 0 { text += "; \(Self.rows(tally.cachedRows)) from the cache" }
    if tally.sharedRows > 0 { text += "; \(Self.rows(tally.sharedRows)) shared a response" }
    if tally.resumedRows > 0 {
      text +=
        "; \(Self.rows(tally.resumedRows)) from an earlier run"
    }
    return text + "."
  }

  var textOfEarlierFailures: String? {
    guard tally.resumedFailures > 0 else { return nil }
    return "\(Self.rows(tally.resumedFailures)) failed in an earlier run. Run the same command with --resume "
      + "--retry-failed to retry."
  }

  /// Returns an explanation of incomplete rows, with their mark in the output.
  func textOfIncompleteRows(marked mark: String) -> String? {
    guard tally.incompleteRows > 0 else { return nil }
    return
      "Incomplete: \(Self.rows(tally.incompleteRows)) may lack places, because the source doesn't have all of them"
      + "\(mark). Use --require-complete to make such rows fail."
  }

  /// Returns an explanation of unproven rows, with their mark in the output and the remedy.
  func textOfUnprovenRows(_ source: Source, marked mark: String) -> String? {
    guard tally.unprovenRows > 0 else { return nil }
    let advice =
      source == .index && tally.undecidedRows < tally.unprovenRows
      ? "Search an index of a larger area, or declare the coverage: `placefind index covers FILE --covers REGION.poly`. "
      : ""
    let including = tally.undecidedRows > 0 ? "Use --open-unknown to include places with unknown opening hours. " : ""
    return
      "Unproven: \(Self.rows(tally.unprovenRows)) may lack a nearer place\(mark). "
      + "\(advice)\(including)Use --require-nearest to make such rows fail."
  }

  func textOfCutShortRows(_ resumption: Resumption?) -> String? {
    guard tally.cutShortRows > 0 else { return nil }
    let advice =
      resumption.map { "Run the same command with \($0.option), later or with a higher limit, to search the rest." }
      ?? "Use a higher limit, or search later, for the rest."
    return "\(Self.rows(tally.cutShortRows)) \(tally.cutShortRows == 1 ? "was" : "were") cut short by --timeout, "
      + "--max-requests or the service. \(advice)"
  }

  private var requests: Int { statistics.requests }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count.groupedText) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func rows(_ count: Int) -> String { counted(count, "row") }

  private var requestText: String {
    var text = Self.counted(requests, "request")
    if statistics.retries > 0 { text += ", \(statistics.retries.groupedText) of them retries" }
    if let median = statistics.median, let percentile95 = statistics.percentile95 {
      text += ", half within \(DurationParser.text(of: median)), 95 % within \(DurationParser.text(of: percentile95))"
    }
    return text
  }

  var json: [UInt8] {
    let seconds = elapsed / .seconds(1)
    return JSONWriter.document(reserving: 512) { json in
      json.member("schema", 1)
      json.member("end", end)
      json.member("exit", Int(status.rawValue))
      json.member("rows", tally.total)
      for status in RowResult.Status.allCases { json.member(status.rawValue, tally[status]) }
      json.member("incomplete", tally.incompleteRows)
      json.member("unproven", tally.unprovenRows)
      json.member("cut_short", tally.cutShortRows)
      json.member("resumed", tally.resumedRows)
      json.member("resumed_failed", tally.resumedFailures)
      json.member("pruned", tally.prunedRecords)
      json.member("shared", tally.sharedRows)
      json.member("places", tally.places)
      json.member("queries", tally.queries)
      json.member("requests", requests)
      json.member("retries", statistics.retries)
      json.member("cached", tally.cachedRows)
      json.member("request_p50_ms", statistics.median.map { $0 / .milliseconds(1) })
      json.member("request_p95_ms", statistics.percentile95.map { $0 / .milliseconds(1) })
      json.member("elapsed_s", (seconds * 1000).rounded() / 1000)
      json.member("rows_per_s", seconds > 0 ? (Double(tally.total) / seconds).rounded() : 0)
    }
  }
}
