import System
import TestSupport

@testable import App

/// A terminal operated by a test.
final class StubTerminal: ScreenTerminal {
  private struct State {
    var written: [UInt8] = []
    var calls: [String] = []
    var size = ScreenSize(columns: 80, rows: 24)

    var text: String { String(decoding: written, as: UTF8.self) }
  }

  private let state = ObservedValue(State())
  private let events: AsyncStream<TerminalEvent>
  private let continuation: AsyncStream<TerminalEvent>.Continuation
  private let refusal: SystemError?

  init(refusal: SystemError? = nil) {
    (events, continuation) = AsyncStream.makeStream()
    self.refusal = refusal
  }

  var size: ScreenSize { state.value.size }
  var calls: [String] { state.value.calls }
  var text: String { state.value.text }

  func begin() -> AsyncStream<TerminalEvent> {
    note("begin")
    return events
  }

  func write(_ bytes: [UInt8]) throws(SystemError) {
    if let refusal { throw refusal }
    state.update { $0.written += bytes }
  }

  func suspend() { note("suspend") }
  func resume() { note("resume") }
  func end() { note("end") }

  private func note(_ call: String) { state.update { $0.calls.append(call) } }

  // MARK: - User input

  func type(_ text: String) { continuation.yield(.bytes(Array(text.utf8))) }

  func send(_ event: TerminalEvent) { continuation.yield(event) }

  func resize(columns: Int, rows: Int) {
    state.update { $0.size = ScreenSize(columns: columns, rows: rows) }
    continuation.yield(.resized)
  }

  /// Waits until a text was written.
  func wait(for text: String) async { await state.wait { $0.text.contains(text) } }
}
