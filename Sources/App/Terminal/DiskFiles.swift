#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The files on this machine's disks.
struct DiskFiles: FileAccess {
  func open(_ path: String) throws(FileFailure) -> any ByteSource {
    guard path != "-" else { return DiskSource(path: path, descriptor: .standardInput, isOwned: false) }
    if Self.status(of: path)?.isDirectory == true { throw FileFailure(path: path, reason: .isDirectory) }
    let number = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { throw FileFailure(path: path, reason: .refused(reason: SystemError.last().reason)) }
    return DiskSource(path: path, descriptor: FileDescriptor(number: number), isOwned: true)
  }

  func exists(_ path: String) -> Bool { Self.status(of: path) != nil }

  func checkOutput(_ path: String, replacing: Bool) throws(FileFailure) {
    guard !Self.isWrittenInPlace(path) else { return }
    if let status = Self.status(of: path) {
      guard !status.isDirectory else { throw FileFailure(path: path, reason: .isDirectory) }
      guard !status.isRegular || replacing else { throw FileFailure(path: path, reason: .exists) }
      guard status.isRegular else { return }
    }
    guard unsafe access(Self.directory(of: path), W_OK) == 0 else {
      throw FileFailure(path: path, reason: .unwritable(reason: SystemError.last().reason))
    }
  }

  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile {
    try checkOutput(path, replacing: replacing)
    if path == "-" || path == "/dev/stdout" { return DeviceOutput(descriptor: .standardOutput, isOwned: false) }
    let status = Self.status(of: path)
    if Self.isWrittenInPlace(path) || status.map({ !$0.isRegular }) == true {
      let number = systemOpen(path, O_WRONLY | O_CLOEXEC, 0)
      guard number >= 0 else { throw FileFailure(path: path, reason: .unwritable(reason: SystemError.last().reason)) }
      return DeviceOutput(descriptor: FileDescriptor(number: number), isOwned: true)
    }
    return try ReplacingOutput(path: path, mode: status?.mode, replacing: replacing)
  }

  /// Whether a path names an open descriptor of a process, which is written where it stands.
  private static func isWrittenInPlace(_ path: String) -> Bool {
    path == "-" || path == "/dev/stdout" || path == "/dev/stderr" || path.hasPrefix("/dev/fd/")
      || path.hasPrefix("/proc/self/fd/")
  }

  /// The directory that holds a path.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// What is at a path, links followed; `nil` when nothing is.
  static func status(of path: String) -> FileStatus? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    return FileStatus(mode: status.st_mode)
  }
}

/// The kind and the permissions of a file.
struct FileStatus {
  /// The mode as the system gives it.
  let mode: mode_t

  /// Whether it is a directory.
  var isDirectory: Bool { mode & S_IFMT == S_IFDIR }
  /// Whether it is an ordinary file.
  var isRegular: Bool { mode & S_IFMT == S_IFREG }
}

/// A file or pipe that is read from.
final class DiskSource: ByteSource {
  private let path: String
  private let descriptor: FileDescriptor
  private let isOwned: Bool

  /// Takes an open descriptor; closes it in the end when it owns it.
  init(path: String, descriptor: FileDescriptor, isOwned: Bool) {
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  // A class because only its end of life closes the descriptor.
  deinit { if isOwned { close(descriptor.number) } }

  func read(maximum: Int) throws(FileFailure) -> [UInt8] {
    do {
      return try descriptor.read(maximum: maximum)
    } catch {
      throw FileFailure(path: path, reason: .refused(reason: error.reason))
    }
  }
}

/// Opens a file; the C function takes a variable number of arguments, which Swift sees in two forms.
func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { unsafe open(path, flags, mode) }
