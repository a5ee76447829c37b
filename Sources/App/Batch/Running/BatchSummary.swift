/// What a run did, for a person and for a script.
struct BatchSummary: Sendable {
  /// The numbers.
  let tally: BatchTally
  /// How long it took.
  let elapsed: Duration
  /// The code of what ended it early, `finished` when nothing did.
  let end: String
  /// The status of the process.
  let status: ExitStatus

  /// One line for a person.
  var text: String {
    var text = "\(NumberGrouping.text(of: tally.total)) row\(tally.total == 1 ? "" : "s")"
    text += " in \(DurationText.text(of: elapsed)): "
    text += RowStatus.allCases.filter { tally[$0] > 0 || $0 == .ok }
      .map { "\(NumberGrouping.text(of: tally[$0])) \($0.rawValue)" }
      .joined(separator: ", ")
    text += "; \(NumberGrouping.text(of: tally.places)) place\(tally.places == 1 ? "" : "s")"
    if tally.requests > 0 { text += "; \(NumberGrouping.text(of: tally.requests)) requests" }
    if tally.sharedRows > 0 { text += "; \(NumberGrouping.text(of: tally.sharedRows)) rows shared an answer" }
    if tally.resumedRows > 0 {
      text += "; \(NumberGrouping.text(of: tally.resumedRows)) rows were answered by an earlier run"
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
      ("resumed", tally.resumedRows), ("shared", tally.sharedRows), ("places", tally.places),
      ("questions", tally.questions), ("requests", tally.requests),
    ] {
      bytes.append(text: ",\"\(name)\":")
      bytes.append(decimal: value)
    }
    bytes.append(text: #","elapsed_s":"#)
    bytes.append(decimal: (seconds * 1000).rounded() / 1000)
    bytes.append(text: #","rows_per_s":"#)
    bytes.append(decimal: seconds > 0 ? (Double(tally.total) / seconds).rounded() : 0)
    bytes.append(text: "}\n")
    return bytes
  }
}
