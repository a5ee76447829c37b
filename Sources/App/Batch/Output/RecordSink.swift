/// An output of records, written in the order given.
protocol RecordSink {
  /// Says what comes before the first record; a file holds it as soon as it holds anything.
  mutating func begin(with header: [UInt8]) throws(BatchOutputError)
  mutating func write(_ records: [UInt8]) throws(BatchOutputError)
  /// Writes whole records.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - question: The key of the question whose answer was paid for, empty for a failure; `nil` for what costs
  ///     nothing to write again.
  /// - Returns: Whether an earlier run had written the same in the same place.
  /// - Throws: When they cannot be written.
  mutating func write(_ records: [UInt8], answering question: [UInt8]?) throws(BatchOutputError) -> Bool
  /// Completes the output after the last record.
  mutating func finish() throws(BatchOutputError)
  /// Ends the output early; it keeps everything that was paid for.
  mutating func abandon()
}

extension RecordSink {
  mutating func begin(with header: [UInt8]) throws(BatchOutputError) { if !header.isEmpty { try write(header) } }
  mutating func write(_ records: [UInt8], answering question: [UInt8]?) throws(BatchOutputError) -> Bool {
    try write(records)
    return false
  }
  /// Does nothing: every write went out at once.
  mutating func finish() {}
  /// Does nothing: every write went out at once.
  mutating func abandon() {}
}

/// An output that is written as it comes: standard output, a new file, a device.
struct PlainSink: RecordSink {
  let sink: any ByteSink
  let path: String

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    do { try sink.write(records) } catch { throw BatchOutputError(error, path: path) }
  }
}

extension BatchOutputError {
  init(_ failure: SinkFailure, path: String) {
    switch failure {
    case .brokenPipe: self = .brokenPipe
    case .refused(let reason): self = .unwritable(path: path, reason: reason)
    }
  }
}
