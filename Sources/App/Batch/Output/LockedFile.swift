import Synchronization

/// An output file that only one run at a time may write.
///
/// The system releases the lock with the process, however that ends.
final class LockedFile: RecordSink, Sendable {
  enum Existing: Sendable, Hashable {
    case refuse
    case replace
    case resume
  }

  let path: String
  let descriptor: FileDescriptor
  private let start = Mutex<Start?>(Start())

  /// What remains to be done by the first write; a run that fails before it leaves the path as it was.
  private struct Start {
    /// Whether this run has made the file.
    var isNew = false
    /// Whether an earlier file is emptied.
    var isReplacing = false
    var header: [UInt8] = []
  }

  init(path: String, existing: Existing, input: FileIdentity?) throws(BatchOutputError) {
    // O_RDWR to read records again; devices and pipes may only be writable.
    let identity = FileIdentity(path: path)
    let isRegular = identity?.isRegular ?? true
    let number: CInt
    do throws(SystemError) {
      number = try isRegular ? Self.opened(path) : FileDescriptor(writingTo: path).number
    } catch { throw .unwritable(path: path, reason: error.reasonForWriting) }
    self.path = path
    descriptor = FileDescriptor(number: number)
    guard let opened = FileIdentity(descriptor: number), isRegular else {
      if existing == .resume { throw .notResumable(path: path) }
      return
    }
    if let input, opened.isSameFile(as: input) { throw .sameAsInput(path: path) }
    if flock(number, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last()
      // Some file systems have no locks; waiting for another run would never end there.
      guard error.code == EWOULDBLOCK else { throw .unwritable(path: path, reason: error.reason) }
      throw .busy(path: path)
    }
    // Between opening and locking, another run may have replaced the file.
    guard let current = FileIdentity(path: path), current.isSameFile(as: opened) else { throw .busy(path: path) }
    switch existing {
    case .refuse: if current.sizeInBytes > 0 { throw .exists(path: path) }
    case .replace: start.withLock { $0?.isReplacing = true }
    case .resume: break
    }
    if identity == nil { start.withLock { $0?.isNew = true } }
  }

