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
      guard now - began >= Self.patience else { return }
      guard !drawing.isShown || now - drawing.lastDrawn >= Self.interval else { return }
      drawing.isShown = true
      drawing.lastDrawn = now
      let text = DisplayWidth.fitted(Self.text(of: tally, after: now - began, inputBytes: inputBytes), to: columns - 1)
      try? world.standardError.sink.write([UInt8]("\r\(text)\u{1B}[K".utf8))
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
  static func text(of tally: BatchTally, after elapsed: Duration, inputBytes: Int?) -> String {
    let seconds = max(0.001, elapsed / .seconds(1))
    let rate = Int(Double(tally.total) / seconds)
    var text = ""
    if let inputBytes, inputBytes > 0 {
      let share = min(1, Double(tally.inputBytes) / Double(inputBytes))
      let filled = Int(share * 20)
      text += "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled) + "] "
      text += "\(Int(share * 100)) %, "
    }
    text += "\(NumberGrouping.text(of: tally.total)) rows, \(NumberGrouping.text(of: rate)) a second"
    if tally.errors > 0 { text += ", \(NumberGrouping.text(of: tally.errors)) not answered" }
    if let inputBytes, tally.inputBytes > 0, tally.inputBytes < inputBytes {
      let left = seconds * Double(inputBytes - tally.inputBytes) / Double(tally.inputBytes)
      text += ", \(NumberGrouping.time(seconds: left)) left"
    }
    return text
  }
}
