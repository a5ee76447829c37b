/// Where a run writes: the records and, when wanted, the rows that were not answered.
struct BatchOutputs {
  /// The records.
  enum Records {
    /// Written as they come.
    case plain(any RecordSink)
    /// The continuation of an earlier output.
    case resumed(ResumedOutput)

    /// How many answers of an earlier run there are.
    var earlierAnswers: Int { if case .resumed(let output) = self { output.answers } else { 0 } }
  }

  /// The records.
  var records: Records
  /// The rows that were not answered, as they came.
  var failures: (any RecordSink)?

  /// Writes records that were just made.
  mutating func write(_ bytes: [UInt8]) throws(BatchOutputError) {
    guard !bytes.isEmpty else { return }
    switch records {
    case .plain(var sink):
      try sink.write(bytes)
      records = .plain(sink)
    case .resumed(let output): try output.write(bytes)
    }
  }

  /// Writes records that cost nothing to make again.
  mutating func writeKnown(_ bytes: [UInt8]) throws(BatchOutputError) {
    guard !bytes.isEmpty else { return }
    guard case .resumed(let output) = records else { return try write(bytes) }
    try output.writeKnown(bytes)
  }

  /// Writes rows that were not answered.
  mutating func writeFailures(_ bytes: [UInt8]) throws(BatchOutputError) {
    guard !bytes.isEmpty else { return }
    try failures?.write(bytes)
  }

  /// Makes the output final.
  mutating func finish() throws(BatchOutputError) {
    switch records {
    case .plain(var sink): try sink.finish()
    case .resumed(let output): try output.finish()
    }
  }

  /// Leaves the output as it is, to be continued.
  mutating func abandon() {
    switch records {
    case .plain(var sink): sink.abandon()
    case .resumed(let output): output.abandon()
    }
  }
}
