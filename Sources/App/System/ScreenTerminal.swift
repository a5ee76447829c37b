import System

/// An event of a terminal.
enum TerminalEvent: Sendable, Hashable {
  /// Bytes of keys and the mouse.
  case bytes([UInt8])
  /// A pause after a sequence that may be incomplete.
  case pause
  /// The window was resized.
  case resized
  /// A signal asks the program to suspend itself.
  case stopRequested
  /// The program continues after it was stopped.
  case continued
  /// A signal asks the program to terminate.
  case ended(signal: Int32)
  /// The terminal was closed.
  case closed
}

/// A terminal in full-screen mode.
protocol ScreenTerminal: Sendable {
  /// The columns and lines of the window.
  var size: ScreenSize { get }

  /// Enters full-screen mode: no echo, no line editing, the alternate buffer, mouse reports.
  ///
  /// Events arrive until ``end()``.
  func begin() throws(SystemError) -> AsyncStream<TerminalEvent>

  func write(_ bytes: [UInt8]) throws(SystemError)

  /// Restores the screen and stops the process; enters full-screen mode again when the process continues.
  func suspend()

  /// Enters full-screen mode again after another process stopped this one.
  func resume()

  /// Restores the screen, unless this was already done.
  func end()
}

struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}
