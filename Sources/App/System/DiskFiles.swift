/// The files on this machine's disks.
struct DiskFiles: FileAccess {
  func open(_ path: String) throws(FileFailure) -> any ByteSource {
    guard path != "-" else { return DiskSource(path: path, descriptor: .standardInput, isOwned: false) }
    if FileIdentity(path: path)?.isDirectory == true { throw FileFailure(path: path, reason: .isDirectory) }
    let number = systemOpen(path, O_RDONLY | O_CLOEXEC, 0)
    guard number >= 0 else { throw FileFailure(path: path, reason: .refused(reason: SystemError.last().reason)) }
    return DiskSource(path: path, descriptor: FileDescriptor(number: number), isOwned: true)
  }

  func exists(_ path: String) -> Bool {
    var status = stat()
    // A link exists even when its target does not.
    return unsafe lstat(path, &status) == 0
  }

  func location(of path: String) -> FileLocation? { FileLocation(ofDiskPath: path) }

  func checkOutput(_ path: String, _ manner: OutputManner, replacing: Bool) throws(FileFailure) {
    if let number = Self.descriptor(namedBy: path) {
      guard !manner.needsFile else { throw FileFailure(path: path, reason: .isNotRegularFile) }
      return try Self.checkDescriptor(number, path: path)
    }
    let status = FileIdentity(path: path)
    if let status {
      guard !status.isDirectory else { throw FileFailure(path: path, reason: .isDirectory) }
      guard !status.isRegular || replacing else { throw FileFailure(path: path, reason: .exists) }
      guard status.isRegular || !manner.needsFile else { throw FileFailure(path: path, reason: .isNotRegularFile) }
      guard status.isRegular else { return }
    }
    let target = FileLocation.target(of: path)
    var touched = status != nil && manner == .inPlace ? target : Self.directory(of: target)
    while manner == .wholeFile(makesDirectories: true), touched != "/", !exists(touched) {
      touched = Self.directory(of: touched)
    }
    guard unsafe access(touched, W_OK) == 0 else {
      throw FileFailure(path: path, reason: .unwritable(reason: SystemError.last().reason))
    }
  }

  /// Checks that a descriptor is open for writing.
  private static func checkDescriptor(_ number: CInt, path: String) throws(FileFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw FileFailure(path: path, reason: .unwritable(reason: SystemError(code: EBADF).reason))
    }
  }

  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile {
    try checkOutput(path, .whole, replacing: replacing)
    // The descriptor itself, because a file that is opened again is overwritten from its beginning.
    if let number = Self.descriptor(namedBy: path) {
      return DeviceOutput(descriptor: FileDescriptor(number: number), isOwned: false)
    }
    let status = FileIdentity(path: path)
    if let status, !status.isRegular {
      let number = systemOpen(path, O_WRONLY | O_CLOEXEC, 0)
      guard number >= 0 else { throw FileFailure(path: path, reason: .unwritable(reason: SystemError.last().reason)) }
      return DeviceOutput(descriptor: FileDescriptor(number: number), isOwned: true)
    }
    return try ReplacingOutput(path: path, permissions: status?.permissions, replacing: replacing)
  }

  /// Whether a path that is read is standard input, however it is spelled.
  static func isStandardInput(_ path: String) -> Bool { path == "-" || descriptor(namedBy: path) == 0 }

  /// The descriptor of this process that a path names; `nil` for any other path.
  static func descriptor(namedBy path: String) -> CInt? {
    switch path {
    case "-", "/dev/stdout": return 1
    case "/dev/stdin": return 0
    case "/dev/stderr": return 2
    default: break
    }
    for directory in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(directory) {
      let digits = path.dropFirst(directory.count)
      return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? CInt(digits) : nil
    }
    return nil
  }

  /// The directory that holds a path.
  static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

extension OutputManner {
  /// Whether only a regular file is allowed.
  fileprivate var needsFile: Bool { if case .wholeFile = self { true } else { false } }
}

/// A file or pipe that is read from.
final class DiskSource: ByteSource {
  private let path: String
  private let descriptor: FileDescriptor
  private let isOwned: Bool

  init(path: String, descriptor: FileDescriptor, isOwned: Bool) {
    self.path = path
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  // A class, because its deinitializer closes the descriptor.
  deinit { if isOwned { close(descriptor.number) } }

  func read(maximum: Int) throws(FileFailure) -> [UInt8] {
    do {
      return try descriptor.read(maximum: maximum)
    } catch {
      throw FileFailure(path: path, reason: .refused(reason: error.reason))
    }
  }
}
