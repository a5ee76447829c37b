import Synchronization

/// Shows the progress, the rate and the remaining time of a batch on a terminal.
final class BatchProgress: Sendable {
  /// The state when the rows of this run begin; rows from an earlier run don't count for its rate.
  struct Start: Sendable {
    var elapsed = Duration.zero
    var tally = BatchTally()
  }

  private let line: StatusLine
  private let inputBytes: Int?
  // A lock, because a run reports from any thread.
  private let start = Mutex(Start())

  init?(in world: World, isWanted: Bool, inputBytes: Int?) {
    guard let line = StatusLine(in: world, isWanted: isWanted, delay: .milliseconds(500)) else { return nil }
    self.line = line
    self.inputBytes = inputBytes
  }

  func show(_ tally: BatchTally) {
    let start = start.withLock { start in
      if tally.resumedRows > start.tally.resumedRows { start = Start(elapsed: line.elapsed, tally: tally) }
      return start
    }
    line.show { [inputBytes] in Self.text(of: tally, after: $0, since: start, inputBytes: inputBytes) }
  }

  func finish() { line.finish() }

  /// Returns the text of the line.
  ///
  /// There is no rate or remaining time until a row of this run is finished.
  static func text(of tally: BatchTally, after elapsed: Duration, since start: Start, inputBytes: Int?) -> String {
    let seconds = max(0.001, (elapsed - start.elapsed) / .seconds(1))
    let rows = tally.total - start.tally.total
    let bytes = tally.inputBytes - start.tally.inputBytes
    var text = ""
    if let inputBytes, inputBytes > 0 { text += StatusLine.bar(tally.inputBytes, of: inputBytes) + ", " }
    text += "\(tally.total.groupedText) rows"
    if rows > 0 { text += ", \(Int(Double(rows) / seconds).groupedText) a second" }
    if tally.errors > 0 { text += ", \(tally.errors.groupedText) failed" }
    if let inputBytes, rows > 0, bytes > 0, tally.inputBytes < inputBytes {
      let left = seconds * Double(inputBytes - tally.inputBytes) / Double(bytes)
      text += ", \(TimeFormatter.rough(seconds: left)) left"
    }
    return text
  }
}
