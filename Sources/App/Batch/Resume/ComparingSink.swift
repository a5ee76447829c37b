/// Continues an output whose answers cost nothing: everything is answered again, and only what differs is written.
///
/// The file never holds less than it did, and ends up as if it had been written in one go, also when the places
/// themselves have changed meanwhile.
struct ComparingSink: RecordSink {
  private let file: LockedFile
  private var offset = 0
  private var isComparing = true

  /// Makes a sink over an earlier output.
  init(file: LockedFile) { self.file = file }

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    if isComparing {
      if try file.read(at: offset, upTo: records.count) == records {
        offset += records.count
        return
      }
      isComparing = false
      try file.truncate(to: offset)
    }
    try file.write(records)
    offset += records.count
  }

  mutating func finish() throws(BatchOutputError) {
    if isComparing { try file.truncate(to: offset) }
  }
}
