import System
import PlaceIndex

/// What the system says of a file.
struct FileStatus {
  /// Whether it is a regular file: neither a directory nor a pipe or device.
  let isRegular: Bool
  /// The size in bytes.
  let byteCount: Int
  /// The number of its names; 0 after it was removed.
  let linkCount: Int
  /// When it was changed, in seconds since 1970, 0 for earlier times: some file systems store any number of 64 bits.
  let changedAtSeconds: Int64

  /// Looks at the file at a path; at a link itself unless it is followed.
  ///
  /// - Throws: The system's error number.
  init(path: String, followsLink: Bool = false) throws(SystemError) {
    try self.init { unsafe followsLink ? stat(path, &$0) : lstat(path, &$0) }
  }

  /// Looks at an open file.
  ///
  /// - Throws: The system's error number.
  init(descriptor: CInt) throws(SystemError) {
    try self.init { unsafe fstat(descriptor, &$0) }
  }

  private init(_ look: (inout stat) -> CInt) throws(SystemError) {
    var status = stat()
    guard look(&status) == 0 else { throw SystemError(number: errno) }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    byteCount = Int(status.st_size)
    linkCount = Int(status.st_nlink)
    #if canImport(Darwin)
      changedAtSeconds = max(0, Int64(status.st_mtimespec.tv_sec))
    #else
      changedAtSeconds = max(0, Int64(status.st_mtim.tv_sec))
    #endif
  }
}

/// Creates a directory and those above it, for its owner alone.
///
/// - Returns: Why one of them could not be created; `nil` if nothing failed but what follows from that.
@discardableResult
func makeDirectories(_ path: String) -> SystemError? {
  var failure: SystemError?
  let parents = path.indices.filter { path[$0] == "/" && $0 > path.startIndex }
  for end in parents + [path.endIndex] where unsafe mkdir(String(path[..<end]), 0o700) != 0 {
    let error = errno
    // An existing directory is not an error, and one below a missing directory fails because of that one.
    if error != EEXIST, error != ENOENT { failure = SystemError(number: error) }
  }
  return failure
}

/// Whether a path names a directory, and not a link, that its owner, this user, alone may use.
func isPrivateDirectory(_ path: String) -> Bool {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
  return status.st_uid == getuid() && status.st_mode & 0o077 == 0
}
