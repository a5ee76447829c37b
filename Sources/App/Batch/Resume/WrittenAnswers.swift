/// Where in the output the answers lie that a run has written, so that a query that comes again is not asked again, however
/// many others came between.
///
/// Memory holds the recent answers only. This takes some 40 bytes per query, and a day's quota bounds how many there are.
struct WrittenAnswers {
  /// A row's record, made of the answer to an earlier row.
  struct Copy {
    /// The record, line feed included.
    let record: [UInt8]
    /// How the row ended.
    let outcome: RowOutcome
  }

  private let file: LockedFile
  private var offsets: [Int: Int] = [:]

  /// Makes an empty index of a file; `nil` for a device or a pipe, which cannot be read again.
  init?(in file: LockedFile) {
    guard FileIdentity(descriptor: file.descriptor.number)?.isRegular == true else { return nil }
    self.file = file
  }

  /// Notes that the answer to a query, given by its key, is written next.
  mutating func note(_ key: [UInt8]) {
    let fingerprint = RowIdentity.fingerprint(of: key[...])
    if offsets[fingerprint] == nil { offsets[fingerprint] = file.position }
  }

  /// The record of a row whose query was answered; `nil` when it was not, or when the answer cannot be read.
  func copy(for identity: RowIdentity, number: Int) -> Copy? {
    // Of a name that is still to be located, the key of the answer is not known.
    guard !identity.isLocated, let offset = offsets[identity.answerFingerprint] else { return nil }
    var lines = RecordLines(file: file, from: offset, chunkInBytes: RecordLines.recordInBytes)
    guard let line = try? lines.next(), let record = ParsedRecord(line: line), record.isAnswer,
      identity.isServed(by: record, in: line, locatingKey: nil)
    else { return nil }
    return Copy(record: identity.record(numbered: number, from: line, record), outcome: record.outcome(in: line))
  }
}
