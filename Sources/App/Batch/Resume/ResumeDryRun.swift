import Domain

/// Finds the rows that a run would not ask because an earlier output has their record; changes nothing.
final class ResumeDryRun {  // A class, because the index of records cannot be copied.
  private let file: LockedFile
  private let rules: ResumedOutput.Rules
  private let isFree: Bool
  private let writer: InputWriter
  private var records: EarlierRecords

  /// Reads an earlier output once; a free source would answer every row again.
  ///
  /// - Throws: When the run itself would refuse to resume the file.
  init(
    file: LockedFile,
    expecting expectation: RecordExpectation?,
    rules: ResumedOutput.Rules,
    isFree: Bool,
    format: InputFormat
  ) throws(BatchOutputError) {
    try ResumedOutput.check(file)
    records = try EarlierRecords(of: file, expecting: expectation, rules: rules)
    self.file = file
    self.rules = rules
    self.isFree = isFree
    writer = InputWriter(format: format)
  }

  /// Whether a row has its record, as far as fingerprints tell.
  func hasRecord(of row: ParsedRow, asking query: RowQuery) -> Bool {
    let identity = RowIdentity(of: row, asking: query, with: writer)
    let answer = identity.answerFingerprint
    records.claim(answer)
    guard !isFree else { return false }
    return records.answers.contains(answer)
      || (!rules.retriesFailed && records.errors.contains(identity.errorFingerprint))
  }

  /// Throws when the run itself would refuse to lose an answer.
  func end() throws(BatchOutputError) {
    guard rules.mayPrune || records.losses.isEmpty else { throw .wouldLose(path: file.path, records.losses) }
  }
}

/// Reads the whole input before anything is asked, so that a run that would lose answers ends before it writes.
struct LossCheck {
  let queries: QueryReader

  /// Claims the answers of an earlier output for every query that the rows ask.
  func read(_ reader: BatchReader, for output: ResumedOutput) async throws(BatchInputError) {
    var queries = queries
    var json: [UInt8] = []
    while let block = try await reader.nextBlock() {
      queries.open(block)
      for index in block.rows.indices {
        guard let asked = try? queries.query(at: index) else { continue }
        json.removeAll(keepingCapacity: true)
        asked.appendKey(to: &json)
        output.claim(json)
      }
    }
  }
}
