/// Resumes an output whose answers cost nothing: everything is answered again, and compared with the file.
///
/// While the answers equal those of the file, nothing is written. Where the file ends, the rest is appended. At the first
/// difference a new file is begun beside the old one. It replaces the old one in the end, unless that holds answers to
/// queries that the new one does not answer.
///
/// Comparing notices that an index has other data, which a journal of finished rows would not, and only reads the part of
/// the output that is unchanged.
struct ComparingSink: RecordSink {
  private enum Phase {
    /// Everything before this offset is unchanged.
    case comparing(offset: Int)
    case appending
    /// The new file, and the offset from which it differs.
    case rewriting(LockedFile, from: Int)
  }

  private let file: LockedFile
  private var expectation: RecordExpectation?
  private let mayPrune: Bool
  private let input: FileIdentity?
  private var phase = Phase.comparing(offset: 0)

  /// Makes a sink over an earlier output; it may prune answers that no row asks for, and lines that are not records.
  ///
  /// - Throws: When the file cannot be read, is not the output of a batch, or its first answer is of another source or of
  ///   another query.
  init(file: LockedFile, expecting expectation: RecordExpectation?, mayPrune: Bool, input: FileIdentity? = nil)
    throws(BatchOutputError)
  {
    try ResumedOutput.check(file)
    if let expectation { try EarlierRecords.checkFirst(of: file, expecting: expectation, mayPrune: mayPrune) }
    self.file = file
    self.expectation = expectation
    self.mayPrune = mayPrune
    self.input = input
  }

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    switch phase {
    case .comparing(let offset):
      let earlier = try file.read(at: offset, upTo: records.count)
      if earlier == records {
        phase = .comparing(offset: offset + records.count)
      } else {
        try diverge(from: earlier, at: offset, records)
      }
    case .appending: try file.write(records)
    case .rewriting(let fresh, _): try fresh.write(records)
    }
  }

  mutating func finish() throws(BatchOutputError) {
    do throws(BatchOutputError) {
      try file.finish()
      switch phase {
      case .comparing(let offset):
        try refuseLosses(EarlierRecords(of: file, from: offset, expecting: expectation, rules: rules).losses)
        try file.truncate(to: offset)
      case .appending: break
      case .rewriting(let fresh, let offset):
        if !mayPrune || expectation != nil { try compare(fresh, from: offset) }
        try file.replace(with: fresh)
      }
    } catch {
      abandon()
      throw error
    }
  }

  mutating func abandon() {
    if case .rewriting(let fresh, _) = phase { fresh.remove() }
  }

  /// Continues from the first record that differs.
  private mutating func diverge(from earlier: [UInt8], at offset: Int, _ records: [UInt8]) throws(BatchOutputError) {
    let same = zip(earlier, records).prefix { $0 == $1 }.count
    let lineStart = (records[..<same].lastIndex(of: Ascii.lineFeed) ?? -1) + 1
    let rest = Array(records[lineStart...])
    var lines = RecordLines(file: file, from: offset + lineStart)
    if try lines.next() == nil {
      // The rest of the old file is half a record, if anything.
      try file.truncate(to: offset + lineStart)
      try file.write(rest)
      phase = .appending
    } else {
      let fresh = try file.beginReplacement(copying: offset + lineStart, input: input)
      phase = .rewriting(fresh, from: offset + lineStart)
      try fresh.write(rest)
    }
  }

  /// Counts the old answers whose queries the new file does not answer.
  private mutating func compare(_ fresh: LockedFile, from offset: Int) throws(BatchOutputError) {
    let rules = ResumedOutput.Rules(mayPrune: true)
    var earlier = try EarlierRecords(of: file, from: offset, expecting: expectation, rules: rules)
    var lines = RecordLines(file: fresh, from: offset)
    while let line = try lines.next() {
      guard let record = ParsedRecord(line: line), record.status != .invalid else { continue }
      let key = expectation?.locatingKey(of: record, in: line) ?? Array(line[record.query])
      earlier.claim(RowIdentity.fingerprint(of: key[...]))
    }
    try refuseLosses(earlier.losses)
  }

  private var rules: ResumedOutput.Rules { ResumedOutput.Rules(mayPrune: mayPrune) }

  private func refuseLosses(_ losses: RecordLosses) throws(BatchOutputError) {
    guard mayPrune || losses.isEmpty else { throw .wouldLose(path: file.path, losses) }
  }
}
