/// An event of a terminal.
enum TerminalEvent: Sendable, Hashable {
  /// Bytes of keys and the mouse.
  case bytes([UInt8])
  /// No more bytes came for a moment after a sequence that may be incomplete.
  case pause
  /// The window has another size.
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

/// A terminal that a program uses in full-screen mode.
protocol ScreenTerminal: Sendable {
  /// Columns and lines of the window.
  var size: ScreenSize { get }

  /// Enters full-screen mode: no echo, no line editing, the alternate buffer, mouse reports; events come until
  /// ``end()``.
  func begin() throws(SystemError) -> AsyncStream<TerminalEvent>

  func write(_ bytes: [UInt8]) throws(SystemError)

  /// Restores the screen and stops the process; enters full-screen mode again when the process continues.
  func suspend()

  /// Enters full-screen mode again after another process stopped this one.
  func resume()

  /// Restores the screen, unless that was already done.
  func end()
}

struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}
