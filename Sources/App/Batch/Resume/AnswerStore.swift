import Domain

/// The answers that an output file holds, of this run and of earlier ones, by the question that they answer.
///
/// A question that comes again is not asked again, however many others came between. Memory holds the offsets of the
/// records only, some 50 bytes for each question.
final class AnswerStore {  // A class, because the index must not be copied.
  /// A record of the file, made into that of a row.
  struct Answer: Sendable {
    /// The record, line feed included.
    let record: [UInt8]
    let outcome: RowOutcome
    let isEarlier: Bool
    /// Whether it stays; `false` when its question is to be asked again.
    let isCurrent: Bool

    /// The message of the error of a row that failed.
    var errorMessage: String? { outcome.isError ? ParsedRecord.errorMessage(of: record) : nil }
  }

  let file: LockedFile
  private let rules: ResumeRules
  private let writer: NDJSONRecordWriter
  private var questions: RecordQuestions
  private var answered = AnsweredQuestions()
  /// Where the record of a row lies that failed.
  private var failures: [Int: Int] = [:]
  private var lines: RecordLines
  private let start: Int
  private var end: Int
  private var otherLines = 0
  /// Whether a place of the file was compared with the fields that are wanted now.
  private var hasComparedFields = false

  /// How many answers an earlier run has left.
  var answerCount: Int { answered.answerCount }

  init(of file: LockedFile, _ questions: RecordQuestions, _ rules: ResumeRules, _ writer: NDJSONRecordWriter) {
    self.file = file
    self.questions = questions
    self.rules = rules
    self.writer = writer
    lines = RecordLines(file: file)
    start = 0
    end = 0
  }

  /// Reads an earlier output once, from the line at an offset.
  ///
  /// - Throws: When the file cannot be read, is not the output of a batch, or its answers come from another source.
  init(
    resuming file: LockedFile,
    from start: Int = 0,
    _ questions: RecordQuestions,
    _ rules: ResumeRules,
    _ writer: NDJSONRecordWriter
  ) throws(FileFailure) {
    self.file = file
    self.questions = questions
    self.rules = rules
    self.writer = writer
    lines = RecordLines(file: file, from: start)
    self.start = start
    end = start
    try file.checkRecords()
    while let line = try lines.next() {
      defer { end = lines.offset }
      guard let record = ParsedRecord(line: line) else {
        otherLines += 1
        continue
      }
      if record.isAnswer {
        try insertAnswer(record, in: line)
      } else if record.status == .failed, rules.keeps(RowOutcome(.failed)) {
        failures[Self.fingerprint(of: questions.identity(of: record, in: line)[...])] = end
      }
    }
    forgetClaims()
  }

