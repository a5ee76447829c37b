import Domain
import Tables

/// A store in one file: a header that identifies it, then one record per line.
///
/// Writers hold the directory's lock, and either append whole lines or replace the file. Readers take no lock: they see
/// the file before or after a change and, during an append, possibly an incomplete last line, which is ignored. A file
/// without the header is never changed.
struct RecordFile: Sendable {
  let directory: StoreDirectory
  /// The name of the file, which is also in its header.
  let name: String
  /// Whether the file is synchronised to survive a power failure, as for the user's own data.
  let isSynced: Bool

  /// The maximum size of the file in bytes.
  ///
  /// It is read completely.
  var maximumByteCount = 64 << 20

  private var header: [UInt8] { Array("{\"placefind\":\"\(name)\",\"version\":1}\n".utf8) }

  /// Returns the records in the order of the file; empty without a file.
  ///
  /// Lines that are not JSON are skipped.
  ///
  /// - Throws: An error if the file can't be read, or isn't this store.
  func records() throws(StoreError) -> [JSONValue] { try lines().compactMap(\.record) }

  /// Returns the lines after the header in order, readable or not; empty without a file.
  ///
  /// With a text, lines that can't contain it are omitted without parsing.
  func lines(mentioning text: String? = nil) throws(StoreError) -> [StoredLine] {
    try lines(in: try directory.contents(of: name, limit: maximumByteCount), mentioning: text)
  }

  /// Returns the values of lines, and records the number of lines without one.
  func values<Value>(of lines: [StoredLine], log: StoreErrorLog, _ read: (JSONValue) -> Value?) -> [Value] {
    let values = lines.compactMap { $0.record.flatMap(read) }
    if values.count < lines.count, let path = try? directory.file(name) {
      log.note(.linesIgnored(path: path, count: lines.count - values.count))
    }
    return values
  }

  /// Returns the lines of a file; empty without a file or a header.
  private func lines(in bytes: [UInt8]?, mentioning text: String? = nil) throws(StoreError) -> [StoredLine] {
    guard let bytes, let start = try endOfHeader(in: bytes), let lineFeed = bytes.lastIndex(of: 0x0A) else {
      return []
    }
    // A file that is only replaced has no incomplete line: a last line without a line feed was written by hand.
    let end = isSynced ? bytes.count : max(start, lineFeed + 1)
    let wanted = Array((text ?? "").utf8)
    let lines = bytes[start..<end].split(separator: 0x0A).filter { text == nil || Self.mayMention($0.span, wanted) }
    return lines.map { StoredLine(reading: Array($0)) }
  }

  /// Returns whether a line contains some bytes, or an escape that may represent them.
  private static func mayMention(_ line: Span<UInt8>, _ wanted: [UInt8]) -> Bool {
    ByteSearch.finds(wanted.span, in: line) || ByteSearch.finds([UInt8(ascii: "\\")].span, in: line)
  }

  /// Appends records.
  func append(_ records: [JSONValue], limit: Int = .max) async throws(StoreError) {
    try await directory.locked { () throws(StoreError) in try add(records, limit: limit) }
  }

  /// Appends records under the lock.
  private func add(_ records: [JSONValue], limit: Int) throws(StoreError) {
    let lines: [UInt8] = records.flatMap { $0.line + [0x0A] }
    guard try !appendInPlace(lines, limit: limit) else { return }
    try rewrite { (before) throws(StoreError) -> [UInt8]? in
      guard let before, let headerEnd = try endOfHeader(in: before) else { return header + lines }
      // A killed process may have left an incomplete line.
      let end = (before.lastIndex(of: 0x0A) ?? 0) + 1
      let bytes = before[..<end] + lines
      // The newly appended records always stay.
      let cut = min(end, bytes.count - limit / 2)
      guard bytes.count > limit, cut > headerEnd, let lineFeed = bytes[(cut - 1)...].firstIndex(of: 0x0A) else {
        return Array(bytes)
      }
      return header + bytes[min(lineFeed + 1, end)...]
    }
  }

  /// Changes the lines under the lock.
  ///
  /// Unchanged lines keep their bytes.
  func update(_ change: (inout [StoredLine]) -> Bool) async throws(StoreError) {
    try await directory.locked { () throws(StoreError) in
      try rewrite { (before) throws(StoreError) -> [UInt8]? in
        var lines = try lines(in: before)
        guard change(&lines) else { return nil }
        var bytes = header
        for line in lines { bytes += line.bytes + [0x0A] }
        return bytes
      }
    }
  }

  /// Removes all lines, readable or not; doesn't create a file.
  func clear() async throws(StoreError) {
    guard let bytes = try directory.contents(of: name, limit: maximumByteCount), !bytes.isEmpty else { return }
    try await directory.locked { () throws(StoreError) in
      try rewrite { (before) throws(StoreError) -> [UInt8]? in
        guard let before, let headerEnd = try endOfHeader(in: before), headerEnd < before.count else { return nil }
        return header
      }
    }
  }

  private func rewrite(_ change: ([UInt8]?) throws(StoreError) -> [UInt8]?) throws(StoreError) {
    try directory.rewrite(name, limit: maximumByteCount, isSynced: isSynced) { (before) throws(StoreError) in
      let after = try change(before)
      // A larger file couldn't be read again.
      if let after, after.count > maximumByteCount {
        throw .full(path: try directory.file(name), limit: maximumByteCount)
      }
      return after
    }
  }

  /// Returns the offset of the first record; `nil` if there is no header yet.
  private func endOfHeader(in bytes: [UInt8]) throws(StoreError) -> Int? {
    let header = header
    if bytes.starts(with: header) { return header.count }
    // An incomplete header belongs to this store, and is written again.
    if header.starts(with: bytes) { return nil }
    throw .notAStore(path: try directory.file(name))
  }

  /// Appends lines to the existing file, under the lock.
  ///
  /// - Returns: Whether the lines were appended; `false` if the file must be replaced: it is missing, has no header,
  /// would exceed the limit, or must survive a power failure.
  private func appendInPlace(_ lines: [UInt8], limit: Int) throws(StoreError) -> Bool {
    guard !isSynced, let file = try directory.openFile(name, for: .appending) else { return false }
    let byteCount = try file.byteCount()
    guard try endOfHeader(in: try file.bytes(at: 0, count: min(byteCount, header.count))) != nil else { return false }
    let end = try Self.endOfLastLine(of: file, byteCount: byteCount)
    guard end + lines.count <= min(limit, maximumByteCount) else { return false }
    try directory.refuseSecret(in: lines, for: try directory.file(name))
    if end < byteCount { try file.cut(to: end) }
    do throws(StoreError) { try file.append(lines) } catch {
      try? file.cut(to: end)
      throw error
    }
    return true
  }

  private static func endOfLastLine(of file: StoreFile, byteCount: Int) throws(StoreError) -> Int {
    var end = byteCount
    while end > 0 {
      let start = max(0, end - 65_536)
      if let last = try file.bytes(at: start, count: end - start).lastIndex(of: 0x0A) { return start + last + 1 }
      end = start
    }
    return 0
  }
}
