/// An output of records, written in the order given.
protocol RecordSink: OutputFile {
  /// Says what comes before the first record; a file holds it as soon as it holds anything.
  func begin(with header: [UInt8]) throws(FileFailure)
  /// Writes whole records.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - question: The key of the question whose answer was paid for, empty for a failure; `nil` for what costs
  ///     nothing to write again.
  /// - Returns: Whether an earlier run had written the same in the same place.
  /// - Throws: When they cannot be written.
  func write(_ records: [UInt8], answering question: [UInt8]?) throws(FileFailure) -> Bool
}

extension DeviceOutput: RecordSink {
  func begin(with header: [UInt8]) throws(FileFailure) { if !header.isEmpty { try write(header) } }

  func write(_ records: [UInt8], answering question: [UInt8]?) throws(FileFailure) -> Bool {
    try write(records)
    return false
  }
}

extension LockedFile: RecordSink {
  func write(_ records: [UInt8], answering question: [UInt8]?) throws(FileFailure) -> Bool {
    try write(records)
    return false
  }
}

extension LockedFile {
  /// Whether it begins with a record, or is empty.
  func beginsWithRecord() throws(FileFailure) -> Bool {
    NDJSONRecordWriter.isStart(try read(at: 0, upTo: NDJSONRecordWriter.startByteCount))
  }

  /// Throws unless it begins with a record, so that no other file is ever truncated.
  func checkRecords() throws(FileFailure) {
    guard try beginsWithRecord() else { throw FileFailure(path: path, reason: .notRecords) }
  }

  /// Throws unless it begins with a text, as far as it goes.
  func checkStart(_ start: [UInt8]) throws(FileFailure) { try checkStart(oneOf: [start]) }

  /// Throws unless it begins with one of some texts, as far as it goes.
  func checkStart(oneOf starts: [[UInt8]]) throws(FileFailure) {
    for start in starts where try begins(with: start) { return }
    throw FileFailure(path: path, reason: .notRecords)
  }
}

extension InPlaceOutput {
  /// Writes records to it as they come.
  var sink: any RecordSink {
    switch self {
    case .file(let file): file
    case .device(let device): device
    }
  }

  /// Throws unless a file begins with one of some texts, as far as it goes; a device holds nothing.
  func checkStart(oneOf starts: [[UInt8]]) throws(FileFailure) {
    if case .file(let file) = self { try file.checkStart(oneOf: starts) }
  }
}
