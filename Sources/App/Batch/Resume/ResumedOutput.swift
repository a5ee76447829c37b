import Domain

/// Resumes an output whose answers cost requests: the earlier output is its own journal.
///
/// While the rows come in the earlier order, their records stay where they are. If the earlier output ends there, the rest
/// is appended. If the rows come in another order, a new file is written beside the old one, record by record in the new
/// order, and replaces it in the end. New records are appended to the old file as well, so that it holds every answer at
/// every moment and the new one may be lost.
///
/// Answers that no row asks for any more are removed only when the user says so.
final class ResumedOutput: RecordSink {  // A class, because the position in the file must not be copied.
  /// What an earlier output has for a row.
  enum EarlierRecord: Sendable, Hashable {
    /// The record, already in its place.
    case inPlace(RowOutcome)
    /// The record, to be written in its new place.
    case moved([UInt8], RowOutcome)
    /// Nothing: the row has to be asked.
    case none
  }

  /// How to resume.
  struct Rules: Sendable, Hashable {
    /// Whether answers that no row asks for, and lines that are not records, may be removed.
    var mayPrune = false
    /// Whether rows that failed are asked again.
    var retriesFailed = false
    /// Whether an answer that lacks places is not one.
    var requiresComplete = false
    /// How many requests a query may take now; `nil` for no bound.
    var maximumRequests: Int?

    /// Whether a record stays, or its row is to be asked again.
    func keeps(_ row: RowOutcome) -> Bool {
      if requiresComplete, !row.isComplete { return false }
      switch row.earlyEnd {
      case .timeUp, .budgetSpent: return false
      // With no more requests than then, the answer would be the same.
      case .maximumSent(let requests): return (maximumRequests ?? .max) <= requests
      case nil: return !(retriesFailed && row.status == .failed)
      }
    }
  }

  private enum Phase {
    /// The rows come in the earlier order, up to this offset.
    case following(length: Int)
    case appending
    case rewriting(LockedFile)
  }

  private let file: LockedFile
  private let rules: Rules
  private let input: FileIdentity?
  private var expectation: RecordExpectation?
  private var records: EarlierRecords
  private var lines: RecordLines
  private var phase = Phase.following(length: 0)

  /// Reads an earlier output once.
  ///
  /// - Throws: When the file cannot be read, is not the output of a batch, or its records are of another source or of other
  ///   queries.
  init(
    file: LockedFile,
    expecting expectation: RecordExpectation?,
    rules: Rules,
    input: FileIdentity? = nil
  ) throws(BatchOutputError) {
    try Self.check(file)
    records = try EarlierRecords(of: file, expecting: expectation, rules: rules)
    self.expectation = expectation
    self.file = file
    self.rules = rules
    self.input = input
    lines = RecordLines(file: file)
    // Whatever follows the last line feed is half a record.
    try file.truncate(to: records.end)
  }

  /// Throws unless the file begins with a record, so that no other file is ever truncated.
  static func check(_ file: LockedFile) throws(BatchOutputError) {
    let start = try file.read(at: 0, upTo: NDJSONRecordWriter.startByteCount)
    guard NDJSONRecordWriter.isStart(start) else { throw .notRecords(path: file.path) }
  }

  /// Whether the rows must be read once before the first is asked, to know what would be lost.
  var needsLossCheck: Bool { !rules.mayPrune && (answers > 0 || records.otherLines > 0) }

  /// How many answers the file had when it was opened.
  var answers: Int { records.answerCount }

  /// What the file would lose if the rows seen so far were all.
  var losses: RecordLosses { records.losses }

  /// Claims the answer to a row's query before anything is asked; see ``endLossCheck()``.
  func claim(_ query: [UInt8]) { records.claim(RowIdentity.fingerprint(of: query[...])) }

  /// Throws when something would be lost that may not be removed.
  func endLossCheck() throws(BatchOutputError) {
    try refuseLosses()
    records.removeClaims()
  }

