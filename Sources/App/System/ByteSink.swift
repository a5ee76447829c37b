import System

/// An output of bytes: a terminal, a pipe, a file.
struct ByteSink: Sendable {
  /// Writes all of the bytes.
  let write: @Sendable (_ bytes: [UInt8]) throws(SystemError) -> Void
}

/// An output of the process, with the size of its terminal.
struct OutputChannel: Sendable {
  let sink: ByteSink
  /// The width of the terminal in columns; `nil` if the output isn't a terminal.
  let terminalColumns: Int?
  /// The height of the terminal in lines; `nil` if the output isn't a terminal.
  let terminalRows: Int?

  init(sink: ByteSink, terminalColumns: Int?, terminalRows: Int? = nil) {
    self.sink = sink
    self.terminalColumns = terminalColumns
    // The default for a terminal that doesn't report its height.
    self.terminalRows = terminalColumns == nil ? nil : terminalRows ?? 24
  }

  var isTerminal: Bool { terminalColumns != nil }
}
