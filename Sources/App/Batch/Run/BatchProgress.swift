import Synchronization

/// A line on a terminal's standard error that tells how far a batch is, how fast, and how long it will take.
///
/// Nothing is shown in the first half second, and nothing is left of it in the end.
final class BatchProgress: Sendable {
  private static let patience = Duration.milliseconds(500)
  private static let interval = Duration.milliseconds(100)

  private struct Drawing {
    var isShown = false
    var lastDrawn: Duration
    var start = Start()
  }

  /// Where the rows begin that this run asks for itself: those that an earlier run answered say nothing about its pace.
  struct Start: Sendable {
    /// The time since the run began.
    var elapsed = Duration.zero
    /// Rows finished by then.
    var rows = 0
    /// Rows of an earlier run by then.
    var resumedRows = 0
    /// Bytes of input that they took.
    var bytes = 0
  }

  private let world: World
  private let columns: Int
  private let began: Duration
  private let inputBytes: Int?
  // A class with a lock, because a run reports from whichever thread it is on.
  private let drawing: Mutex<Drawing>

  /// Begins to watch; `nil` where nobody would see the line.
  ///
  /// - Parameters:
  ///   - world: Where standard error and the time are.
  ///   - isWanted: Whether the user wants to see progress.
  ///   - inputBytes: Size of the input, when it is known.
  init?(in world: World, isWanted: Bool, inputBytes: Int?) {
    guard isWanted, let columns = world.standardError.terminalColumns, world[variable: .terminal] != "dumb" else {
      return nil
    }
    self.world = world
    self.columns = columns
    self.inputBytes = inputBytes
    began = world.now()
    drawing = Mutex(Drawing(lastDrawn: began))
  }

  /// Shows how far the run is, when it is time to.
  func show(_ tally: BatchTally) {
    let now = world.now()
    drawing.withLock { drawing in
      if tally.resumedRows > drawing.start.resumedRows {
        drawing.start = Start(
          elapsed: now - began,
          rows: tally.total,
          resumedRows: tally.resumedRows,
          bytes: tally.inputBytes
        )
      }
      guard now - began >= Self.patience else { return }
      guard !drawing.isShown || now - drawing.lastDrawn >= Self.interval else { return }
      drawing.isShown = true
      drawing.lastDrawn = now
      let text = Self.text(of: tally, after: now - began, since: drawing.start, inputBytes: inputBytes)
      let line = DisplayWidth.fitted(text, to: columns - 1)
      try? world.standardError.sink.write([UInt8]("\r\(line)\u{1B}[K".utf8))
    }
  }

  /// Takes the line away.
  func finish() {
    drawing.withLock { drawing in
      guard drawing.isShown else { return }
      drawing.isShown = false
      try? world.standardError.sink.write([UInt8]("\r\u{1B}[K".utf8))
    }
  }

  /// What the line says.
  ///
  /// - Parameters:
  ///   - tally: What was done.
  ///   - elapsed: The time since the run began.
  ///   - start: Where the rows begin by which the pace is told.
  ///   - inputBytes: Size of the input, when it is known.
  /// - Returns: The line; without a pace and a time as long as no row of this run is finished.
  static func text(of tally: BatchTally, after elapsed: Duration, since start: Start, inputBytes: Int?) -> String {
    let seconds = max(0.001, (elapsed - start.elapsed) / .seconds(1))
    let (rows, bytes) = (tally.total - start.rows, tally.inputBytes - start.bytes)
    var text = ""
    if let inputBytes, inputBytes > 0 {
      let share = min(1, Double(tally.inputBytes) / Double(inputBytes))
      let filled = Int(share * 20)
      text += "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled) + "] "
      text += "\(Int(share * 100)) %, "
    }
    text += "\(NumberGrouping.text(of: tally.total)) rows"
    if rows > 0 { text += ", \(NumberGrouping.text(of: Int(Double(rows) / seconds))) a second" }
    if tally.errors > 0 { text += ", \(NumberGrouping.text(of: tally.errors)) not answered" }
    if let inputBytes, rows > 0, bytes > 0, tally.inputBytes < inputBytes {
      let left = seconds * Double(inputBytes - tally.inputBytes) / Double(bytes)
      text += ", \(NumberGrouping.time(seconds: left)) left"
    }
    return text
  }
}
