import Domain

/// An output file that holds every answer that was paid for at every moment, and can be resumed.
///
/// While the records are those that the file has already, nothing is written. Where the file ends, the rest is
/// appended. At the first difference a new file is begun beside it, which replaces it in the end; until then answers
/// that were paid for are appended to the old file as well, so that the new one may be lost.
final class JournaledOutput: RecordSink {  // A class, because the position in the file must not be copied.
  private enum Phase {
    /// The records are the earlier ones, up to this offset.
    case following(length: Int)
    case appending
    /// A new file is written, which differs from this offset on.
    case rewriting(LockedFile, from: Int)
  }

  /// What an earlier run has left in the file, and what is done with it.
  enum Earlier {
    /// Nothing: the answers of this run are kept, and looked up for the rows that ask the same.
    case nothing(AnswerStore)
    /// Records whose answers were paid for: they are looked up, and not asked again.
    case paidRecords(AnswerStore)
    /// Records whose answers cost nothing: every row is asked again.
    ///
    /// Those from an offset on are read only where they may be lost.
    case freeRecords(read: (_ start: Int) throws(FileFailure) -> AnswerStore)
    /// A table, whose lines cannot be read as answers.
    ///
    /// What follows its last row is written again.
    case table(mayPrune: Bool, footer: [UInt8])

    /// The answers that are looked up; `nil` where every row is asked.
    fileprivate var store: AnswerStore? {
      switch self {
      case .nothing(let store), .paidRecords(let store): store
      case .freeRecords, .table: nil
      }
    }
  }

  private let file: LockedFile
  private let earlier: Earlier
  private let input: FileIdentity?
  private var header: [UInt8] = []
  /// Where the last whole line of the earlier run ends.
  private let end: Int
  private var phase: Phase

  /// Makes an output of a file that is open.
  ///
  /// - Parameters:
  ///   - file: The file, which is at its beginning.
  ///   - earlier: What it holds.
  ///   - input: The file of the rows, which the output must not replace.
  /// - Throws: When the file cannot be read or cut.
  init(_ file: LockedFile, holding earlier: Earlier, input: FileIdentity?) throws(FileFailure) {
    self.file = file
    self.earlier = earlier
    self.input = input
    if case .nothing = earlier {
      end = 0
      phase = .appending
      return
    }
    var end = try file.endOfLines()
    if case .table(_, let footer) = earlier, !footer.isEmpty, end >= footer.count,
      try file.read(at: end - footer.count, upTo: footer.count) == footer
    {
      end -= footer.count
    }
    self.end = end
    phase = .following(length: 0)
    // Whatever follows the last line feed is half a record; the first line of a table is compared before it goes.
    if case .table = earlier, end == 0 { return }
    try file.truncate(to: end)
  }

  /// Begins a table, whose earlier lines must be below the same header.
  func begin(with header: [UInt8]) throws(FileFailure) {
    guard !header.isEmpty else { return }
    self.header = header
    try file.checkStart(header)
    try write(header)
  }

  func write(_ records: [UInt8]) throws(FileFailure) { _ = try write(records, answering: nil) }

  func write(_ records: [UInt8], answering question: [UInt8]?) throws(FileFailure) -> Bool {
    if case .following(let length) = phase {
      if end == 0, case .table = earlier {
        try file.checkStart(records)
        try file.truncate(to: 0)
      }
      let there = question == nil ? try file.read(at: length, upTo: records.count) : []
      if question == nil, there == records {
        phase = .following(length: length + records.count)
        return true
      }
      if length + there.count == end, records.starts(with: there) {
        try file.truncate(to: length)
        phase = .appending
      } else {
        try checkLines(from: length)
        let fresh = try file.beginReplacement(copying: length, input: input, isOurs: isOurs)
        try file.seek(to: end)
        phase = .rewriting(fresh, from: length)
      }
    }
    let store = earlier.store
    if let question, let store { try store.append(records, answering: question) }
    if case .rewriting(let fresh, _) = phase {
      try fresh.write(records)
    } else if question == nil || store == nil {
      try file.write(records)
    }
    return false
  }

  /// Whether a file begins as this output does, or is empty.
  private func isOurs(_ other: LockedFile) throws(FileFailure) -> Bool {
    guard header.isEmpty else { return try other.begins(with: header) }
    guard case .table = earlier else { return try other.beginsWithRecord() }
    // Rows without a header: the new file is a copy of the beginning of this one.
    return try file.begins(with: other.read(at: 0, upTo: NDJSONRecordWriter.startByteCount))
  }

  func finish() throws(FileFailure) {
    do throws(FileFailure) {
      try checkLosses()
      try file.finish()
      switch phase {
      case .following(let length): if end > 0 { try file.truncate(to: length) }
      case .appending: break
      case .rewriting(let fresh, _): try file.replace(with: fresh)
      }
    } catch {
      abandon()
      throw error
    }
  }

  func abandon() {
    if case .rewriting(let fresh, _) = phase { fresh.remove() }
  }

  /// Throws when the completed output would lack what nobody gave up.
  private func checkLosses() throws(FileFailure) {
    switch earlier {
    case .nothing: break
    case .paidRecords(let store): try store.checkLosses()
    case .freeRecords(let read): try checkRecords(read)
    case .table: if case .following(let length) = phase { try checkLines(from: length) }
    }
  }

  /// Throws when answers that cost nothing would be lost, which were not looked up.
  private func checkRecords(_ read: (_ start: Int) throws(FileFailure) -> AnswerStore) throws(FileFailure) {
    switch phase {
    case .following(let length) where length < end: try read(length).checkLosses()
    case .following, .appending: break
    case .rewriting(let fresh, let start):
      let answers = try read(start)
      var lines = RecordLines(file: fresh, from: start)
      while let line = try lines.next() {
        if let record = ParsedRecord(line: line), record.status != .invalid { answers.claim(record, in: line) }
      }
      try answers.checkLosses()
    }
  }

  /// Throws when lines of a table would be lost that nobody gave up.
  private func checkLines(from start: Int) throws(FileFailure) {
    guard case .table(mayPrune: false, _) = earlier, start < end else { return }
    var lines = RecordLines(file: file, from: start)
    var count = 0
    while try lines.next() != nil { count += 1 }
    guard count > 0 else { return }
    throw FileFailure(path: file.path, reason: .wouldLose(RecordLosses(answers: 0, otherLines: count)))
  }
}
