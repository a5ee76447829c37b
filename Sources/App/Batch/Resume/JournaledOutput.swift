import Domain
import System

/// An output file that contains every paid result at any time, and can be resumed.
///
/// While the records equal those in the file, nothing is written. At the end of the file, further records are appended.
/// At the first difference, a new file is begun next to it, which replaces it at the end. Until then, paid results are
/// also appended to the old file, so that the new file may be lost.
final class JournaledOutput: RecordSink {  // A class, because the position in the file must not be copied.
  private enum Phase {
    /// The records equal the earlier ones up to this offset.
    case following(length: Int)
    case appending
    /// A new file is written, which differs from this offset on.
    case rewriting(LockedFile, from: Int)
  }

  /// The content of the file from an earlier run, and its use.
  enum EarlierContent {
    /// No content.
    ///
    /// The results of this run are stored and reused for rows with the same query.
    case nothing(OutputRecords)
    /// Records whose results were paid for.
    ///
    /// They are reused instead of sending their queries again.
    case paidRecords(OutputRecords)
    /// Records whose results cost nothing.
    ///
    /// Every query is run again.
    ///
    /// The records from an offset are read only if they may be lost.
    case freeRecords(read: (_ start: Int) throws(FileFailure) -> OutputRecords)
    /// A table, whose lines can't be read as results.
    ///
    /// The footer after its last row is written again.
    case table(mayPrune: Bool, footer: [UInt8])

    /// The results to reuse; `nil` if every query is run.
    fileprivate var store: OutputRecords? {
      switch self {
      case .nothing(let store), .paidRecords(let store): store
      case .freeRecords, .table: nil
      }
    }
  }

  private let file: LockedFile
  private let earlier: EarlierContent
  private let input: FileIdentity?
  private var header: [UInt8] = []
  /// The end of the last complete line of the earlier run.
  private let end: Int
  private var phase: Phase

  /// Makes an output of an open file.
  ///
  /// - Parameters:
  ///   - file: The file, at its beginning.
  ///   - earlier: The content of the file.
  ///   - input: The file of the rows, which the output must not replace.
  /// - Throws: An error if the file can't be read or truncated.
  init(_ file: LockedFile, holding earlier: EarlierContent, input: FileIdentity?) throws(FileFailure) {
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
    // Text after the last line feed is an incomplete record. The first line of a table is compared before it is
    // removed.
    if case .table = earlier, end == 0 { return }
    try file.truncate(to: end)
  }

  /// Begins a table.
  ///
  /// The lines of an earlier run must have the same header.
  func begin(with header: [UInt8]) throws(FileFailure) {
    guard !header.isEmpty else { return }
    self.header = header
    try file.checkStart(header)
    try write(header)
  }

  func write(_ records: [UInt8]) throws(FileFailure) { _ = try write(records, forKey: nil) }

  func write(_ records: [UInt8], forKey key: [UInt8]?) throws(FileFailure) -> Bool {
    if case .following(let length) = phase {
      if end == 0, case .table = earlier {
        try file.checkStart(records)
        try file.truncate(to: 0)
      }
      let there = key == nil ? try file.read(at: length, upTo: records.count) : []
      if key == nil, there == records {
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
    if let key, let store { try store.append(records, forKey: key) }
    if case .rewriting(let fresh, _) = phase {
      try fresh.write(records)
    } else if key == nil || store == nil {
      try file.write(records)
    }
    return false
  }

  /// Returns whether a file begins like this output, or is empty.
  private func isOurs(_ other: LockedFile) throws(FileFailure) -> Bool {
    guard header.isEmpty else { return try other.begins(with: header) }
    guard case .table = earlier else { return try other.beginsWithRecord() }
    // Without a header, the new file is a copy of the beginning of this file.
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

  /// Throws if the completed output would lack records that may not be removed.
  private func checkLosses() throws(FileFailure) {
    switch earlier {
    case .nothing: break
    case .paidRecords(let store): try store.checkLosses()
    case .freeRecords(let read): try checkRecords(read)
    case .table: if case .following(let length) = phase { try checkLines(from: length) }
    }
  }

  /// Throws if free results would be lost that weren't looked up.
  private func checkRecords(_ read: (_ start: Int) throws(FileFailure) -> OutputRecords) throws(FileFailure) {
    switch phase {
    case .following(let length) where length < end: try read(length).checkLosses()
    case .following, .appending: break
    case .rewriting(let fresh, let start):
      let earlier = try read(start)
      var lines = RecordLines(file: fresh, from: start)
      while let line = try lines.next() {
        if let record = ParsedRecord(line: line), record.status != .invalid { earlier.claim(record, in: line) }
      }
      try earlier.checkLosses()
    }
  }

  /// Throws if lines of a table would be lost without `--prune`.
  private func checkLines(from start: Int) throws(FileFailure) {
    guard case .table(mayPrune: false, _) = earlier, start < end else { return }
    var lines = RecordLines(file: file, from: start)
    var count = 0
    while try lines.next() != nil { count += 1 }
    guard count > 0 else { return }
    throw FileFailure(path: file.path, reason: .wouldLose(RecordLosses(results: 0, otherLines: count)))
  }
}
