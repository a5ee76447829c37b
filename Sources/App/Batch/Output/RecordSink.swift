/// An output of records, written in the order given.
protocol RecordSink: OutputFile {
  /// Sets the header before the first record.
  ///
  /// It is written together with the first record.
  func begin(with header: [UInt8]) throws(FileFailure)
  /// Writes whole records.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - key: The key of the query whose response was paid for; empty for a failure, and `nil` for records that
  ///     cost nothing to write again.
  /// - Returns: Whether an earlier run had written the same records at the same offset.
  /// - Throws: An error if they can't be written.
  func write(_ records: [UInt8], forKey key: [UInt8]?) throws(FileFailure) -> Bool
}

extension DeviceOutput: RecordSink {
  func begin(with header: [UInt8]) throws(FileFailure) { if !header.isEmpty { try write(header) } }

  func write(_ records: [UInt8], forKey key: [UInt8]?) throws(FileFailure) -> Bool {
    try write(records)
    return false
  }
}

extension LockedFile: RecordSink {
  func write(_ records: [UInt8], forKey key: [UInt8]?) throws(FileFailure) -> Bool {
    try write(records)
    return false
  }
}

extension LockedFile {
  /// Returns whether the file begins with a record or is empty.
  func beginsWithRecord() throws(FileFailure) -> Bool {
    NDJSONRecordWriter.isStart(try read(at: 0, upTo: NDJSONRecordWriter.startByteCount))
  }

  /// Throws unless the file begins with a record, so that no other file is ever truncated.
  func checkRecords() throws(FileFailure) {
    guard try beginsWithRecord() else { throw FileFailure(path: path, reason: .notRecords) }
  }

  /// Throws unless the file's content begins with a text, as far as it goes.
  func checkStart(_ start: [UInt8]) throws(FileFailure) {
    guard try begins(with: start) else { throw FileFailure(path: path, reason: .notRecords) }
  }
}

extension InPlaceOutput {
  /// The sink that writes records as they arrive.
  var sink: any RecordSink {
    switch self {
    case .file(let file): file
    case .device(let device): device
    }
  }

  /// Throws unless a file's content begins with a text, as far as it goes; a device has no content.
  func checkStart(_ start: [UInt8]) throws(FileFailure) {
    if case .file(let file) = self { try file.checkStart(start) }
  }
}
