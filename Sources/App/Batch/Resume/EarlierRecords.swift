/// What an earlier output holds, read once from beginning to end.
struct EarlierRecords: ~Copyable {
  /// The answers, by their query.
  var answers = RecordIndex()
  /// The records of rows that were not answered, by their row.
  var errors = RecordIndex()
  /// Lines that are no records.
  private(set) var otherLines = 0
  /// Where the last whole line ends.
  private(set) var end: Int

  /// Reads an earlier output.
  ///
  /// - Parameters:
  ///   - file: The output, locked.
  ///   - start: Where to begin, at the beginning of a line.
  ///   - expectation: What its records have to be; `nil` when they were looked at before.
  ///   - mayPrune: Whether records of other queries may go.
  /// - Throws: When the file cannot be read, or belongs to another source or to other queries.
  /// - Complexity: One pass; 20 bytes of memory a record.
  init(
    of file: LockedFile,
    from start: Int = 0,
    expecting expectation: RecordExpectation?,
    mayPrune: Bool
  ) throws(BatchOutputError) {
    var expectation = expectation
    var lines = RecordLines(file: file, from: start)
    end = start
    while let line = try lines.next() {
      if let record = ParsedRecord(line: line) {
        try Self.check(record, in: line, of: file, expecting: &expectation, mayPrune: mayPrune)
        let key = expectation?.locatingKey(of: record, in: line)
        let fingerprint =
          key.map { RowIdentity.fingerprint(ofAnswerTo: $0) } ?? RowIdentity.fingerprint(of: record, in: line)
        if record.isAnswer {
          answers.insert(fingerprint: fingerprint, offset: end)
        } else {
          errors.insert(fingerprint: fingerprint, offset: end)
        }
      } else {
        otherLines += 1
      }
      end = lines.offset
    }
    answers.sort()
    errors.sort()
  }

  /// Looks at the first answer only: enough to refuse a file of another source or of other options at once.
  static func checkFirst(of file: LockedFile, expecting expectation: RecordExpectation, mayPrune: Bool)
    throws(BatchOutputError)
  {
    var expectation: RecordExpectation? = expectation
    var lines = RecordLines(file: file)
    while let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.isAnswer else { continue }
      return try check(record, in: line, of: file, expecting: &expectation, mayPrune: mayPrune)
    }
  }

  /// What would be lost if the file ended up with the rows that claimed a record and no others.
  var losses: RecordLosses { RecordLosses(answers: answers.unclaimed, otherLines: otherLines) }

  private static func check(
    _ record: ParsedRecord,
    in line: [UInt8],
    of file: LockedFile,
    expecting expectation: inout RecordExpectation?,
    mayPrune: Bool
  ) throws(BatchOutputError) {
    // Asked in place: a copy of the expectation would make the next query copy its memory.
    if let earlier = expectation?.otherSource(of: record, in: line), let provenance = expectation?.provenance {
      throw .otherSource(path: file.path, earlier: earlier, now: RecordSource(provenance))
    }
    guard !mayPrune, let difference = expectation?.otherQuery(of: record, in: line) else { return }
    throw .otherQueries(path: file.path, difference)
  }
}
