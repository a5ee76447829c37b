import Domain
import PlaceIndex

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A store in one file: a header that identifies it, then one record per line.
///
/// Writers hold the directory's lock, and either append whole lines or replace the file. Readers take no lock: they see the
/// file before or after, and during an append possibly an incomplete last line, which is ignored. A file that is not ours
/// or has a newer version is never changed.
struct RecordFile: Sendable {
  /// The directory of the file.
  let directory: StoreDirectory
  /// The file's name, which is also in its header.
  let name: String
  /// Whether the file is synchronized to survive a power failure: true for the user's own data.
  let isSynced: Bool

  /// The version of the format; older ones are read, newer ones left unchanged.
  static let version = 1
  /// The maximum size of a store, in bytes.
  static let maximumFileByteCount = 64 << 20

  private var header: [UInt8] { Array("{\"placefind\":\"\(name)\",\"version\":\(Self.version)}\n".utf8) }

  /// Returns the records, in the order of the file; none without a file.
  ///
  /// Lines that are not JSON are skipped.
  ///
  /// - Throws: When the file cannot be read, or is not ours.
  func records() throws(StoreError) -> [JSONTree] { try lines().compactMap(\.record) }

  /// Returns the lines after the header, in the order of the file, readable or not; none without a file.
  ///
  /// - Throws: When the file cannot be read, or is not ours.
  func lines() throws(StoreError) -> [StoredLine] { try contents()?.lines ?? [] }

  /// Returns the content of the file: its header, unchanged, and its lines; `nil` without a file or a header.
  private func contents() throws(StoreError) -> (header: ArraySlice<UInt8>, lines: [StoredLine])? {
    guard let bytes = try directory.contents(of: name, limit: Self.maximumFileByteCount),
      let start = try endOfHeader(in: bytes), let lineFeed = bytes.lastIndex(of: 0x0A)
    else { return nil }
    // A file that is only replaced has no incomplete line: a last line without a line feed was written by hand.
    let end = isSynced ? bytes.count : max(start, lineFeed + 1)
    return (bytes[..<start], bytes[start..<end].split(separator: 0x0A).map { StoredLine(reading: Array($0)) })
  }

  /// Appends records.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - limit: The size in bytes beyond which the oldest records are removed, until half of it is left.
  /// - Throws: When the file cannot be written, or is not ours; the file is then unchanged.
  func append(_ records: [JSONTree], limit: Int = .max) throws(StoreError) {
    let lines = Self.lines(records)
    try directory.locked { () throws(StoreError) in
      let size = try append(lines)
      guard size > limit, let bytes = try directory.contents(of: name, limit: Self.maximumFileByteCount),
        let headerEnd = try endOfHeader(in: bytes)
      else { return }
      // The records just appended always stay.
      let cut = min(bytes.count - lines.count, bytes.count - limit / 2)
      guard let end = bytes[cut...].firstIndex(of: 0x0A), cut > headerEnd else { return }
      let start = bytes[cut - 1] == 0x0A ? cut : min(end + 1, bytes.count - lines.count)
      try directory.replace(name, with: Array(bytes[..<headerEnd]) + bytes[start...], isSynced: isSynced)
    }
  }

  /// Changes the lines under the lock.
  ///
  /// Lines that are not changed keep every byte.
  ///
  /// - Parameter change: Changes the lines and returns whether it did.
  /// - Throws: When the file cannot be read or written, or is not ours; the file is then unchanged.
  func update(_ change: (inout [StoredLine]) -> Bool) throws(StoreError) {
    try directory.locked { () throws(StoreError) in
      let contents = try contents()
      var lines = contents?.lines ?? []
      guard change(&lines) else { return }
      var bytes = contents.map { Array($0.header) } ?? header
      for line in lines { bytes += line.bytes + [0x0A] }
      try directory.replace(name, with: bytes, isSynced: isSynced)
    }
  }

  /// Removes every line, readable or not; creates no file.
  ///
  /// - Throws: When the file cannot be read or written, or is not ours; the file is then unchanged.
  func clear() throws(StoreError) {
    guard let bytes = try directory.contents(of: name, limit: Self.maximumFileByteCount), !bytes.isEmpty else { return }
    try directory.locked { () throws(StoreError) in
      guard let bytes = try directory.contents(of: name, limit: Self.maximumFileByteCount),
        let headerEnd = try endOfHeader(in: bytes), headerEnd < bytes.count
      else { return }
      try directory.replace(name, with: Array(bytes[..<headerEnd]), isSynced: isSynced)
    }
  }

