import Domain
import Synchronization

/// A line on a terminal's standard error that tells how far something is, drawn over itself.
///
/// Nothing is shown before a delay, and nothing is left of it in the end.
final class StatusLine: Sendable {
  /// What the line says after a time since the beginning.
  typealias Text = @Sendable (_ elapsed: Duration) -> String

  private struct Drawing {
    var text: Text
    var isShown = false
    var isFinished = false
    var lastDrawn: Duration
  }

  private static let interval = Duration.milliseconds(100)

  private let world: World
  private let columns: Int
  private let delay: Duration
  private let began: Duration
  // A class with a lock, because work reports from any thread while the command waits.
  private let drawing: Mutex<Drawing>

  /// Begins to count the time; `nil` where nobody would see the line.
  ///
  /// - Parameters:
  ///   - world: Where standard error and the time are.
  ///   - isWanted: Whether the user wants to see it.
  ///   - delay: How long nothing is shown.
  ///   - text: What it says until it is told something else.
  init?(in world: World, isWanted: Bool, delay: Duration = .zero, text: @escaping Text = { _ in "" }) {
    guard isWanted, let columns = world.standardError.terminalColumns, world[variable: .terminal] != "dumb" else {
      return nil
    }
    self.world = world
    self.columns = columns
    self.delay = delay
    began = world.now()
    drawing = Mutex(Drawing(text: text, lastDrawn: began))
  }

  /// The time since the beginning.
  var elapsed: Duration { world.now() - began }

  /// Takes what the line says from now on, and draws it when it is time to.
  func show(_ text: @escaping Text) {
    drawing.withLock { $0.text = text }
    draw()
  }

  /// Draws the line again and again until the task is cancelled: work may take long without a report.
  func keepDrawing() async {
    await world.sleep(delay)
    while !Task.isCancelled {
      draw()
      await world.sleep(Self.interval)
    }
  }

  private func draw() {
    let now = world.now()
    drawing.withLock { drawing in
      guard !drawing.isFinished, now - began >= delay else { return }
      guard !drawing.isShown || now - drawing.lastDrawn >= Self.interval else { return }
      drawing.isShown = true
      drawing.lastDrawn = now
      let line = DisplayWidth.fitted(drawing.text(now - began), to: columns - 1)
      try? world.standardError.sink.write([UInt8]("\r\(line)\u{1B}[K".utf8))
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

  /// A bar that is filled as far as the work is done, with the percentage.
  static func bar(_ done: Int, of total: Int) -> String {
    let share = min(1, Double(done) / Double(max(1, total)))
    let filled = Int(share * 20)
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
      + "] \(Int(share * 100)) %"
  }
}

extension StatusLine {
  /// A line for a search of an area, which says how long it takes until it hears from the search.
  static func ofSearch(in world: World, isWanted: Bool) -> StatusLine? {
    StatusLine(in: world, isWanted: isWanted, delay: .seconds(1)) { "searching for \($0.components.seconds) s" }
  }

  /// Shows how far a search is.
  func show(search progress: SearchProgress) {
    show { _ in
      "searching: \(progress.cellsDone) of \(counted(progress.cellsKnown, "cell")), "
        + "\(counted(progress.places, "place")), \(counted(progress.requests, "request"))"
    }
  }

  /// Shows how far the building of an index is.
  func show(build progress: IndexBuildProgress) {
    show { _ in
      "reading \(Self.bar(progress.bytesRead, of: progress.bytesTotal)), \(counted(progress.places, "place"))"
    }
  }
}

/// A number with its noun: `1 place`, `2 places`.
func counted(_ number: Int, _ noun: String) -> String {
  guard number != 1 else { return "1 \(noun)" }
  return noun.hasSuffix("ry") ? "\(number) \(noun.dropLast())ies" : "\(number) \(noun)s"
}
