import Domain
import Synchronization

/// A line on a terminal's standard error that tells how far the building of an index has come.
///
/// Nothing is left of it in the end.
final class IndexProgressLine: Sendable {
  private struct Drawing {
    var lastDrawn: Duration?
  }

  private static let interval = Duration.milliseconds(100)
  private static let barWidth = 24

  private let world: World
  private let columns: Int
  // A class, because the builder reports from any thread: the lock keeps the line whole.
  private let drawing = Mutex(Drawing())

  /// Makes a line; `nil` where nobody would see it.
  init?(in world: World, isWanted: Bool) {
    guard isWanted, let columns = world.standardError.terminalColumns, world[variable: .terminal] != "dumb" else {
      return nil
    }
    self.world = world
    self.columns = columns
  }

  /// Shows how far the building is.
  func show(_ progress: IndexBuildProgress) {
    let now = world.now()
    drawing.withLock { drawing in
      if let last = drawing.lastDrawn, now - last < Self.interval { return }
      drawing.lastDrawn = now
      let text = DisplayWidth.fitted(Self.text(of: progress), to: columns - 1)
      try? world.standardError.sink.write([UInt8]("\r\(text)\u{1B}[K".utf8))
    }
  }

  /// Takes the line away.
  func finish() {
    drawing.withLock { drawing in
      guard drawing.lastDrawn != nil else { return }
      drawing.lastDrawn = nil
      try? world.standardError.sink.write([UInt8]("\r\u{1B}[K".utf8))
    }
  }

  private static func text(of progress: IndexBuildProgress) -> String {
    let share = progress.bytesTotal > 0 ? min(1, Double(progress.bytesRead) / Double(progress.bytesTotal)) : 0
    let filled = Int(share * Double(barWidth))
    let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: barWidth - filled)
    return "reading [\(bar)] \(Int(share * 100)) %, \(counted(progress.places, "place"))"
  }
}
