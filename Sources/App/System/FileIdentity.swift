/// The identity of a file: what stat(2) says about a descriptor or a path.
struct FileIdentity: Sendable, Hashable {
  let device: UInt64
  let node: UInt64
  private let mode: UInt32
  /// The size in bytes, at the time of the call.
  let sizeInBytes: Int

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
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    mode = UInt32(truncatingIfNeeded: status.st_mode)
    sizeInBytes = Int(status.st_size)
  }

  /// What it is.
  var type: FileLocation.FileType {
    switch mode_t(truncatingIfNeeded: mode) & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    case S_IFIFO, S_IFSOCK: .pipe
    default: .device
    }
  }
  var isRegular: Bool { type == .file }
  var isDirectory: Bool { type == .directory }

  /// The permissions, without the type of the file.
  var permissions: mode_t { mode_t(mode & 0o777) }

  /// Whether both are one regular file.
  func isSameFile(as other: FileIdentity) -> Bool {
    isRegular && other.isRegular && device == other.device && node == other.node
  }
}
