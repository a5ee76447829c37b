import Synchronization

@testable import App

/// Keeps what is written to it, or refuses.
final class MemorySink: ByteSink {
  private let bytes = Mutex<[UInt8]>([])
  private let failure: SinkFailure?

  init(failure: SinkFailure? = nil) { self.failure = failure }

  func write(_ more: [UInt8]) throws(SinkFailure) {
    if let failure { throw failure }
    bytes.withLock { $0 += more }
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
