/// An event of a terminal.
public enum TerminalEvent: Sendable, Hashable {
  /// Bytes of keys and the mouse.
  case bytes([UInt8])
  /// Nothing followed for a moment after bytes that may be incomplete.
  case pause
  /// The window has another size.
  case resized
  /// The shell asks the program to stop for a while.
  case stopRequested
  /// The program continues after it was stopped.
  case continued
  /// A signal asks the program to end.
  case ended(signal: Int32)
  /// The terminal is gone.
  case closed
}

/// A terminal that a program uses in full-screen mode.
public protocol ScreenTerminal: Sendable {
  /// Columns and lines of the window.
  var size: (columns: Int, rows: Int) { get }

  /// Takes over the screen: no echo, no line editing, the alternate buffer, mouse reports.
  ///
  /// - Returns: The events until ``end()``.
  /// - Throws: When the terminal refuses.
  func begin() throws(SinkFailure) -> AsyncStream<TerminalEvent>

  /// Writes to the screen.
  ///
  /// - Throws: When not all of the bytes could be written.
  func write(_ bytes: [UInt8]) throws(SinkFailure)

  /// Restores the screen and stops the process; takes the screen over again when it continues.
  func suspend()

  /// Takes the screen over again after the process was stopped by another.
  func resume()

  /// Restores the screen, unless that is done already.
  func end()
}
