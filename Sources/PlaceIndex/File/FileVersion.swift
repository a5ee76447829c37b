import System

/// The identity, size and modification time of a file, which show whether it was replaced or overwritten.
package struct FileVersion: Sendable, Hashable {
  private let device: UInt64
  // Not sufficient alone: a file system reuses the number of a removed file.
  private let node: UInt64
  private let byteCount: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Makes the current version of a file, following links; `nil` if there is no file.
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
