/// Where records go, in the order they are given.
protocol RecordSink {
  /// Writes whole records.
  mutating func write(_ records: [UInt8]) throws(BatchOutputError)
  /// Makes the output final: nothing comes after.
  mutating func finish() throws(BatchOutputError)
  /// Leaves the output as it is, with everything that was written.
  mutating func abandon()
}

extension RecordSink {
  /// Everything was written at once: nothing is left to do.
  mutating func abandon() {}
}

/// An output that is written as it comes: standard output, a new file, a device.
struct PlainSink: RecordSink {
  private let sink: any ByteSink
  private let path: String

  /// Makes a sink.
  ///
  /// - Parameters:
  ///   - sink: Where the bytes go.
  ///   - path: What errors call it.
  init(sink: any ByteSink, path: String) {
    self.sink = sink
    self.path = path
  }

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    do { try sink.write(records) } catch { throw BatchOutputError(error, path: path) }
  }

  mutating func finish() throws(BatchOutputError) {}
}

extension BatchOutputError {
  /// Why bytes could not be written to a file or a stream.
  init(_ failure: SinkFailure, path: String) {
    switch failure {
    case .brokenPipe: self = .brokenPipe
    case .refused(let reason): self = .unwritable(path: path, reason: reason)
    }
  }
}
