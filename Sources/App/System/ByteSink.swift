/// An output of bytes: a terminal, a pipe, a file.
public protocol ByteSink: Sendable {
  /// Writes all of the bytes.
  ///
  /// - Throws: When not all of them could be written.
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes could not be written.
public enum SinkFailure: Error, Sendable, Hashable {
  /// The reader closed the pipe.
  case brokenPipe
  /// The system refused, with its description.
  case refused(reason: String)
}

/// An output of the process, with the size of its terminal.
public struct OutputChannel: Sendable {
  /// Where the bytes go.
  public let sink: any ByteSink
  /// Width of the terminal in columns; `nil` if it is not a terminal.
  public let terminalColumns: Int?
  /// Height of the terminal in lines; `nil` if it is not a terminal.
  public let terminalRows: Int?

  /// Makes a channel.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - terminalColumns: Width of the terminal in columns; `nil` if it is not a terminal.
  ///   - terminalRows: Height of the terminal in lines; 24 if a terminal does not report it.
  public init(sink: any ByteSink, terminalColumns: Int?, terminalRows: Int? = nil) {
    self.sink = sink
    self.terminalColumns = terminalColumns
    self.terminalRows = terminalColumns == nil ? nil : terminalRows ?? 24
  }

  /// Whether it is a terminal.
  public var isTerminal: Bool { terminalColumns != nil }
}