  /// Finds the record of the next row; called in the order of the input.
  func record(of identity: RowIdentity, number: Int) throws(BatchOutputError) -> EarlierRecord {
    let answer = identity.answerFingerprint
    records.claim(answer)
    let kept = try follow { line in
      outcome(ofRecordNumbered: number, in: line, of: identity).flatMap { rules.keeps($0) ? $0 : nil }
    }
    if let kept { return .inPlace(kept) }
    for offset in records.answers.offsets(of: answer) + records.errors.offsets(of: identity.errorFingerprint) {
      var lines = RecordLines(file: file, from: offset, chunkInBytes: RecordLines.recordInBytes)
      guard let line = try lines.next(), let record = ParsedRecord(line: line),
        isServed(identity, by: record, in: line)
      else { continue }
      let outcome = record.outcome(in: line)
      guard rules.keeps(outcome) else { continue }
      return .moved(identity.record(numbered: number, from: line, record), outcome)
    }
    return .none
  }

  private func outcome(ofRecordNumbered number: Int, in line: [UInt8], of identity: RowIdentity) -> RowOutcome? {
    guard identity.isLocated else { return identity.outcome(ofRecordNumbered: number, in: line) }
    guard let record = ParsedRecord(line: line), record.number == number, identity.isInput(of: record, in: line),
      isServed(identity, by: record, in: line)
    else { return nil }
    return record.outcome(in: line)
  }

  private func isServed(_ identity: RowIdentity, by record: ParsedRecord, in line: [UInt8]) -> Bool {
    let key = identity.isLocated ? expectation?.locatingKey(of: record, in: line) : nil
    return identity.isServed(by: record, in: line, locatingKey: key)
  }

  /// Whether the record of the next row, which cannot be asked, is already in its place.
  func isInPlace(unasked record: [UInt8]) throws(BatchOutputError) -> Bool {
    try follow { line in line.elementsEqual(record.dropLast()) ? RowOutcome(.invalid) : nil } != nil
  }

  /// Writes records that were paid for: first into the old file, which stays if the run is interrupted.
  func write(_ records: [UInt8]) throws(BatchOutputError) {
    try file.write(records)
    if case .rewriting(let fresh) = phase { try fresh.write(records) }
  }

  /// Writes records that the old file has already, or that cost nothing to write again.
  func writeKnown(_ records: [UInt8]) throws(BatchOutputError) {
    if case .rewriting(let fresh) = phase { try fresh.write(records) } else { try file.write(records) }
  }

  /// Completes the output after the last record.
  func finish() throws(BatchOutputError) {
    do throws(BatchOutputError) {
      try refuseLosses()
      try file.finish()
      switch phase {
      case .following(let length): try file.truncate(to: length)
      case .appending: break
      case .rewriting(let fresh): try file.replace(with: fresh)
      }
    } catch {
      abandon()
      throw error
    }
  }

  /// Ends the output early; the old file holds every record.
  func abandon() {
    if case .rewriting(let fresh) = phase { fresh.remove() }
  }

  private func refuseLosses() throws(BatchOutputError) {
    guard rules.mayPrune || losses.isEmpty else { throw .wouldLose(path: file.path, losses) }
  }

  /// Consumes the next earlier record as long as it is the expected one.
  private func follow(_ accept: ([UInt8]) -> RowOutcome?) throws(BatchOutputError) -> RowOutcome? {
    guard case .following(let length) = phase else { return nil }
    if let line = try lines.next(), let outcome = accept(line) {
      phase = .following(length: lines.offset)
      return outcome
    }
    try diverge(at: length)
    return nil
  }

  /// Stops following the earlier output: it has ended, or its next record is of another row.
  private func diverge(at length: Int) throws(BatchOutputError) {
    if length == records.end {
      phase = .appending
      return try file.seek(to: length)
    }
    let fresh = try file.beginReplacement(copying: length, input: input)
    // New records are appended after the last old one.
    try file.seek(to: records.end)
    phase = .rewriting(fresh)
  }
}
