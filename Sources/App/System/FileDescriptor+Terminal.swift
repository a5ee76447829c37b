import System

extension FileDescriptor {
  /// The descriptor as an output.
  var sink: ByteSink { ByteSink { (bytes) throws(SystemError) in try write(bytes) } }

  /// Returns the width of the terminal in columns, or the width set in the environment; `nil` if the output isn't a
  /// terminal.
  func terminalColumns(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.columns ?? 80
  }

  /// Returns the height of the terminal in lines, or the height set in the environment; `nil` if it is unknown.
  func terminalRows(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.rows
  }

  /// Reads a number of columns or lines; `nil` for a number that no terminal has.
  ///
  /// A map of such a size could take all memory.
  static func screenSize(_ text: String) -> Int? { UInt16(text).flatMap { $0 > 0 ? Int($0) : nil } }

  /// The columns and lines of the terminal; `nil` for a number that the terminal doesn't report.
  var windowSize: (columns: Int?, rows: Int?)? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
