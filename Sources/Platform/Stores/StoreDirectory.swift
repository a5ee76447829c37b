import System
import Domain
import PlaceIndex
import Tables

/// A directory of stores, created when something is stored for the first time, and changed by one process at a time.
///
/// No file is opened before a store is used, so that processes without stores pay nothing.
struct StoreDirectory: Sendable {
  /// The path; `nil` if there is none.
  let path: String?
  /// The key of the service, which no file may contain.
  ///
  /// It may have been typed as a query or echoed by the service.
  var secret: APIKey?
  /// The timeout of the lock.
  var lockTimeout = LockTimeout(limit: .seconds(5))
  /// The clock for waits.
  var time = Timekeeper.system

  private static let lockName = ".lock"

  func file(_ name: String) throws(StoreError) -> String {
    guard let path else { throw .noDirectory }
    return "\(path)/\(name)"
  }

  /// Runs a body under the lock of this directory, waiting for the lock without blocking the thread.
  @discardableResult
  func locked<Result>(_ body: () throws(StoreError) -> Result) async throws(StoreError) -> Result {
    let path = try file(Self.lockName)
    let lock = FileLock(taking: try openLock(path))
    do throws(FileLock.Failure) { try await lock.acquire(within: lockTimeout, by: time) } catch {
      switch error {
      case .timedOut: throw .locked(path: path)
      case .failed(let error): throw .failed(toWrite: path, error)
      }
    }
    defer { lock.release() }
    return try body()
  }

  /// Runs a body under the lock of this directory, unless another process holds it: for work that can be done later.
  @discardableResult
  func lockedIfFree<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result? {
    let path = try file(Self.lockName)
    let lock = FileLock(taking: try openLock(path))
    do throws(SystemError) { guard try lock.take() else { return nil } } catch {
      throw .failed(toWrite: path, error)
    }
    defer { lock.release() }
    return try body()
  }

  private func openLock(_ lock: String) throws(StoreError) -> CInt {
    var descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var failure: SystemError?
    if descriptor < 0, errno == ENOENT, let path {
      failure = makeDirectories(path)
      descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw .failed(toWrite: lock, failure ?? SystemError(number: errno)) }
    return descriptor
  }

  /// Atomically replaces a file with a change of its old content.
  ///
  /// The only way to replace one, so that an unreadable file is never replaced.
  ///
  /// - Parameters:
  ///   - name: The name of the file.
  ///   - limit: The maximum size of its old content in bytes.
  ///   - isSynced: Whether it is synchronised to survive a power failure.
  ///   - isLocked: Whether the caller holds the lock, so that the temporary name can always be the same.
  ///   - change: Returns the new content for the old one, which is `nil` if there is no file; returns `nil` for no
  ///     change.
  /// - Throws: The errors of `change`; or if the file can't be read or written, which leaves it unchanged.
  func rewrite(
    _ name: String,
    limit: Int,
    isSynced: Bool,
    isLocked: Bool = true,
    _ change: ([UInt8]?) throws(StoreError) -> [UInt8]?
  ) throws(StoreError) {
    guard let bytes = try change(try contents(of: name, limit: limit)) else { return }
    let path = try file(name)
    try refuseSecret(in: bytes, for: path)
    do throws(SystemError) {
      let file = try FileReplacement(path: path, isPrivate: true, temporarySuffix: isLocked ? ".tmp" : nil)
      try file.write(bytes)
      try file.finish(isSynced: isSynced)
    } catch {
      throw .failed(toWrite: path, error)
    }
  }

  /// Creates a file with its initial content, unless it exists.
  ///
  /// The first process wins, and no reader sees a part of the content.
  ///
  /// - Throws: If it can't be created.
  func create(_ name: String, with bytes: [UInt8]) throws(StoreError) {
    let path = try file(name)
    let temporary = try file(".\(name).\(UInt64.random(in: 0...UInt64.max)).tmp")
    try refuseSecret(in: bytes, for: path)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var descriptor = unsafe open(temporary, flags, 0o600)
    if descriptor < 0, errno == ENOENT, let directory = self.path {
      makeDirectories(directory)
      descriptor = unsafe open(temporary, flags, 0o600)
    }
    guard descriptor >= 0 else { throw .failed(toWrite: path, SystemError(number: errno)) }
    defer { _ = unsafe unlink(temporary) }
    let count = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    guard count == bytes.count else { throw .failed(toWrite: path, SystemError(number: count < 0 ? errno : ENOSPC)) }
    guard unsafe link(temporary, path) != 0, errno != EEXIST else { return }
    // Some file systems have no hard links.
    guard unsafe access(path, F_OK) != 0, unsafe rename(temporary, path) != 0 else { return }
    throw .failed(toWrite: path, SystemError(number: errno))
  }

  func refuseSecret(in bytes: [UInt8], for path: String) throws(StoreError) {
    guard let secret = secret.map({ Array($0.secret.utf8) }), ByteSearch.finds(secret.span, in: bytes.span) else {
      return
    }
    throw .unwritable(path: path, reason: "it would hold the key of the service")
  }

  /// Returns the content of a file; `nil` if it doesn't exist.
  func contents(of name: String, limit: Int) throws(StoreError) -> [UInt8]? {
    guard let file = try openFile(name, for: .reading) else { return nil }
    let byteCount = try file.byteCount()
    guard byteCount <= limit else { throw .notAStore(path: try self.file(name)) }
    return try file.bytes(at: 0, count: byteCount)
  }

  /// Opens a file; returns `nil` if the file or the directory doesn't exist.
  func openFile(_ name: String, for use: StoreFile.Use) throws(StoreError) -> StoreFile? {
    guard path != nil else { return nil }
    return try StoreFile(path: try file(name), for: use)
  }

  /// Returns the files in the directory with their sizes and modification times; empty if there is no directory.
  ///
  /// - Throws: If the directory can't be read, because it may have files.
  func files() throws(StoreError) -> [(name: String, bytes: Int, changedAtSeconds: Int64)] {
    guard let path else { return [] }
    guard let directory = unsafe opendir(path) else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return [] }
      throw .unreadable(path: path, reason: SystemError(number: error).reason)
    }
    defer { unsafe closedir(directory) }
    var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(directory) else {
        guard errno == 0 else { throw .unreadable(path: path, reason: SystemError(number: errno).reason) }
        return files
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      do throws(SystemError) {
        let status = try FileStatus(path: "\(path)/\(name)")
        if status.isRegular { files.append((name, status.byteCount, status.changedAtSeconds)) }
      } catch {
        // Another process may have just removed it.
        guard error.number == ENOENT else { throw .unreadable(path: path, reason: error.reason) }
      }
    }
  }

  /// Removes a file; a missing file isn't an error.
  func remove(_ name: String) throws(StoreError) {
    let path = try file(name)
    guard unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw .failed(toWrite: path, SystemError(number: errno))
    }
  }
}
