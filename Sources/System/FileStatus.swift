/// The system's description of a file.
package struct FileStatus: Sendable {
  /// The type of a file.
  package enum FileType: Sendable {
    /// A regular file.
    case file
    case directory
    /// A pipe or a socket.
    case pipe
    /// A terminal, `/dev/null` and the like, which store nothing.
    case device
    /// A symbolic link that wasn't followed.
    case link
    /// Nothing yet.
    case nothing
  }

  package let type: FileType
  /// The file system, and the file in it.
  package let device, node: UInt64
  /// The size in bytes.
  package let byteCount: Int
  /// The number of its names; 0 after it was removed.
  package let linkCount: Int
  /// The permissions, without the type of the file.
  package let permissions: mode_t
  /// The user id of the owner.
  package let owner: uid_t
  /// The time of modification since 1970: seconds, 0 for earlier times, and the rest in nanoseconds.
  package let changedAtSeconds, changedAtNanoseconds: Int64

  package var isRegular: Bool { type == .file }

  /// Describes the file at a path, following links unless `followsLink` is false.
  package init(path: String, followsLink: Bool = true) throws(SystemError) {
    var status = stat()
    guard unsafe followsLink ? stat(path, &status) == 0 : lstat(path, &status) == 0 else { throw .last }
    self.init(status)
  }

  /// Describes an open file.
  package init(descriptor: CInt) throws(SystemError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    self.init(status)
  }

  private init(_ status: stat) {
    type =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFIFO, S_IFSOCK: .pipe
      case S_IFLNK: .link
      default: .device
      }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    byteCount = Int(status.st_size)
    linkCount = Int(status.st_nlink)
    permissions = status.st_mode & 0o777
    owner = status.st_uid
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    // Some file systems store any number of 64 bits.
    changedAtSeconds = max(0, Int64(changed.tv_sec))
    changedAtNanoseconds = Int64(changed.tv_nsec)
  }
}

/// The state of a file by which a replacement or a change is detected: its identity, size and time of modification.
package struct FileVersion: Sendable, Hashable {
  private let device: UInt64
  // It isn't enough alone: a file system gives the number of a removed file to the next one.
  private let node: UInt64
  private let byteCount: Int
  private let seconds: Int64
  private let nanoseconds: Int64

  /// The present version of a file, links followed; `nil` if there is no file.
  package init?(path: String) {
    guard let status = try? FileStatus(path: path) else { return nil }
    device = status.device
    node = status.node
    byteCount = status.byteCount
    seconds = status.changedAtSeconds
    nanoseconds = status.changedAtNanoseconds
  }
}
