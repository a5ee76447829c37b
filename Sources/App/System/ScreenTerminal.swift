/// Something that happens at a terminal.
public enum TerminalEvent: Sendable, Hashable {
  /// Bytes that a person's keys and mouse made.
  case bytes([UInt8])
  /// Nothing came for a moment after bytes that may be the beginning of more.
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

/// A terminal whose whole screen the program uses.
public protocol ScreenTerminal: Sendable {
  /// Columns and lines of the window.
  var size: (columns: Int, rows: Int) { get }

  /// Takes the screen: no echo, no line editing, the other screen buffer, the mouse.
  ///
  /// - Returns: What happens from now on, until ``end()``.
  /// - Throws: When the terminal refuses.
  func begin() throws(SinkFailure) -> AsyncStream<TerminalEvent>

  /// Writes to the screen.
  ///
  /// - Throws: When not all of the bytes could be written.
  func write(_ bytes: [UInt8]) throws(SinkFailure)

  /// Gives the screen back and stops the process; returns with the screen taken again when it continues.
  func suspend()

  /// Takes the screen again after the process was stopped without being asked.
  func resume()

  /// Gives the screen back as it was. Harmless when there is nothing to give back.
  func end()
}
