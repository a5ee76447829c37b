/// Somewhere bytes go: a terminal, a pipe, a file.
public protocol ByteSink: Sendable {
  /// Writes all of the bytes.
  ///
  /// - Throws: When not all of them could be written.
  func write(_ bytes: [UInt8]) throws(SinkFailure)
}

/// Why bytes could not be written.
public enum SinkFailure: Error, Sendable, Hashable {
  /// Nobody reads the pipe any more.
  case readerGone
  /// The system refused, with its words for why.
  case refused(reason: String)
}

/// An output of the process, and whether a person looks at it.
public struct OutputChannel: Sendable {
  /// Where the bytes go.
  public let sink: any ByteSink
  /// Width of the terminal in columns; `nil` when it is none.
  public let terminalColumns: Int?

  /// Makes a channel.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - terminalColumns: Width of the terminal in columns; `nil` when it is none.
  public init(sink: any ByteSink, terminalColumns: Int?) {
    self.sink = sink
    self.terminalColumns = terminalColumns
  }

  /// Whether a person looks at it.
  public var isTerminal: Bool { terminalColumns != nil }
}
