import Synchronization

@testable import App

/// Stores what is written to it.
final class MemorySink: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  var sink: ByteSink { ByteSink { more in self.bytes.withLock { $0 += more } } }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}
