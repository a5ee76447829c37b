import System

extension FileDescriptor {
  /// The descriptor as an output.
  var sink: ByteSink { ByteSink { (bytes) throws(SystemError) in try write(bytes) } }

  /// The width of the terminal in columns, unless the environment sets another; `nil` if it is not a terminal.
  func terminalColumns(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.columns ?? 80
  }

  /// The height of the terminal in lines, unless the environment sets another; `nil` if it is unknown.
  func terminalRows(override: String?) -> Int? {
    guard isatty(number) == 1 else { return nil }
    return override.flatMap(Self.screenSize) ?? windowSize?.rows
  }

  /// Reads a number of columns or lines.
  ///
  /// Returns the number; `nil` for one that no terminal can have, for which a map would take all memory.
  static func screenSize(_ text: String) -> Int? { UInt16(text).flatMap { $0 > 0 ? Int($0) : nil } }

  /// Columns and lines of the terminal; `nil` for one that it does not report.
  var windowSize: (columns: Int?, rows: Int?)? {
    var size = winsize()
    guard unsafe ioctl(number, UInt(TIOCGWINSZ), &size) == 0 else { return nil }
    return (size.ws_col > 0 ? Int(size.ws_col) : nil, size.ws_row > 0 ? Int(size.ws_row) : nil)
  }
}
