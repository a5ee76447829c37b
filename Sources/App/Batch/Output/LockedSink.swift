/// A new file that records are written to as they come.
struct LockedSink: RecordSink {
  private let file: LockedFile

  /// Makes a sink that keeps the file, and its lock, for as long as it lives.
  init(file: LockedFile) { self.file = file }

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) { try file.write(records) }

  mutating func finish() throws(BatchOutputError) {}
}