  private static func opened(_ path: String) throws(SystemError) -> CInt {
    let number = systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw .last() }
    return number
  }

  // A class, so that the descriptor is closed and the lock released exactly once.
  deinit {
    if start.withLock({ $0?.isNew ?? false }), let opened = FileIdentity(descriptor: descriptor.number),
      opened.sizeInBytes == 0, FileIdentity(path: path)?.isSameFile(as: opened) == true
    {
      unsafe unlink(resolvedPath)
    }
    // Closing alone would not release it while a child process that is being started holds a copy of the descriptor.
    flock(descriptor.number, LOCK_UN)
    close(descriptor.number)
  }

  func truncate(to length: Int) throws(BatchOutputError) {
    guard ftruncate(descriptor.number, off_t(length)) == 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
    try seek(to: length)
  }

  /// Throws unless the file begins with a record, so that no other file is ever truncated.
  func checkRecords() throws(BatchOutputError) {
    let start = try read(at: 0, upTo: NDJSONRecordWriter.startByteCount)
    guard NDJSONRecordWriter.isStart(start) else { throw .notRecords(path: path) }
  }

  /// Throws unless the file begins with a text, as far as it goes; a device holds nothing.
  func checkStart(_ start: [UInt8]) throws(BatchOutputError) {
    if isRegular, !start.starts(with: try read(at: 0, upTo: start.count)) { throw .notRecords(path: path) }
  }

  /// Where the last whole line ends.
  func endOfLines() throws(BatchOutputError) -> Int {
    var end = FileIdentity(descriptor: descriptor.number)?.sizeInBytes ?? 0
    while end > 0 {
      let start = max(0, end - 1 << 16)
      let chunk = try read(at: start, upTo: end - start)
      if let lineFeed = chunk.lastIndex(of: Ascii.lineFeed) { return start + lineFeed + 1 }
      end = start
    }
    return 0
  }

  /// Whether it is a file that can be read again, not a device or a pipe.
  var isRegular: Bool { FileIdentity(descriptor: descriptor.number)?.isRegular == true }

  var position: Int { Int(lseek(descriptor.number, 0, SEEK_CUR)) }

  func seek(to offset: Int) throws(BatchOutputError) {
    guard lseek(descriptor.number, off_t(offset), SEEK_SET) >= 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
  }

  /// Reads at an offset without moving the position of writes; gives fewer bytes than wanted at the end of the file.
  func read(at offset: Int, upTo count: Int) throws(BatchOutputError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer holds `count` bytes and no more are asked for.
      let got = unsafe pread(descriptor.number, buffer.baseAddress, count, off_t(offset))
      if got < 0 { failure = SystemError.last() }
      filled = max(0, got)
    }
    if let failure { throw .unreadable(path: path, reason: failure.reason) }
    return bytes
  }

  /// Writes at the current position.
  ///
  /// - Throws: When that fails, or when the path names another file by now.
  func write(_ bytes: [UInt8]) throws(BatchOutputError) {
    try checkPlace()
    let header = try begin()
    do { try descriptor.write(header + bytes) } catch { throw BatchOutputError(error, path: path) }
  }

  /// Writes to a device or a pipe at once; it holds nothing that could be lost.
  func begin(with header: [UInt8]) throws(BatchOutputError) {
    start.withLock { $0?.header = header }
    if !isRegular { try write([]) }
  }

  /// Does what the first write does first; returns the header that is still to be written.
  private func begin() throws(BatchOutputError) -> [UInt8] {
    guard
      let start = start.withLock({ start in
        defer { start = nil }
        return start
      })
    else { return [] }
    // A device or a pipe holds nothing.
    if start.isReplacing, isRegular { try truncate(to: 0) }
    return start.header
  }

  /// Throws when the file was moved, deleted or replaced since it was opened: records would be lost with it.
  func checkPlace() throws(BatchOutputError) {
    guard let opened = FileIdentity(descriptor: descriptor.number), opened.isRegular else { return }
    guard let current = FileIdentity(path: path), current.isSameFile(as: opened) else { throw .displaced(path: path) }
  }

  /// Throws when the records that were written are not where the user will look for them.
  func finish() throws(BatchOutputError) { try write([]) }

  /// Begins a file beside this one that is to replace it, with a copy of its beginning.
  ///
  /// - Returns: The new file, positioned at its end.
  /// - Throws: When it cannot be made, or another file has its name.
  func beginReplacement(copying length: Int, header: [UInt8] = [], input: FileIdentity?) throws(BatchOutputError)
    -> LockedFile
  {
    let name = resolvedPath + ".rewrite"
    let fresh = try LockedFile(path: name, existing: .resume, input: input)
    // What a killed run left may be overwritten, but no other file that happens to have this name.
    let start = try fresh.read(at: 0, upTo: max(header.count, NDJSONRecordWriter.startByteCount))
    let isOurs = header.isEmpty ? NDJSONRecordWriter.isStart(start) : header.starts(with: start.prefix(header.count))
    guard isOurs else { throw .exists(path: name) }
    try fresh.truncate(to: 0)
    var status = stat()
    if unsafe fstat(descriptor.number, &status) == 0 { fchmod(fresh.descriptor.number, status.st_mode & 0o777) }
    var copied = 0
    do throws(BatchOutputError) {
      while copied < length {
        let chunk = try read(at: copied, upTo: min(1 << 20, length - copied))
        guard !chunk.isEmpty else { break }
        try fresh.write(chunk)
        copied += chunk.count
      }
    } catch {
      fresh.remove()
      throw error
    }
    return fresh
  }

  /// Replaces this file by another one atomically; if it is a symbolic link, the file that it points to.
  ///
  /// - Throws: When that fails, or when the path names another file by now, which would be lost.
  func replace(with other: LockedFile) throws(BatchOutputError) {
    try checkPlace()
    guard fsync(other.descriptor.number) == 0, unsafe rename(other.path, resolvedPath) == 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
  }

  private var resolvedPath: String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  func remove() { unsafe unlink(path) }
}
