import System

/// The identity of a file from stat(2), or the directory and name of a file that doesn't exist yet.
///
/// Two paths lead to the same file exactly if their identities are equal; the size is ignored.
struct FileIdentity: Sendable {
  enum FileType: Sendable {
    /// A regular file.
    case file
    case directory
    /// A pipe or a socket.
    case pipe
    /// A terminal, `/dev/null` and similar devices, which store nothing.
    case device
    /// Nothing yet.
    case nothing
  }

  let type: FileType
  /// The file system, and the file in it; those of the directory if there is a name.
  let device, node: UInt64
  /// The name of a file that doesn't exist; `nil` if the numbers identify the file.
  var name: String?
  /// The size in bytes when the identity was read.
  var sizeInBytes = 0
  /// The permissions, without the file type.
  var permissions: mode_t = 0

  var isRegular: Bool { type == .file }
  var isDirectory: Bool { type == .directory }

  /// Whether both are the same regular file.
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
  /// The file of a descriptor; `nil` if it isn't open.
  init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file at a path, following links; `nil` if there is none.
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
