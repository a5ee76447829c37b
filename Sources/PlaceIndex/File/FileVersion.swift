import System

/// What tells whether a file was replaced or overwritten: its identity, size and time of modification.
package struct FileVersion: Sendable, Hashable {
  private let device: UInt64
  // Alone it does not tell: a file system gives the number of a removed file to the next one.
  private let node: UInt64
  private let byteCount: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// The present version of a file, links followed; `nil` when there is none.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int64(status.st_size)
    seconds = Int64(modified.tv_sec)
    nanoseconds = Int64(modified.tv_nsec)
  }
}
