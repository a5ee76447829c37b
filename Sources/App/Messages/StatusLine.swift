import Domain
import Synchronization

/// A progress line on standard error, redrawn in place.
///
/// It appears after a delay and is erased at the end.
final class StatusLine: Sendable {
  /// Makes the text of the line from the elapsed time.
  typealias Text = @Sendable (_ elapsed: Duration) -> String

  private struct Drawing {
    var text: Text
    var isShown = false
    var isFinished = false
    var lastDrawn: Duration
  }

  /// The time between two drawings.
  ///
  /// Ten per second look continuous and are cheap even on a slow terminal.
  private static let interval = Duration.milliseconds(100)

  private let world: World
  private let columns: Int
  private let delay: Duration
  private let began: Duration
  // A lock, because work reports from any thread while the command waits.
  private let drawing: Mutex<Drawing>

  /// Starts the clock; `nil` if the line wouldn't be visible.
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

  /// The elapsed time.
  var elapsed: Duration { world.now() - began }

  /// Sets the text, and draws it unless it was drawn a moment ago.
  func show(_ text: @escaping Text) {
    drawing.withLock { $0.text = text }
    draw()
  }

  /// Draws the line repeatedly until the task is cancelled, because work may not report progress for a long time.
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

  /// Erases the line and stops drawing.
  func finish() {
    drawing.withLock { drawing in
      drawing.isFinished = true
      guard drawing.isShown else { return }
      drawing.isShown = false
      try? world.standardError.sink.write([UInt8]("\r\u{1B}[K".utf8))
    }
  }

  /// Returns a progress bar with the percentage.
  static func bar(_ done: Int, of total: Int) -> String {
    let share = min(1, Double(done) / Double(max(1, total)))
    let filled = Int(share * 20)
    return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 20 - filled)
      + "] \(Int(share * 100)) %"
  }
}

extension StatusLine {
  /// Returns the line of a search, which shows the elapsed time until the search reports progress.
  ///
  /// It appears after a second, because shorter waits need no explanation (J. Nielsen, "Usability Engineering", 1993).
  static func ofSearch(in world: World, isWanted: Bool) -> StatusLine? {
    StatusLine(in: world, isWanted: isWanted, delay: .seconds(1)) { "searching for \($0.components.seconds) s" }
  }

  func show(search progress: SearchProgress) {
    let line =
      "searching: \(progress.cellsDone) of \(counted(progress.cellsKnown, "part")), "
      + "\(counted(progress.places, "place")), \(counted(progress.requests, "request"))"
    show { _ in line }
  }

  func show(fetch progress: IndexFetchProgress) {
    show { _ in
      "fetching\(progress.isOfGround ? " streets" : ""): \(progress.partsDone) of "
        + "\(counted(progress.partsKnown, "part")), "
        + "\(counted(progress.elements, progress.isOfGround ? "way" : "place")), "
        + "\(progress.bytes.groupedText) bytes"
    }
  }

  func show(build progress: IndexBuildProgress) {
    show { _ in
      "reading \(Self.bar(progress.bytesRead, of: progress.bytesTotal)), \(counted(progress.places, "place"))"
    }
  }
}