  /// Checks the first answer only: enough to refuse a file of another source or of other options at once.
  static func checkFirst(of file: LockedFile, _ questions: RecordQuestions, _ rules: ResumeRules)
    throws(FileFailure)
  {
    try file.checkRecords()
    var questions = questions
    var lines = RecordLines(file: file)
    while let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.isAnswer else { continue }
      try RecordMeta(in: line, from: record.meta.lowerBound).checkSource(questions.provenance, in: file)
      guard !rules.mayPrune, let difference = questions.difference(of: record, in: line) else { return }
      throw FileFailure(path: file.path, reason: .otherQueries(difference))
    }
  }

  private func insertAnswer(_ record: ParsedRecord, in line: [UInt8]) throws(FileFailure) {
    let meta = RecordMeta(in: line, from: record.meta.lowerBound)
    try meta.checkSource(questions.provenance, in: file)
    guard try hasWantedFields(record, in: line) else {
      otherLines += 1
      return
    }
    answered.insert(
      Self.fingerprint(of: questions.key(of: record, in: line)[...]),
      at: end,
      isCurrent: rules.keeps(meta.outcome(record.status))
    )
  }

  /// Whether the places of a record have the fields that are wanted now.
  ///
  /// All records of a file have the same, so that one tells, unless others may be dropped.
  private func hasWantedFields(_ record: ParsedRecord, in line: [UInt8]) throws(FileFailure) -> Bool {
    guard !hasComparedFields || rules.mayPrune, let names = record.fieldNames(in: line) else { return true }
    hasComparedFields = true
    guard !writer.writes(names) else { return true }
    guard !rules.mayPrune else { return false }
    let earlier = names.joined(separator: ",")
    let now = writer.fieldNames.joined(separator: ",")
    let difference = QueryDifference(row: record.number, member: Option.fields.spelling, earlier: earlier, now: now)
    throw FileFailure(path: file.path, reason: .otherQueries(difference))
  }

  /// What the file would lose if no other row came.
  var losses: RecordLosses { RecordLosses(answers: answered.unclaimed, otherLines: otherLines) }

  /// Whether records that nobody gave up would be lost if no other row came.
  var mayLoseRecords: Bool { !rules.mayPrune && !losses.isEmpty }

  /// Reads rows to the end, and throws when they leave out a question of which there is an answer; notes none of them.
  func checkLosses(from reader: BatchReader, _ queries: QueryReader) async throws {
    var queries = queries
    while let block = try await reader.nextBlock() {
      queries.open(block)
      for index in block.rows.indices {
        // What is no query asks nothing.
        guard let query = try? queries.query(at: index) else { continue }
        _ = hasRecord(of: queries.row, asking: query)
      }
    }
    try checkLosses()
    forgetClaims()
  }

  /// Throws when the rows whose questions are noted leave out one of which there is an answer.
  func checkLosses() throws(FileFailure) {
    guard mayLoseRecords else { return }
    var lines = RecordLines(file: file, from: start)
    while answered.unclaimed > 0, lines.offset < end, let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.isAnswer,
        answered.isUnclaimed(Self.fingerprint(of: questions.key(of: record, in: line)[...])),
        let difference = questions.difference(of: record, in: line)
      else { continue }
      throw FileFailure(path: file.path, reason: .otherQueries(difference))
    }
    throw FileFailure(path: file.path, reason: .wouldLose(losses))
  }

  /// Notes that a row asks a question; returns whether the answer stays.
  @discardableResult
  func claim(_ key: [UInt8]) -> Bool { answered.claim(Self.fingerprint(of: key[...])) }

  func claim(_ record: ParsedRecord, in line: [UInt8]) { claim(questions.key(of: record, in: line)) }

  func forgetClaims() { answered.forgetClaims() }

  /// Whether a row need not be asked, as far as fingerprints tell; notes its question.
  func hasRecord(of row: ParsedRow, asking query: RowQuery) -> Bool {
    var key: [UInt8] = []
    query.appendKey(to: &key)
    return claim(key) || (!failures.isEmpty && failures[failure(of: row, query).value] != nil)
  }

  /// The record of a row, whose question is noted; `nil` when it has to be asked.
  func answer(for row: ParsedRow, asking query: RowQuery) throws(FileFailure) -> Answer? {
    var key: [UInt8] = []
    query.appendKey(to: &key)
    let fingerprint = Self.fingerprint(of: key[...])
    let isCurrent = answered.claim(fingerprint)
    if let offset = answered.offset(of: fingerprint), let (record, line) = try record(at: offset), record.isAnswer,
      questions.key(of: record, in: line) == key
    {
      var made: [UInt8] = []
      made.reserveCapacity(line.count + 32)
      writer.append(row, record.status, copying: line[record.query.lowerBound...], to: &made)
      return Answer(record: made, outcome: record.outcome(in: line), isEarlier: offset < end, isCurrent: isCurrent)
    }
    guard !failures.isEmpty else { return nil }
    let failure = self.failure(of: row, query)
    guard let offset = failures[failure.value], let (record, line) = try record(at: offset),
      questions.identity(of: record, in: line) == failure.identity
    else { return nil }
    var made: [UInt8] = []
    writer.append(row, .failed, copying: line[record.query.lowerBound...], to: &made)
    let outcome = RowOutcome(.failed, isRetryable: ParsedRecord.isRetryable(line))
    return Answer(record: made, outcome: outcome, isEarlier: true, isCurrent: true)
  }

  /// Appends a record that was paid for, with the key of its question; an empty one for a failure.
  func append(_ record: [UInt8], answering key: [UInt8]) throws(FileFailure) {
    if !key.isEmpty { answered.insertNew(Self.fingerprint(of: key[...]), at: file.position) }
    try file.write(record)
  }

  private func record(at offset: Int) throws(FileFailure) -> (ParsedRecord, line: [UInt8])? {
    lines.seek(to: offset)
    guard let line = try lines.next(), let record = ParsedRecord(line: line) else { return nil }
    return (record, line)
  }

  private func failure(of row: ParsedRow, _ query: RowQuery) -> (value: Int, identity: [UInt8]) {
    var identity: [UInt8] = []
    writer.appendIdentity(ofFailed: row, query, to: &identity)
    return (Self.fingerprint(of: identity[...]), identity)
  }

  /// A hash, seeded in every process; equal ones name a candidate, which is then compared.
  private static func fingerprint(of key: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
