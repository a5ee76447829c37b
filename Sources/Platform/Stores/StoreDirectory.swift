import Domain
import PlaceIndex
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A directory of stores: created when something is stored for the first time, and changed by one process at a time.
///
/// No file is opened before a store is used, so a process that stores nothing pays nothing.
struct StoreDirectory: Sendable {
  /// The path; `nil` when there is none.
  let path: String?
  /// The key of the service, which no file may contain: it may have been typed as a query or echoed by the service.
  var secret: APIKey?
  /// The timeout of the lock.
  var lockTimeout = LockTimeout(limit: .seconds(5))

  private static let directoryMode: mode_t = 0o700
  private static let fileMode: mode_t = 0o600
  private static let lockName = ".lock"

  /// Returns the path of a file in the directory.
  func file(_ name: String) throws(StoreError) -> String {
    guard let path else { throw .noDirectory }
    return "\(path)/\(name)"
  }

  /// Runs a body under the lock of this directory.
  ///
  /// The lock belongs to an open file, so it is released when the process ends in any way.
  ///
  /// - Parameter body: What to do.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws; or when the directory cannot be created or the lock is held for too long.
  @discardableResult
  func locked<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    let lock = try file(Self.lockName)
    let descriptor = try openLock(lock)
    defer {
      // Closing alone may not release it, since a child process that is being spawned has the open file too.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }
    var waited = Duration.zero
    var pause: useconds_t = 200
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let error = errno
      guard error == EWOULDBLOCK || error == EINTR else {
        throw .unwritable(path: lock, reason: SystemError(number: error).reason)
      }
      guard !lockTimeout.isLost, waited < lockTimeout.limit else {
        lockTimeout.isLost = true
        throw .locked(path: lock)
      }
      usleep(pause)
      waited += .microseconds(Int(pause))
      pause = min(pause * 2, 5_000)
    }
    lockTimeout.isLost = false
    return try body()
  }

  private func openLock(_ lock: String) throws(StoreError) -> CInt {
    var descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, Self.fileMode)
    var failure: CInt?
    if descriptor < 0, errno == ENOENT {
      failure = makeDirectories()
      descriptor = unsafe open(lock, O_RDWR | O_CREAT | O_CLOEXEC, Self.fileMode)
    }
    guard descriptor >= 0 else { throw .unwritable(path: lock, reason: SystemError(number: failure ?? errno).reason) }
    return descriptor
  }

  /// Creates the directory and those above it.
  ///
  /// - Returns: The system's number for why one of them could not be created; `nil` if nothing failed but what follows
  ///   from that.
  private func makeDirectories() -> CInt? {
    guard let path else { return nil }
    var failure: CInt?
    let parents = path.indices.filter { path[$0] == "/" && $0 > path.startIndex }
    for end in parents + [path.endIndex] where unsafe mkdir(String(path[..<end]), Self.directoryMode) != 0 {
      let error = errno
      // An existing directory is not an error, and one below a missing directory fails because of that one.
      if error != EEXIST, error != ENOENT { failure = error }
    }
    return failure
  }

  /// Replaces a file atomically.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - bytes: Its new content.
  ///   - isSynced: Whether it is synchronized to survive a power failure.
  ///   - isLocked: Whether the caller holds the lock, so that the temporary name can always be the same.
  /// - Throws: When it cannot be written.
  func replace(_ name: String, with bytes: [UInt8], isSynced: Bool, isLocked: Bool = true) throws(StoreError) {
    let path = try file(name)
    try refuseSecret(in: bytes, for: path)
    do throws(SystemError) {
      let file = try FileReplacement(path: path, isPrivate: true, temporarySuffix: isLocked ? ".tmp" : nil)
      try file.write(bytes)
      try file.finish(isSynced: isSynced)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Throws when the bytes contain the key.
  func refuseSecret(in bytes: [UInt8], for path: String) throws(StoreError) {
    guard let secret = secret.map({ Array($0.secret.utf8) }), let first = secret.first, bytes.count >= secret.count
    else { return }
    for start in 0...(bytes.count - secret.count)
    where bytes[start] == first && bytes[start..<start + secret.count].elementsEqual(secret) {
      throw .unwritable(path: path, reason: "it would hold the key of the service")
    }
  }

  /// Returns the content of a file; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - limit: The maximum size in bytes; a larger file is not ours.
  /// - Returns: All of its bytes.
  /// - Throws: When it cannot be read or is not a regular file.
  func contents(of name: String, limit: Int) throws(StoreError) -> [UInt8]? {
    let path = try file(name)
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return nil }
      throw .unreadable(path: path, reason: SystemError(number: error).reason)
    }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .unreadable(path: path, reason: SystemError(number: errno).reason)
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { throw .notAStore(path: path) }
    var failure: CInt?
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, failure == nil {
        // In bounds: `count` bytes are there, and no more are asked for than are left.
        let got = unsafe pread(descriptor, buffer.baseAddress?.advanced(by: count), size - count, off_t(count))
        if got > 0 { count += got } else if got == 0 { return } else if errno != EINTR { failure = errno }
      }
    }
    if let failure { throw .unreadable(path: path, reason: SystemError(number: failure).reason) }
    return bytes
  }

  /// Returns the files in the directory, with their sizes and modification times; none when there is no directory.
  ///
  /// - Throws: When the directory cannot be read: it may be full, so that nothing can be said of what it holds.
  func files() throws(StoreError) -> [(name: String, bytes: Int, changedAtSeconds: Int64)] {
    guard let path else { return [] }
    guard let directory = unsafe opendir(path) else {
      let error = errno
      if error == ENOENT || error == ENOTDIR { return [] }
      throw .unreadable(path: path, reason: SystemError(number: error).reason)
    }
    defer { unsafe closedir(directory) }
    var files: [(name: String, bytes: Int, changedAtSeconds: Int64)] = []
    while let entry = unsafe readdir(directory) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { unsafe String(cString: $0) }
      }
      var status = stat()
      guard !name.hasPrefix("."), unsafe lstat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG
      else { continue }
      #if canImport(Darwin)
        let changed = Int64(status.st_mtimespec.tv_sec)
      #else
        let changed = Int64(status.st_mtim.tv_sec)
      #endif
      // Some file systems store any number of 64 bits; the age of the earliest would exceed 64 bits.
      files.append((name, Int(status.st_size), max(0, changed)))
    }
    return files
  }

  /// Removes a file; a missing one is not an error.
  func remove(_ name: String) throws(StoreError) {
    let path = try file(name)
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw .unwritable(path: path, reason: SystemError(number: errno).reason)
    }
  }
}

/// The timeout for a lock, and whether a wait has timed out: a process that is stopped while it holds a lock makes others
/// wait once, not for every file.
final class LockTimeout: Sendable {
  /// The maximum wait.
  let limit: Duration
  private let lost = Atomic(false)

  /// Makes a timeout, which directories may share.
  init(limit: Duration) { self.limit = limit }

  /// Whether the last wait timed out; the next lock is then tried only once.
  var isLost: Bool {
    get { lost.load(ordering: .relaxed) }
    set { lost.store(newValue, ordering: .relaxed) }
  }
}
