/// The records of an earlier output, read once from beginning to end and indexed.
struct EarlierRecords: ~Copyable {
  /// The answers, indexed by their query.
  var answers = RecordIndex()
  /// The records of rows that were not answered, indexed by their row.
  var errors = RecordIndex()
  /// The answers to queries that are asked again, indexed by their query; the new answers replace them.
  private var outdated = RecordIndex()
  /// Lines that are not records.
  private(set) var otherLines = 0
  /// Where the last whole line ends.
  private(set) var end: Int

  /// Reads an earlier output from the line at an offset; without an expectation, its records are not checked.
  ///
  /// Of a query that is asked again, only newer answers serve a row.
  ///
  /// - Throws: When the file cannot be read, or its records are of another source or of other queries.
  /// - Complexity: One pass; 20 bytes of memory per record.
  init(
    of file: LockedFile,
    from start: Int = 0,
    expecting expectation: RecordExpectation?,
    rules: ResumedOutput.Rules
  ) throws(BatchOutputError) {
    var expectation = expectation
    var lines = RecordLines(file: file, from: start)
    end = start
    while let line = try lines.next() {
      if let record = ParsedRecord(line: line) {
        try Self.check(record, in: line, of: file, expecting: &expectation, mayPrune: rules.mayPrune)
        let key = expectation?.locatingKey(of: record, in: line)
        let fingerprint =
          key.map { RowIdentity.fingerprint(of: $0[...]) } ?? RowIdentity.fingerprint(of: record, in: line)
        if record.isAnswer, !rules.keeps(record.outcome(in: line)) {
          outdated.insert(fingerprint: fingerprint, offset: end)
        } else if record.isAnswer {
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
    outdated.sort()
  }

  /// Claims one answer to a query for a row, and all that it replaces.
  mutating func claim(_ fingerprint: Int) {
    answers.claim(fingerprint)
    outdated.claimAll(fingerprint)
  }

  /// Removes all claims.
  mutating func removeClaims() {
    answers.removeClaims()
    outdated.removeClaims()
  }

  /// Checks the first answer only: enough to refuse a file of another source or of other options at once.
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

  /// What the file would lose if only claimed records stayed.
  var losses: RecordLosses { RecordLosses(answers: answers.unclaimed + outdated.unclaimed, otherLines: otherLines) }
  /// How many answers there are.
  var answerCount: Int { answers.count + outdated.count }

  private static func check(
    _ record: ParsedRecord,
    in line: [UInt8],
    of file: LockedFile,
    expecting expectation: inout RecordExpectation?,
    mayPrune: Bool
  ) throws(BatchOutputError) {
    // Called in place: a copy of the expectation would make its next call copy its memory.
    if let earlier = expectation?.otherSource(of: record, in: line), let provenance = expectation?.provenance {
      throw .otherSource(path: file.path, earlier: earlier, now: RecordSource(provenance))
    }
    guard !mayPrune, let difference = expectation?.otherQuery(of: record, in: line) else { return }
    throw .otherQueries(path: file.path, difference)
  }
}
