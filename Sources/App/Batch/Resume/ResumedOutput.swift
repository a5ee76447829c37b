import Domain

/// Continues an output whose answers cost requests: the earlier output is its own journal.
///
/// As long as the rows come as they came before, their records stay where they are. If the earlier output ends there,
/// the rest is appended. If the rows come in another order, a new file is written beside the old one, record by record
/// in the new order, and takes its place in the end; new records are appended to the old file as well, so that it holds
/// every answer at every moment and the new one may be lost.
///
/// No answer leaves the file without a word: those that no row asks for any more go only when the user says so.
final class ResumedOutput {  // A class because two copies would both believe to know where the file stands.
  /// What an earlier output has for a row.
  enum Recollection: Sendable, Hashable {
    /// The record, which stands where it has to.
    case inPlace(RowStatus)
    /// The record, to be written in its new place.
    case moved([UInt8], RowStatus)
    /// Nothing: the row has to be asked.
    case none
  }

  /// How to go on.
  struct Rules: Sendable, Hashable {
    /// Whether answers that no row asks for, and lines that are no records, may go.
    var mayPrune = false
    /// Whether rows that failed are asked again.
    var retriesFailed = false
  }

  private enum Phase {
    /// The rows come as they came before, up to this offset.
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

  /// Opens an earlier output and reads it once.
  ///
  /// - Parameters:
  ///   - file: The output, locked.
  ///   - expectation: What its records have to be.
  ///   - rules: How to go on.
  ///   - input: The file rows are read from.
  /// - Throws: When the file cannot be read, is not the output of a batch, or belongs to another source or to other
  ///   queries.
  init(
    file: LockedFile,
    expecting expectation: RecordExpectation?,
    rules: Rules,
    input: FileIdentity? = nil
  ) throws(BatchOutputError) {
    try Self.check(file)
    records = try EarlierRecords(of: file, expecting: expectation, mayPrune: rules.mayPrune)
    self.expectation = expectation
    self.file = file
    self.rules = rules
    self.input = input
    lines = RecordLines(file: file)
    // Whatever follows the last line feed is half a record.
    try file.truncate(to: records.end)
  }

  /// Refuses a file that does not begin as a record does, so that nothing else is ever cut.
  static func check(_ file: LockedFile) throws(BatchOutputError) {
    let prefix = try file.read(at: 0, upTo: NDJSONRecordWriter.prefix.count)
    guard NDJSONRecordWriter.prefix.starts(with: prefix) else { throw .notRecords(path: file.path) }
  }

  /// Entries of the index of records that were moved in memory; see ``RecordIndex/moved``.
  var entriesMoved: Int { records.answers.moved + records.errors.moved }

  /// Whether the rows have to be read once before the first is asked, to know what would be lost.
  var needsLossCheck: Bool { !rules.mayPrune && (records.answers.count > 0 || records.otherLines > 0) }

  /// How many answers the file had when it was opened.
  var answers: Int { records.answers.count }

  /// What the file will have lost in the end, as far as the rows are known.
  var losses: RecordLosses { records.losses }

  /// Takes note of a row's query before anything is asked; see ``endLossCheck()``.
  func claim(_ query: [UInt8]) { records.answers.claim(RowIdentity.fingerprint(ofAnswerTo: query)) }

  /// Refuses to go on when something would be lost that may not go.
  func endLossCheck() throws(BatchOutputError) {
    try refuseLosses()
    records.answers.forgetClaims()
  }

  /// Looks for the record of the next row; rows have to be looked for in the order of the input.
  func recall(_ identity: RowIdentity, number: Int) throws(BatchOutputError) -> Recollection {
    records.answers.claim(RowIdentity.fingerprint(ofAnswerTo: identity.query))
    if case .following = phase {
      let kept = try follow { line in
        let found = status(ofRecordNumbered: number, in: line, of: identity)
        return found.flatMap { isKept($0) ? $0 : nil }
      }
      if let kept { return .inPlace(kept) }
    }
    let (answer, error) = identity.fingerprints
    for offset in records.answers.offsets(of: answer) + records.errors.offsets(of: error) {
      guard let line = try RecordLines.line(of: file, at: offset), let record = ParsedRecord(line: line),
        isKept(record.status), isServed(identity, by: record, in: line)
      else { continue }
      return .moved(identity.record(numbered: number, outOf: line, record), record.status)
    }
    return .none
  }

  /// How a row ended whose record a line is: this very row's, with this number; `nil` when it is another's.
  private func status(ofRecordNumbered number: Int, in line: [UInt8], of identity: RowIdentity) -> RowStatus? {
    guard identity.isLocated else { return identity.status(ofRecordNumbered: number, in: line) }
    guard let record = ParsedRecord(line: line), record.number == number, identity.isInput(of: record, in: line),
      isServed(identity, by: record, in: line)
    else { return nil }
    return record.status
  }

  private func isServed(_ identity: RowIdentity, by record: ParsedRecord, in line: [UInt8]) -> Bool {
    let key = identity.isLocated ? expectation?.locatingKey(of: record, in: line) : nil
    return identity.isServed(by: record, in: line, locatingKey: key)
  }

  /// Tells whether the next row, which needs no asking, has this very record in its place.
  func recall(unasked record: [UInt8]) throws(BatchOutputError) -> Bool {
    try follow { line in line.elementsEqual(record.dropLast()) ? .invalid : nil } != nil
  }

  /// Writes records that were just made; into the file that will stay first, because they were paid for.
  func write(_ records: [UInt8]) throws(BatchOutputError) {
    try file.write(records)
    if case .rewriting(let fresh) = phase { try fresh.write(records) }
  }

  /// Writes records that the old file has already, or that cost nothing to make again.
  func writeKnown(_ records: [UInt8]) throws(BatchOutputError) {
    if case .rewriting(let fresh) = phase { try fresh.write(records) } else { try file.write(records) }
  }

  /// Makes the output final.
  func finish() throws(BatchOutputError) {
    do throws(BatchOutputError) {
      try refuseLosses()
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

  /// Ends a run that did not come to its end; every record made is in the old file.
  func abandon() {
    if case .rewriting(let fresh) = phase { fresh.remove() }
  }

  /// Whether a record stays, or its row is to be asked again.
  private func isKept(_ status: RowStatus) -> Bool { !(rules.retriesFailed && status == .failed) }

  private func refuseLosses() throws(BatchOutputError) {
    guard rules.mayPrune || losses.isEmpty else { throw .wouldLose(path: file.path, losses) }
  }

  /// Takes the next earlier record as long as it is the right one.
  private func follow(_ accept: ([UInt8]) -> RowStatus?) throws(BatchOutputError) -> RowStatus? {
    guard case .following(let length) = phase else { return nil }
    if let line = try lines.next(), let status = accept(line) {
      phase = .following(length: lines.offset)
      return status
    }
    try part(at: length)
    return nil
  }

  /// Leaves the order of the earlier output: nothing is left to follow, or the next record belongs to another row.
  private func part(at length: Int) throws(BatchOutputError) {
    if length == records.end {
      phase = .appending
      return try file.seek(to: length)
    }
    let fresh = try file.beginReplacement(copying: length, input: input)
    // New records are appended behind the last old one.
    try file.seek(to: records.end)
    phase = .rewriting(fresh)
  }
}
