import System

/// What stat(2) says about a file, or the directory and the name of one that does not exist yet.
///
/// Two paths lead to the same file exactly when their identities are equal; the size may differ.
struct FileIdentity: Sendable {
  /// The type of a file.
  enum FileType: Sendable {
    /// A regular file.
    case file
    case directory
    /// A pipe or a socket.
    case pipe
    /// A terminal, `/dev/null` and the like, which store nothing.
    case device
    /// Nothing yet.
    case nothing
  }

  let type: FileType
  /// The file system, and the file in it; of the directory when there is a name.
  let device, node: UInt64
  /// The name of a file that does not exist; `nil` if the numbers identify the file.
  var name: String?
  /// The size in bytes, at the time of the call.
  var sizeInBytes = 0
  /// The permissions, without the type of the file.
  var permissions: mode_t = 0

  var isRegular: Bool { type == .file }
  var isDirectory: Bool { type == .directory }

  /// Whether both are one regular file.
  func isSameFile(as other: FileIdentity) -> Bool { isRegular && other.isRegular && self == other }
}

extension FileIdentity: Hashable {
  static func == (one: FileIdentity, other: FileIdentity) -> Bool {
    one.device == other.device && one.node == other.node && one.name == other.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(device)
    hasher.combine(node)
    hasher.combine(name)
  }
}

extension FileIdentity {
  /// The file of a descriptor; `nil` when it is not open.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file at a path, links followed; `nil` when there is none.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    type =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFIFO, S_IFSOCK: .pipe
      default: .device
      }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    sizeInBytes = Int(status.st_size)
    permissions = status.st_mode & 0o777
  }
}
