import Domain
import PlaceIndex
import System

/// The file that a build writes or replaces.
struct IndexOutput {
  let path: String

  /// Returns whether there is a file.
  ///
  /// - Throws: An error if the system can't tell, because an inaccessible file must not be replaced.
  func exists() throws(IndexFileError) -> Bool {
    guard unsafe access(path, F_OK) != 0 else { return true }
    let error = SystemError.last
    guard error.number == ENOENT || error.number == ENOTDIR else {
      throw .unreadable(path: path, reason: error.reason)
    }
    return false
  }

  /// Writes an index, then checks and replaces the output under the lock of its directory, so that nothing changes in
  /// between.
  ///
  /// - Parameters:
  ///   - builder: The places and inputs of the index.
  ///   - lockTimeout: The maximum wait for another process that replaces a file of the directory.
  ///   - isCurrent: Returns whether the output may still be replaced.
  /// - Returns: The written index.
  /// - Throws: An error if the file can't be written, is locked, or may no longer be replaced.
  func write(
    _ builder: PlaceIndexBuilder,
    lockTimeout: Duration,
    if isCurrent: () -> Bool
  ) throws(IndexFileError) -> PlaceIndex {
    let lock = directoryLock
    defer { lock?.release() }
    var isRefused = false
    do throws(IndexFileError) {
      return try builder.write(to: path) {
        // Some file systems don't support locks on directories; then only the check is made.
        isRefused = (try? lock?.isTaken(within: lockTimeout)) == false
        return !isRefused && isCurrent()
      }
    } catch {
      throw isRefused ? .locked(path: path) : error
    }
  }

  /// The lock of the output's directory; `nil` if the directory can't be opened.
  private var directoryLock: FileLock? {
    var target = path
    if let resolved = unsafe realpath(path, nil) {
      target = unsafe String(cString: resolved)
      unsafe free(resolved)
    }
    let directory = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    return try? FileLock(directory: directory)
  }
}

extension FileLock {
  /// Takes the lock within a time limit, blocking the thread.
  ///
  /// A build occupies its thread anyway, and no other task waits.
  fileprivate func isTaken(within limit: Duration) throws(SystemError) -> Bool {
    var waited = Duration.zero
    while try !take() {
      guard waited < limit else { return false }
      usleep(2_000)
      waited += .milliseconds(2)
    }
    return true
  }
}
