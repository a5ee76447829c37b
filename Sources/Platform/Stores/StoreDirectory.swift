import Domain
import System
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
  var lockTimeout = Duration.seconds(5)
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
    let isTaken: Bool
    do throws(SystemError) { isTaken = try await lock.acquire(within: lockTimeout, by: time) } catch {
      throw .failed(toWrite: path, error)
    }
    guard isTaken else { throw .locked(path: path) }
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

  private func openLock(_ lock: String) throws(StoreError) -> FileDescriptor {
    do throws(SystemError) {
      return try makingDirectory { () throws(SystemError) in
        try FileDescriptor(opening: lock, flags: O_RDWR | O_CREAT, mode: 0o600)
      }
    } catch { throw .failed(toWrite: lock, error) }
  }

  /// Creates an item in the directory, after creating the directory if it is missing.
  private func makingDirectory<Created>(
    _ create: () throws(SystemError) -> Created
  ) throws(SystemError) -> Created {
    do throws(SystemError) { return try create() } catch {
      guard error.number == ENOENT, let path else { throw error }
      let failure = FilePath.makeDirectories(path)
      do throws(SystemError) { return try create() } catch { throw failure ?? error }
    }
  }

  /// Atomically replaces a file with a change of its old content.
  ///
  /// Files are replaced in no other way, so that an unreadable file is never replaced.
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
      let file = try FileReplacement(path: path, access: .ownerOnly, fixedSuffix: isLocked ? ".tmp" : nil)
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
  /// - Throws: An error if it can't be created.
  func create(_ name: String, with bytes: [UInt8]) throws(StoreError) {
    let path = try file(name)
    try refuseSecret(in: bytes, for: path)
    do throws(SystemError) {
      let file = try makingDirectory { () throws(SystemError) in try FileReplacement(path: path, access: .ownerOnly) }
      try file.write(bytes)
      try file.finish(isSynced: false, replaces: false)
    } catch {
      // Another process has created it.
      guard error.number == EEXIST else { throw .failed(toWrite: path, error) }
    }
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
  /// - Throws: An error if the directory can't be read, because it may have files.
  func files() throws(StoreError) -> [(name: String, bytes: Int, changedAtSeconds: Int64)] {
    guard let path else { return [] }
    let names: [String]
    do throws(SystemError) { names = try FilePath.names(in: path) } catch {
      if error.number == ENOENT || error.number == ENOTDIR { return [] }
      throw .unreadable(path: path, reason: error.reason)
    }
    var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] = []
    for name in names where !name.hasPrefix(".") {
      do throws(SystemError) {
        let status = try FileStatus(path: "\(path)/\(name)", followsLink: false)
        if status.isRegular { files.append((name, status.byteCount, status.changedAtSeconds)) }
      } catch {
        // Another process may have just removed it.
        guard error.number == ENOENT else { throw .unreadable(path: path, reason: error.reason) }
      }
    }
    return files
  }

  /// Removes a file; a missing file isn't an error.
  func remove(_ name: String) throws(StoreError) {
    let path = try file(name)
    guard unsafe unlink(path) == 0 || errno == ENOENT || errno == ENOTDIR else {
      throw .failed(toWrite: path, .last)
    }
  }
}
