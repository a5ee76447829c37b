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
    /// No file.
    case nothing
  }

  package let type: FileType
  /// The numbers of the file system and the file.
  package let device, node: UInt64
  /// The size in bytes.
  package let byteCount: Int
  /// The number of hard links; 0 after the file was removed.
  package let linkCount: Int
  /// The permissions, without the type of the file.
  package let permissions: mode_t
  /// The user id of the owner.
  package let owner: uid_t
  /// The time of the last modification: seconds since 1970, 0 for earlier times, and nanoseconds.
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
    // Some file systems store any 64-bit number.
    changedAtSeconds = max(0, Int64(changed.tv_sec))
    changedAtNanoseconds = Int64(changed.tv_nsec)
  }
}

/// The identity, size and modification time of a file, from which a change or a replacement is detected.
package struct FileVersion: Sendable, Hashable {
  private let device: UInt64
  // The number alone isn't enough: a file system reuses the number of a removed file.
  private let node: UInt64
  private let byteCount: Int
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Reads the present version of a file, following links; `nil` if there is no file.
  package init?(path: String) {
    guard let status = try? FileStatus(path: path) else { return nil }
    device = status.device
    node = status.node
    byteCount = status.byteCount
    seconds = status.changedAtSeconds
    nanoseconds = status.changedAtNanoseconds
  }
}
