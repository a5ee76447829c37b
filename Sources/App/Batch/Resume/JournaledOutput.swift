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

  private let file: LockedFile
  private let store: AnswerStore?
  private let input: FileIdentity?
  /// Reads the earlier records from an offset; `nil` for a table, whose lines cannot be read as answers.
  private let readRest: ((_ start: Int) throws(BatchOutputError) -> AnswerStore)?
  private let mayPrune: Bool
  private var header: [UInt8] = []
  private let end: Int
  private var phase: Phase

  init(_ store: AnswerStore) {
    file = store.file
    self.store = store
    input = nil
    end = 0
    phase = .appending
    mayPrune = false
    readRest = { (_: Int) throws(BatchOutputError) in store }
  }

  init(
    resuming file: LockedFile,
    _ store: AnswerStore?,
    input: FileIdentity?,
    mayPrune: Bool = false,
    readRest: ((_ start: Int) throws(BatchOutputError) -> AnswerStore)?
  ) throws(BatchOutputError) {
    self.file = file
    self.store = store
    self.input = input
    self.readRest = readRest
    self.mayPrune = mayPrune
    // Whatever follows the last line feed is half a record; the first line of a table is compared before it goes.
    end = try file.endOfLines()
    if end > 0 || readRest != nil { try file.truncate(to: end) }
    phase = .following(length: 0)
  }

  /// Begins a table, whose earlier lines must be below the same header.
  func begin(with header: [UInt8]) throws(BatchOutputError) {
    guard !header.isEmpty else { return }
    self.header = header
    try file.checkStart(header)
    try write(header)
  }

  func write(_ records: [UInt8]) throws(BatchOutputError) { _ = try write(records, answering: nil) }

  func write(_ records: [UInt8], answering question: [UInt8]?) throws(BatchOutputError) -> Bool {
    if case .following(let length) = phase {
      if end == 0, readRest == nil {
        try file.checkStart(records)
        try file.truncate(to: 0)
      }
      let earlier = question == nil ? try file.read(at: length, upTo: records.count) : []
      if question == nil, earlier == records {
        phase = .following(length: length + records.count)
        return true
      }
      if length + earlier.count == end, records.starts(with: earlier) {
        try file.truncate(to: length)
        phase = .appending
      } else {
        try checkLines(from: length)
        let fresh = try file.beginReplacement(copying: length, header: header, input: input)
        try file.seek(to: end)
        phase = .rewriting(fresh, from: length)
      }
    }
    if let question, let store { try store.append(records, answering: question) }
    if case .rewriting(let fresh, _) = phase {
      try fresh.write(records)
    } else if question == nil || store == nil {
      try file.write(records)
    }
    return false
  }

  func finish() throws(BatchOutputError) {
    do throws(BatchOutputError) {
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

  private func checkLosses() throws(BatchOutputError) {
    if let store { return try store.checkLosses() }
    switch phase {
    case .following(let length) where length < end:
      try checkLines(from: length)
      try readRest?(length).checkLosses()
    case .following, .appending: break
    case .rewriting(let fresh, let start):
      guard let earlier = try readRest?(start) else { break }
      var lines = RecordLines(file: fresh, from: start)
      while let line = try lines.next() {
        if let record = ParsedRecord(line: line), record.status != .invalid { earlier.claim(record, in: line) }
      }
      try earlier.checkLosses()
    }
  }

  /// Throws when lines of a table would be lost that nobody gave up.
  private func checkLines(from start: Int) throws(BatchOutputError) {
    guard readRest == nil, !mayPrune else { return }
    var lines = RecordLines(file: file, from: start)
    var count = 0
    while try lines.next() != nil { count += 1 }
    if count > 0 { throw .wouldLose(path: file.path, RecordLosses(answers: 0, otherLines: count)) }
  }
}
