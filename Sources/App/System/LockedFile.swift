import System
import Synchronization

/// An output file that is written in place, and that only one run at a time may write.
///
/// The system releases the lock with the process, however that ends.
final class LockedFile: OutputFile, Sendable {
  /// What may happen to a file that is there.
  enum Existing: Sendable, Hashable {
    /// Nothing, unless it is empty.
    case refuse
    /// The first write empties it.
    case replace
    /// It is read and written.
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

  init(path: String, existing: Existing, input: FileIdentity?) throws(FileFailure) {
    let isNew = FileIdentity(path: path) == nil
    // O_RDWR to read records again.
    let number = systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw FileFailure(writing: path, .last()) }
    self.path = path
    descriptor = FileDescriptor(number: number)
    let opened = FileIdentity(descriptor: number)
    if let input, opened?.isSameFile(as: input) == true { throw FileFailure(path: path, reason: .isInput) }
    if flock(number, LOCK_EX | LOCK_NB) != 0 {
      let error = SystemError.last()
      // Some file systems have no locks; waiting for another run would never end there.
      guard error.code == EWOULDBLOCK else { throw FileFailure(writing: path, error) }
      throw FileFailure(path: path, reason: .busy)
    }
    // Between opening and locking, another run may have replaced the file.
    guard let opened, let current = FileIdentity(path: path), current.isSameFile(as: opened) else {
      throw FileFailure(path: path, reason: .busy)
    }
    switch existing {
    case .refuse: if current.sizeInBytes > 0 { throw FileFailure(path: path, reason: .exists) }
    case .replace: start.withLock { $0?.isReplacing = true }
    case .resume: break
    }
    if isNew { start.withLock { $0?.isNew = true } }
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

  func truncate(to length: Int) throws(FileFailure) {
    guard ftruncate(descriptor.number, off_t(length)) == 0 else {
      throw FileFailure(writing: path, .last())
    }
    try seek(to: length)
  }

  /// Whether it begins with these bytes, as far as it goes.
  func begins(with start: [UInt8]) throws(FileFailure) -> Bool {
    start.starts(with: try read(at: 0, upTo: start.count))
  }

  /// Where the last whole line ends.
  func endOfLines() throws(FileFailure) -> Int {
    var end = FileIdentity(descriptor: descriptor.number)?.sizeInBytes ?? 0
    while end > 0 {
      let start = max(0, end - 1 << 16)
      let chunk = try read(at: start, upTo: end - start)
      if let lineFeed = chunk.lastIndex(of: UInt8(ascii: "\n")) { return start + lineFeed + 1 }
      end = start
    }
    return 0
  }

  var position: Int { Int(lseek(descriptor.number, 0, SEEK_CUR)) }

  func seek(to offset: Int) throws(FileFailure) {
    guard lseek(descriptor.number, off_t(offset), SEEK_SET) >= 0 else {
      throw FileFailure(writing: path, .last())
    }
  }

  /// Reads at an offset without moving the position of writes; gives fewer bytes than wanted at the end of the file.
  func read(at offset: Int, upTo count: Int) throws(FileFailure) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer holds `count` bytes and no more are asked for.
      let got = unsafe pread(descriptor.number, buffer.baseAddress, count, off_t(offset))
      if got < 0 { failure = SystemError.last() }
      filled = max(0, got)
    }
    if let failure { throw FileFailure(reading: path, failure) }
    return bytes
  }

  /// Writes at the current position.
  ///
  /// - Throws: When that fails, or when the path names another file by now.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    try checkPlace()
    let header = try begin()
    // Most writes are whole blocks of records, which are not copied for a header that is written once.
    let whole = header.isEmpty ? bytes : header + bytes
    do { try descriptor.write(whole) } catch { throw FileFailure(writing: path, error) }
  }

  /// Says what comes before the first bytes; the file holds it as soon as it holds anything.
  func begin(with header: [UInt8]) { start.withLock { $0?.header = header } }

  /// Does what the first write does first; returns the header that is still to be written.
  private func begin() throws(FileFailure) -> [UInt8] {
    guard
      let start = start.withLock({ start in
        defer { start = nil }
        return start
      })
    else { return [] }
    if start.isReplacing { try truncate(to: 0) }
    return start.header
  }

  /// Throws when the file was moved, deleted or replaced since it was opened: records would be lost with it.
  func checkPlace() throws(FileFailure) {
    guard let opened = FileIdentity(descriptor: descriptor.number), opened.isRegular else { return }
    guard let current = FileIdentity(path: path), current.isSameFile(as: opened) else {
      throw FileFailure(path: path, reason: .displaced)
    }
  }

  /// Throws when what was written is not where the user will look for it.
  func finish() throws(FileFailure) { try write([]) }

  /// Does nothing: every write went out at once.
  func abandon() {}

  /// Begins a file beside this one that is to replace it, with a copy of its beginning.
  ///
  /// - Parameters:
  ///   - length: How much of it is copied.
  ///   - input: The file that is read, which must not be the new one.
  ///   - isOurs: Whether a file of that name is one that a killed run left, which may be overwritten.
  /// - Returns: The new file, positioned at its end.
  /// - Throws: When it cannot be made, or another file has its name.
  func beginReplacement(
    copying length: Int,
    input: FileIdentity?,
    isOurs: (LockedFile) throws(FileFailure) -> Bool
  ) throws(FileFailure) -> LockedFile {
    let name = resolvedPath + ".rewrite"
    let fresh = try LockedFile(path: name, existing: .resume, input: input)
    guard try isOurs(fresh) else { throw FileFailure(path: name, reason: .exists) }
    try fresh.truncate(to: 0)
    var status = stat()
    if unsafe fstat(descriptor.number, &status) == 0 { fchmod(fresh.descriptor.number, status.st_mode & 0o777) }
    var copied = 0
    do throws(FileFailure) {
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
  func replace(with other: LockedFile) throws(FileFailure) {
    try checkPlace()
    guard fsync(other.descriptor.number) == 0, unsafe rename(other.path, resolvedPath) == 0 else {
      throw FileFailure(writing: path, .last())
    }
  }

  private var resolvedPath: String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  func remove() { unsafe unlink(path) }
}
