import System
import PlaceIndex

/// The metadata of a file.
struct FileStatus {
  /// Whether it is a regular file, not a directory, pipe or device.
  let isRegular: Bool
  /// The size in bytes.
  let byteCount: Int
  /// The number of hard links; 0 after the file was removed.
  let linkCount: Int
  /// The modification time in seconds since 1970; 0 for earlier times, because some file systems store any 64-bit
  /// number.
  let changedAtSeconds: Int64

  /// Reads the metadata of the file at a path; of a link itself unless it is followed.
  ///
  /// - Throws: The system's error number.
  init(path: String, followsLink: Bool = false) throws(SystemError) {
    try self.init { unsafe followsLink ? stat(path, &$0) : lstat(path, &$0) }
  }

  /// Reads the metadata of an open file.
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

/// Creates a directory and its parents, accessible only to their owner.
///
/// - Returns: The error of the first directory that couldn't be created; `nil` if there is none.
@discardableResult
func makeDirectories(_ path: String) -> SystemError? {
  var failure: SystemError?
  let parents = path.indices.filter { path[$0] == "/" && $0 > path.startIndex }
  for end in parents + [path.endIndex] where unsafe mkdir(String(path[..<end]), 0o700) != 0 {
    let error = errno
    // An existing directory isn't an error, and one in a missing directory fails because of that one.
    if error != EEXIST, error != ENOENT { failure = SystemError(number: error) }
  }
  return failure
}

/// Whether a path is a directory, not a link, that belongs to this user and is accessible only to this user.
func isPrivateDirectory(_ path: String) -> Bool {
  var status = stat()
  guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return false }
  return status.st_uid == getuid() && status.st_mode & 0o077 == 0
}