  /// Returns an error with the number of lines that cannot be read, for the user to be told.
  ///
  /// - Parameters:
  ///   - lines: The lines.
  ///   - isReadable: Whether a record can be read.
  /// - Returns: The error; `nil` when every line can be read.
  func passedOver(_ lines: [StoredLine], isReadable: (JSONTree) -> Bool) -> StoreError? {
    let count = lines.count { !($0.record.map(isReadable) ?? false) }
    guard count > 0, let path = try? directory.file(name) else { return nil }
    return .linesPassedOver(path: path, count: count)
  }

  private static func lines(_ records: [JSONTree]) -> [UInt8] {
    var bytes: [UInt8] = []
    for record in records {
      bytes += record.line
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Returns where the first record begins; `nil` when there is no header yet.
  ///
  /// - Throws: When the file is not ours or has a newer version.
  private func endOfHeader(in bytes: [UInt8]) throws(StoreError) -> Int? {
    guard !bytes.isEmpty else { return nil }
    guard let end = bytes.firstIndex(of: 0x0A) else {
      // An incomplete header is ours, and is written again.
      if header.starts(with: bytes) { return nil }
      throw .notAStore(path: try directory.file(name))
    }
    let tree = JSONTree(reading: Array(bytes[..<end]))
    guard tree?["placefind"]?.string == name, let version = tree?["version"]?.integer, version >= 1 else {
      throw .notAStore(path: try directory.file(name))
    }
    guard version <= Self.version else {
      throw .newerVersion(path: try directory.file(name), version: version, supported: Self.version)
    }
    return end + 1
  }

  /// Appends lines under the lock.
  ///
  /// - Returns: The size of the file.
  private func append(_ lines: [UInt8]) throws(StoreError) -> Int {
    let path = try directory.file(name)
    try directory.refuseSecret(in: lines, for: path)
    let descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = errno
      guard error != EISDIR else { throw .notAStore(path: path) }
      guard error == ENOENT else { throw .unwritable(path: path, reason: SystemError(number: error).reason) }
      let bytes = header + lines
      try directory.replace(name, with: bytes, isSynced: isSynced)
      return bytes.count
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .notAStore(path: path)
    }
    let size = Int(status.st_size)
    let front = Self.read(descriptor, at: 0, count: min(size, 256))
    guard try endOfHeader(in: front) != nil else {
      let bytes = header + lines
      try directory.replace(name, with: bytes, isSynced: isSynced)
      return bytes.count
    }
    let end = Self.endOfLastLine(descriptor, size: size)
    if end < size, ftruncate(descriptor, off_t(end)) != 0 {
      throw .unwritable(path: path, reason: SystemError(number: errno).reason)
    }
    guard Self.write(lines, to: descriptor) else {
      let reason = SystemError(number: errno).reason
      ftruncate(descriptor, off_t(end))
      throw .unwritable(path: path, reason: reason)
    }
    if isSynced { fsync(descriptor) }
    return end + lines.count
  }

  /// Returns where the last complete line ends; a killed process may have left an incomplete one after it.
  private static func endOfLastLine(_ descriptor: CInt, size: Int) -> Int {
    var end = size
    while end > 0 {
      let start = max(0, end - 65_536)
      let bytes = read(descriptor, at: start, count: end - start)
      if let last = bytes.lastIndex(of: 0x0A) { return start + last + 1 }
      guard !bytes.isEmpty else { return size }
      end = start
    }
    return 0
  }

  private static func read(_ descriptor: CInt, at offset: Int, count: Int) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer holds `count` bytes and no more are asked for.
      filled = unsafe max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
    }
  }

  /// Writes the bytes in one call, so that they are incomplete only when the disk is full.
  private static func write(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
    unsafe bytes.withUnsafeBytes { buffer in
      while true {
        let count = unsafe systemWrite(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno == EINTR { continue }
        if count >= 0, count < buffer.count { errno = ENOSPC }
        return count == buffer.count
      }
    }
  }
}

/// Writes to a descriptor; a method of the same name hides the C function.
@unsafe
func systemWrite(_ descriptor: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
