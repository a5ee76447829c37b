import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An output file that one run at a time may write.
///
/// The lock belongs to the open file, so it is gone with the process, however that ends.
final class LockedFile: RecordSink, Sendable {
  /// What to do with a file that is there already.
  enum Existing: Sendable, Hashable {
    /// Refuse, unless it is empty.
    case refuse
    /// Begin again.
    case replace
    /// Go on where it ends.
    case resume
  }

  /// The file, as the user wrote it.
  let path: String
  /// The open file.
  let descriptor: FileDescriptor
  /// How many bytes were asked for so far, which is what continuing a file costs.
  let bytesAsked = Atomic<Int>(0)
  /// Whether it is a regular file, with an end that can be cut.
  let isRegular: Bool

  /// Opens and locks a file.
  ///
  /// - Parameters:
  ///   - path: The file; it is made when it is not there.
  ///   - existing: What to do with a file that is there.
  ///   - input: The file rows are read from.
  /// - Throws: When it cannot be opened, is the input, is being written by another run, or is there and should not be.
  init(path: String, existing: Existing, input: FileIdentity?) throws(BatchOutputError) {
    // O_RDWR to read records again; devices and pipes may only be writable.
    let identity = FileIdentity(path: path)
    let isRegular = identity?.isRegular ?? true
    let access = isRegular ? O_RDWR | O_CREAT : O_WRONLY
    let number = systemOpen(path, access | O_CLOEXEC, 0o666)
    guard number >= 0 else { throw .unwritable(path: path, reason: SystemError.last().reason) }
    self.path = path
    self.isRegular = isRegular
    descriptor = FileDescriptor(number: number)
    guard let opened = FileIdentity(descriptor: number), isRegular else {
      if existing == .resume { throw .notResumable(path: path) }
      return
    }
    if let input, opened.isSameFile(as: input) { throw .sameAsInput(path: path) }
    guard flock(number, LOCK_EX | LOCK_NB) == 0 else { throw .busy(path: path) }
    // Between opening and locking another run may have put a new file in this place.
    guard let current = FileIdentity(path: path), current.isSameFile(as: opened) else { throw .busy(path: path) }
    switch existing {
    case .refuse: if current.sizeInBytes > 0 { throw .exists(path: path) }
    case .replace: try truncate(to: 0)
    case .resume: break
    }
  }

  // A class because only its end of life closes the descriptor and lets go of the lock.
  deinit {
    // Not left to the closing alone: a child process that is just being made has the open file too.
    flock(descriptor.number, LOCK_UN)
    close(descriptor.number)
  }

  /// Cuts the file and continues writing there.
  func truncate(to length: Int) throws(BatchOutputError) {
    guard ftruncate(descriptor.number, off_t(length)) == 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
    try seek(to: length)
  }

  /// Goes on writing at an offset.
  func seek(to offset: Int) throws(BatchOutputError) {
    guard lseek(descriptor.number, off_t(offset), SEEK_SET) >= 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
  }

  /// Reads at an offset, wherever writing stands; fewer bytes than wanted at the end.
  func read(at offset: Int, upTo count: Int) throws(BatchOutputError) -> [UInt8] {
    bytesAsked.add(count, ordering: .relaxed)
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      // In bounds: the buffer holds `count` bytes and no more are asked for.
      let got = unsafe pread(descriptor.number, buffer.baseAddress, count, off_t(offset))
      if got < 0 { failure = SystemError.last() }
      filled = max(0, got)
    }
    if let failure { throw .unwritable(path: path, reason: failure.reason) }
    return bytes
  }

  /// Writes where writing stands.
  func write(_ bytes: [UInt8]) throws(BatchOutputError) {
    do { try descriptor.write(bytes) } catch { throw BatchOutputError(error, path: path) }
  }

  /// Everything was written at once: nothing is left to do.
  func finish() {}

  /// Begins a file beside this one that is to take its place, with the same beginning.
  ///
  /// - Parameters:
  ///   - length: How much of this file it begins with.
  ///   - input: The file rows are read from.
  /// - Returns: The new file, open at its end.
  /// - Throws: When it cannot be made, or something else has its name.
  func beginReplacement(copying length: Int, input: FileIdentity?) throws(BatchOutputError) -> LockedFile {
    let name = resolvedPath + ".rewrite"
    let fresh = try LockedFile(path: name, existing: .resume, input: input)
    // What a run that was killed left behind may go; nothing else that happens to have the name.
    let prefix = NDJSONRecordWriter.prefix
    guard prefix.starts(with: try fresh.read(at: 0, upTo: prefix.count)) else { throw .exists(path: name) }
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

  /// Puts another finished file in this one's place; behind a link, in the place of what it points to.
  func replace(with other: LockedFile) throws(BatchOutputError) {
    guard fsync(other.descriptor.number) == 0, unsafe rename(other.path, resolvedPath) == 0 else {
      throw .unwritable(path: path, reason: SystemError.last().reason)
    }
  }

  private var resolvedPath: String {
    guard let resolved = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Removes the file.
  func remove() { unsafe unlink(path) }
}
