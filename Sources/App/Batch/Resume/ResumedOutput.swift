import Domain

/// Continues an output whose answers cost requests: the earlier output is its own journal.
///
/// As long as the rows come as they came before, their records stay where they are. If the earlier output ends there,
/// the rest is appended. If the rows come in another order, a new file is written beside the old one, record by record
/// in the new order, and takes its place in the end; new records are appended to the old file as well, so that it holds
/// every answer at every moment and the new one may be lost.
struct ResumedOutput: RecordSink {
  /// What an earlier output has for a row.
  enum Recollection: Sendable, Hashable {
    /// The record, which stands where it has to.
    case inPlace(RowStatus)
    /// The record, to be written in its new place.
    case moved([UInt8], RowStatus)
    /// Nothing: the row has to be asked.
    case none
  }

  private enum Phase {
    case following(RecordLines, length: Int)
    case appending
    case rewriting(LockedFile)
  }

  private let file: LockedFile
  private let provenance: Provenance?
  private var index = RecordIndex()
  private var phase: Phase

  /// Opens an earlier output.
  ///
  /// - Parameters:
  ///   - file: The output, locked.
  ///   - provenance: Who would answer now; records that somebody else answered do not count.
  /// - Throws: When the file cannot be read, or is not the output of a batch.
  init(file: LockedFile, provenance: Provenance?) throws(BatchOutputError) {
    try Self.check(file)
    self.file = file
    self.provenance = provenance
    phase = .following(RecordLines(file: file), length: 0)
  }

  /// Refuses a file that does not begin as a record does, so that nothing else is ever cut.
  static func check(_ file: LockedFile) throws(BatchOutputError) {
    let head = try file.read(at: 0, upTo: NDJSONRecordWriter.lead.count)
    guard NDJSONRecordWriter.lead.starts(with: head) else { throw .notRecords(path: file.path) }
  }

  /// Looks for the record of the next row; rows have to be looked for in the order of the input.
  mutating func recall(_ identity: RowIdentity, number: Int) throws(BatchOutputError) -> Recollection {
    let status = try follow { [provenance] line -> RowStatus? in
      guard let record = RecordAnatomy(line: line), record.number == number,
        Self.isCurrent(record, in: line, provenance), identity.isRow(of: record, in: line)
      else { return nil }
      return record.status
    }
    if let status { return .inPlace(status) }
    for offset in identity.fingerprints.flatMap(index.offsets) {
      guard let line = try RecordLines.line(of: file, at: offset), let record = RecordAnatomy(line: line),
        Self.isCurrent(record, in: line, provenance), identity.isServed(by: record, in: line)
      else { continue }
      return .moved(identity.record(numbered: number, outOf: line, record), record.status)
    }
    return .none
  }

  /// Tells whether the next row, which needs no asking, has this very record in its place.
  mutating func recall(unasked record: [UInt8]) throws(BatchOutputError) -> Bool {
    try follow { line -> Bool? in line.elementsEqual(record.dropLast()) ? true : nil } ?? false
  }

  /// Writes records that were just made.
  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    if case .rewriting(let fresh) = phase { try fresh.write(records) }
    try file.write(records)
  }

  /// Writes records that the old file has already, or that can be had again for nothing.
  mutating func writeKnown(_ records: [UInt8]) throws(BatchOutputError) {
    if case .rewriting(let fresh) = phase { try fresh.write(records) } else { try file.write(records) }
  }

  mutating func finish() throws(BatchOutputError) {
    switch phase {
    case .following(_, let length): try file.truncate(to: length)
    case .appending: break
    case .rewriting(let fresh): try file.replace(with: fresh)
    }
  }

  /// Ends a run that did not come to its end; every record made is in the old file.
  mutating func abandon() {
    if case .rewriting(let fresh) = phase { fresh.remove() }
  }

  /// Takes the next earlier record as long as it is the right one.
  private mutating func follow<Match>(
    _ accept: ([UInt8]) -> Match?
  ) throws(BatchOutputError) -> Match? {
    guard case .following(var lines, let length) = phase else { return nil }
    if let line = try lines.next(), let result = accept(line) {
      if let record = RecordAnatomy(line: line), record.status != .invalid {
        index.insert(fingerprint: RowIdentity.fingerprint(of: record, in: line), offset: length)
      }
      phase = .following(lines, length: lines.offset)
      return result
    }
    try part(at: length)
    return nil
  }

  /// Leaves the order of the earlier output: nothing is left to follow, or the next record belongs to another row.
  private mutating func part(at length: Int) throws(BatchOutputError) {
    var lines = RecordLines(file: file, from: length)
    var offset = length
    var hasMore = false
    while let line = try lines.next() {
      if let record = RecordAnatomy(line: line) {
        index.insert(fingerprint: RowIdentity.fingerprint(of: record, in: line), offset: offset)
        hasMore = true
      }
      offset = lines.offset
    }
    // Whatever follows the last line feed is half a record.
    try file.truncate(to: offset)
    index.sort()
    guard hasMore else {
      try file.truncate(to: length)
      phase = .appending
      return
    }
    let fresh = try LockedFile(path: file.path + ".rewrite", existing: .replace, input: nil)
    var copied = 0
    while copied < length {
      let piece = try file.read(at: copied, upTo: min(1 << 20, length - copied))
      try fresh.write(piece)
      copied += piece.count
      guard !piece.isEmpty else { break }
    }
    phase = .rewriting(fresh)
  }

  /// Whether a record is an answer of the source that would answer now.
  private static func isCurrent(_ record: RecordAnatomy, in line: [UInt8], _ provenance: Provenance?) -> Bool {
    guard let provenance, record.status == .ok || record.status == .empty else { return true }
    var source: String?
    var attribution: String?
    var scanner = JSONScanner(line, record.meta)
    _ = scanner.scanObject { key, _, value in
      if line[key].elementsEqual("source".utf8) { source = value.text(in: line) }
      if line[key].elementsEqual("attribution".utf8) { attribution = value.text(in: line) }
    }
    return source == provenance.source.rawValue && attribution == provenance.attribution
  }
}
