import Synchronization
import System

/// An output file that is written in place, by only one run at a time.
///
/// The system releases the lock when the process ends in any way.
final class LockedFile: OutputFile, Sendable {
  /// The treatment of an existing file.
  enum Existing: Sendable, Hashable {
    /// Fail unless the file is empty.
    case refuse
    /// The first write empties the file.
    case replace
    /// The file is read and extended.
    case resume
  }

  let path: String
  let descriptor: FileDescriptor
  private let start = Mutex<Start?>(Start())

  /// The remaining work of the first write.
  ///
  /// A run that fails before leaves the path unchanged.
  private struct Start {
    /// Whether this run has created the file.
    var isNew = false
    /// Whether an earlier file must be emptied.
    var isReplacing = false
    var header: [UInt8] = []
  }

  init(path: String, existing: Existing, input: FileIdentity?) throws(FileFailure) {
    let isNew = FileIdentity(path: path) == nil
    // O_RDWR to read records again.
    let number = systemOpen(path, flags: O_RDWR | O_CREAT | O_CLOEXEC, mode: 0o666)
    guard number >= 0 else { throw FileFailure(writing: path, .last) }
    self.path = path
    descriptor = FileDescriptor(number: number)
    let opened = FileIdentity(descriptor: number)
    if let input, opened?.isSameFile(as: input) == true { throw FileFailure(path: path, reason: .isInput) }
    let isFree: Bool
    // Some file systems have no locks; waiting for another run would never end there.
    do throws(SystemError) { isFree = try descriptor.lock() } catch { throw FileFailure(writing: path, error) }
    guard isFree else { throw FileFailure(path: path, reason: .busy) }
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
    descriptor.unlock()
    descriptor.close()
  }

  func truncate(to length: Int) throws(FileFailure) {
    guard ftruncate(descriptor.number, off_t(length)) == 0 else {
      throw FileFailure(writing: path, .last)
    }
    try seek(to: length)
  }

  /// Returns whether the file's content begins with these bytes, as far as it goes.
  func begins(with start: [UInt8]) throws(FileFailure) -> Bool {
    start.starts(with: try read(at: 0, upTo: start.count))
  }

  /// Returns the end of the last complete line.
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
      throw FileFailure(writing: path, .last)
    }
  }

  /// Reads at an offset without moving the write position; returns fewer bytes at the end of the file.
  func read(at offset: Int, upTo count: Int) throws(FileFailure) -> [UInt8] {
    do throws(SystemError) { return try descriptor.read(at: offset, count: count) } catch {
      throw FileFailure(reading: path, error)
    }
  }

  /// Writes at the current position.
  ///
  /// - Throws: An error if writing fails, or if the path now names another file.
  func write(_ bytes: [UInt8]) throws(FileFailure) {
    try checkPlace()
    let header = try begin()
    // Most writes are whole blocks of records, which are copied only to add the header once.
    let whole = header.isEmpty ? bytes : header + bytes
    do { try descriptor.write(whole) } catch { throw FileFailure(writing: path, error) }
  }

  /// Sets the header before the first bytes.
  ///
  /// It is written together with them.
  func begin(with header: [UInt8]) { start.withLock { $0?.header = header } }

  /// Does the remaining work of the first write; returns the header that must still be written.
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

  /// Throws if the file was moved, deleted or replaced since it was opened, because records would be lost.
  func checkPlace() throws(FileFailure) {
    guard let opened = FileIdentity(descriptor: descriptor.number), opened.isRegular else { return }
    guard let current = FileIdentity(path: path), current.isSameFile(as: opened) else {
      throw FileFailure(path: path, reason: .displaced)
    }
  }

  /// Throws if the output isn't at its path any more.
  func finish() throws(FileFailure) { try write([]) }

  /// Does nothing, because every write was completed at once.
  func abandon() {}

  /// Begins a new file next to this one that will replace it, with a copy of its beginning.
  ///
  /// - Parameters:
  ///   - length: The number of bytes to copy.
  ///   - input: The file that is read, which must not be the new one.
  ///   - isOurs: Whether a file with that name was left by a killed run and may be overwritten.
  /// - Returns: The new file, positioned at its end.
  /// - Throws: An error if it can't be made, or another file has its name.
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

  /// Atomically replaces this file with another; a symbolic link's target is replaced.
  ///
  /// - Throws: An error if replacing fails, or if the path now names another file, which would be lost.
  func replace(with other: LockedFile) throws(FileFailure) {
    try checkPlace()
    guard fsync(other.descriptor.number) == 0, unsafe rename(other.path, resolvedPath) == 0 else {
      throw FileFailure(writing: path, .last)
    }
  }

  private var resolvedPath: String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  func remove() { unsafe unlink(path) }
}
