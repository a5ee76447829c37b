import Domain
import Synchronization

/// A line on a terminal's standard error that tells how far a long search has come.
///
/// Nothing is shown in the first second, and nothing is left of it in the end.
final class ProgressLine: Sendable {
  private struct Drawing {
    var latest: SearchProgress?
    var isShown = false
    var isFinished = false
    var lastDrawn: Duration
  }

  private static let patience = Duration.seconds(1)
  private static let interval = Duration.milliseconds(100)

  private let world: World
  private let columns: Int
  private let began: Duration
  // A class, because the search reports from any thread while the command waits: the lock keeps the line whole.
  private let drawing: Mutex<Drawing>

  /// Begins to wait; `nil` where nobody would see the line.
  ///
  /// - Parameters:
  ///   - world: Where standard error and the time are.
  ///   - isWanted: Whether the user wants to see progress.
  init?(in world: World, isWanted: Bool) {
    guard isWanted, let columns = world.standardError.terminalColumns, world[variable: .terminal] != "dumb" else {
      return nil
    }
    self.world = world
    self.columns = columns
    began = world.now()
    drawing = Mutex(Drawing(lastDrawn: began))
  }

  /// Takes a report of the search, and shows it when it is time to.
  func show(_ progress: SearchProgress) {
    drawing.withLock { $0.latest = progress }
    draw()
  }

  /// Shows again and again how far the search is, until the task is cancelled: a search may be long without a report.
  func keepShowing() async {
    await world.sleep(Self.patience)
    while !Task.isCancelled {
      draw()
      await world.sleep(Self.interval)
    }
  }

  private func draw() {
    let now = world.now()
    drawing.withLock { drawing in
      guard !drawing.isFinished, now - began >= Self.patience else { return }
      guard !drawing.isShown || now - drawing.lastDrawn >= Self.interval else { return }
      drawing.isShown = true
      drawing.lastDrawn = now
      let text = DisplayWidth.fitted(Self.text(of: drawing.latest, after: now - began), to: columns - 1)
      try? world.standardError.sink.write([UInt8]("\r\(text)\u{1B}[K".utf8))
    }
  }

  /// Takes the line away; nothing is shown after that.
  func finish() {
    drawing.withLock { drawing in
      drawing.isFinished = true
      guard drawing.isShown else { return }
      drawing.isShown = false
      try? world.standardError.sink.write([UInt8]("\r\u{1B}[K".utf8))
    }
  }

  private static func text(of progress: SearchProgress?, after elapsed: Duration) -> String {
    guard let progress else { return "searching for \(elapsed.components.seconds) s" }
    return "searching: \(progress.cellsDone) of \(counted(progress.cellsKnown, "cell")), "
      + "\(counted(progress.places, "place")), \(counted(progress.requests, "request"))"
  }
}

/// A number with its noun: `1 place`, `2 places`.
func counted(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
