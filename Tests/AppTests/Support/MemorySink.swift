import TestSupport

@testable import App

/// Stores what is written to it.
final class MemorySink: Sendable {
  private let state = ObservedValue((bytes: [UInt8](), lineCount: 0))

  var sink: ByteSink {
    ByteSink { more in
      self.state.update { state in
        state.bytes += more
        state.lineCount += more.count { $0 == UInt8(ascii: "\n") }
      }
    }
  }

  var text: String { String(decoding: state.value.bytes, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// Waits until a number of lines are written.
  func wait(forLines count: Int) async { await state.wait { $0.lineCount >= count } }

  /// Waits until a text is written.
  func wait(for text: String) async { await state.wait { String(decoding: $0.bytes, as: UTF8.self).contains(text) } }
}
