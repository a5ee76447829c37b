import Foundation

/// A program on its own pseudo-terminal, with simulated typing.
///
/// The program leads a session, so that the terminal sends it signals like a terminal window.
package final class TerminalSession {
  package let number: Int32
  package private(set) var output: [UInt8] = []
  private let far: Int32
  private let near: Int32
  private let deadline: ContinuousClock.Instant
  /// The settings of the terminal before the program started.
  private let before: [UInt64]

  /// The outcome of a session.
  package struct Outcome: Sendable {
    /// The exit status, or 128 plus the number of the terminating signal.
    package let status: Int32
    package let output: String
    /// Whether the program restored the terminal's settings.
    package let isRestored: Bool
    /// The texts that were awaited but never written.
    package let missed: [String]
  }

  private var missed: [String] = []

  /// Runs a program and types, on a separate thread.
  package static func run(
    _ invocation: Invocation,
    columns: Int = 80,
    rows: Int = 24,
    _ script: @escaping @Sendable (TerminalSession) -> Void
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let session = try TerminalSession(invocation, columns: columns, rows: rows)
            script(session)
            return session.finish()
          }
        )
      }
    }
  }

  private init(_ invocation: Invocation, columns: Int, rows: Int) throws {
    (far, near) = try Descriptors.terminal(columns: columns, rows: rows)
    var path = [CChar](repeating: 0, count: 256)
    guard unsafe ttyname_r(near, &path, path.count) == 0 else {
      throw Descriptors.Failure(call: "ttyname_r", code: errno)
    }
    let name = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    before = Self.settings(of: near)
    number = try ChildProcess.spawn(invocation, input: near, output: near, errors: near, terminal: name)
    deadline = .now + invocation.limit
  }

  package func type(_ text: String) {
    _ = unsafe Array(text.utf8).withUnsafeBytes { unsafe write(far, $0.baseAddress, $0.count) }
  }

  package func send(_ signal: Int32) { kill(number, signal) }

  package func resize(columns: Int, rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = unsafe ioctl(far, UInt(TIOCSWINSZ), &size)
  }

  /// Waits until the program has written a text after the previously awaited one.
  package func wait(for text: String) {
    let wanted = Array(text.utf8)
    while ContinuousClock.now < deadline {
      if let found = output.firstRange(of: wanted, from: waited) {
        waited = found
        return
      }
      guard gather(within: 50) else { break }
    }
    missed.append(text)
  }

  /// The offset up to which the output was searched.
  private var waited = 0

  /// Reads the available output.
  private func gather(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: far, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&polled, 1, milliseconds) > 0 else { return true }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe read(far, &chunk, chunk.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    output += chunk[..<count]
    return true
  }

  private static func settings(of terminal: Int32) -> [UInt64] {
    var settings = termios()
    guard unsafe tcgetattr(terminal, &settings) == 0 else { return [] }
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt64($0) }
  }

  private func finish() -> Outcome {
    var status: Int32 = 0
    while true {
      if ContinuousClock.now >= deadline { kill(number, SIGKILL) }
      let result = unsafe waitpid(number, &status, WNOHANG)
      if result != 0 { break }
      _ = gather(within: 2)
    }
    while gatherRest() {}
    let isRestored = Self.settings(of: near) == before
    close(near)
    close(far)
    let signal = status & 0x7F
    return Outcome(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: String(decoding: output, as: UTF8.self),
      isRestored: isRestored,
      missed: missed
    )
  }

  private func gatherRest() -> Bool {
    let before = output.count
    return gather(within: 0) && output.count > before
  }
}

extension [UInt8] {
  /// Returns the end of the first occurrence of a text at or after an offset.
  fileprivate func firstRange(of text: [UInt8], from start: Int) -> Int? {
    guard count >= start + text.count, !text.isEmpty else { return nil }
    return (start...(count - text.count)).first { self[$0..<$0 + text.count].elementsEqual(text) }.map {
      $0 + text.count
    }
  }
}
