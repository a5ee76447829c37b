import Domain

/// Tells which rows a run would not ask, because an earlier output has their record; changes nothing.
final class ResumeDryRun {  // A class, because rows claim their records one by one.
  private let file: LockedFile
  private let rules: ResumedOutput.Rules
  private let isFree: Bool
  private let writer: NDJSONRecordWriter
  private var records: EarlierRecords

  /// Reads an earlier output once.
  ///
  /// - Parameters:
  ///   - file: The output, locked.
  ///   - expectation: What its records have to be.
  ///   - rules: How the run would go on.
  ///   - isFree: Whether the source answers everything again, because that costs nothing.
  ///   - form: What the rows look like.
  /// - Throws: When the run itself would refuse to resume the file.
  init(
    file: LockedFile,
    expecting expectation: RecordExpectation?,
    rules: ResumedOutput.Rules,
    isFree: Bool,
    form: RowParser.Form
  ) throws(BatchOutputError) {
    try ResumedOutput.check(file)
    records = try EarlierRecords(of: file, expecting: expectation, mayPrune: rules.mayPrune)
    self.file = file
    self.rules = rules
    self.isFree = isFree
    writer = NDJSONRecordWriter(form: form)
  }

  /// Whether a row has its record; rows are told by a fingerprint of their query alone.
  func hasRecord(of row: ParsedRow, asking query: RowQuery) -> Bool {
    let (answer, error) = writer.identity(of: row, asking: query).fingerprints
    records.answers.claim(answer)
    guard !isFree else { return false }
    return records.answers.contains(answer) || (!rules.retriesFailed && records.errors.contains(error))
  }

  /// Refuses what the run itself would refuse: to lose an answer.
  func end() throws(BatchOutputError) {
    guard rules.mayPrune || records.losses.isEmpty else { throw .wouldLose(path: file.path, records.losses) }
  }
}

/// Reads the whole input before anything is asked, so that an output that would lose answers is left alone.
struct LossCheck {
  /// Reads rows as queries.
  let queries: QueryReader

  /// Tells an earlier output every query that the rows ask.
  ///
  /// - Parameters:
  ///   - reader: The input, opened.
  ///   - output: The earlier output.
  /// - Throws: When the input cannot be read.
  /// - Complexity: One pass over the input.
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
