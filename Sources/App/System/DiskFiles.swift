import System

/// The files on this machine's disks.
struct DiskFiles: FileAccess {
  func contents(of path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let isOwned = path != "-"
    if isOwned, FileIdentity(path: path)?.isDirectory == true { throw FileFailure(path: path, reason: .isDirectory) }
    // Process substitution `<(…)` passes a pipe that is already open; opening another pipe would wait for a writer.
    let isOpen = Self.descriptor(namedBy: path) != nil
    if !isOpen, FileIdentity(path: path)?.type == .pipe { throw FileFailure(path: path, reason: .isPipe) }
    let file = FileDescriptor(number: isOwned ? systemOpen(path, flags: O_RDONLY | O_CLOEXEC) : 0)
    guard file.number >= 0 else { throw FileFailure(reading: path, .last) }
    defer { if isOwned { close(file.number) } }
    var contents: [UInt8] = []
    while contents.count <= limit {
      let chunk: [UInt8]
      do { chunk = try file.read(maximum: limit - contents.count + 1) } catch {
        throw FileFailure(reading: path, error)
      }
      if chunk.isEmpty { return contents }
      contents += chunk
    }
    throw FileFailure(path: path, reason: .tooLarge(limit: limit))
  }

  func exists(_ path: String) -> Bool {
    // A link exists even if its target doesn't.
    (try? FileStatus(path: path, followsLink: false)) != nil
  }

  func identity(of path: String) -> FileIdentity? {
    if let number = Self.descriptor(namedBy: path) { return FileIdentity(descriptor: number) }
    if let file = FileIdentity(path: path) { return file }
    let target = FilePath.target(of: path) ?? path
    guard let directory = FileIdentity(path: FilePath.directory(of: target)) else { return nil }
    var name = target.split(separator: "/").last.map(String.init) ?? ""
    #if canImport(Darwin)
      // The default file system of macOS treats `A.csv` and `a.csv` as the same name.
      name = name.lowercased()
    #endif
    return FileIdentity(type: .nothing, device: directory.device, node: directory.node, name: name)
  }

  func checkOutput(_ path: String, _ mode: OutputMode, replacing: Bool) throws(FileFailure) {
    if let number = Self.descriptor(namedBy: path) {
      guard !mode.needsFile else { throw FileFailure(path: path, reason: .isNotRegularFile) }
      return try Self.checkDescriptor(number, path: path)
    }
    let status = FileIdentity(path: path)
    if let status {
      guard !status.isDirectory else { throw FileFailure(path: path, reason: .isDirectory) }
      guard !status.isRegular || replacing else { throw FileFailure(path: path, reason: .exists) }
      guard status.isRegular || !mode.needsFile else { throw FileFailure(path: path, reason: .isNotRegularFile) }
      guard status.isRegular else { return }
    }
    let target = FilePath.target(of: path) ?? path
    var touched = status != nil && mode == .inPlace ? target : FilePath.directory(of: target)
    while mode == .wholeFile(makesDirectories: true), touched != "/", !exists(touched) {
      touched = FilePath.directory(of: touched)
    }
    guard unsafe access(touched, W_OK) == 0 else {
      throw FileFailure(writing: path, .last)
    }
  }

  /// Checks that a descriptor is open for writing.
  private static func checkDescriptor(_ number: CInt, path: String) throws(FileFailure) {
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, flags & O_ACCMODE != O_RDONLY else {
      throw FileFailure(writing: path, SystemError(number: EBADF))
    }
  }

  func createOutput(_ path: String, replacing: Bool) throws(FileFailure) -> any OutputFile {
    try checkOutput(path, .whole, replacing: replacing)
    // Use the descriptor itself, because a file that is opened again is overwritten from its beginning.
    if let number = Self.descriptor(namedBy: path) {
      return DeviceOutput(FileDescriptor(number: number).sink, path: path)
    }
    let status = FileIdentity(path: path)
    if let status, !status.isRegular { return try DeviceOutput(opening: path) }
    return try ReplacingOutput(path: path, replacing: replacing)
  }

  func openInPlace(_ path: String, existing: LockedFile.Existing, input: FileIdentity?) throws(FileFailure)
    -> InPlaceOutput
  {
    guard FileIdentity(path: path)?.isRegular == false else {
      return .file(try LockedFile(path: path, existing: existing, input: input))
    }
    guard existing != .resume else { throw FileFailure(path: path, reason: .notResumable) }
    return .device(try DeviceOutput(opening: path))
  }

  func remove(_ path: String) throws(FileFailure) {
    guard unsafe unlink(path) == 0 else {
      throw FileFailure(writing: path, .last)
    }
  }

  /// Returns whether a path for reading means standard input, however it is written.
  static func isStandardInput(_ path: String) -> Bool { path == "-" || descriptor(namedBy: path) == 0 }

  /// The name of standard input in messages.
  static let standardInputName = "standard input"

  /// Returns the name of an input in messages: its path, or ``standardInputName`` for `-`.
  static func shownName(ofInput path: String) -> String { path == "-" ? standardInputName : path }

  /// Returns the descriptor of this process that a path means; `nil` for other paths.
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
}

extension OutputMode {
  /// Whether only a regular file is allowed.
  fileprivate var needsFile: Bool { if case .wholeFile = self { true } else { false } }
}
