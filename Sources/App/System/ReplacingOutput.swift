import System

/// A file that is written under a temporary name next to its path and renamed when it is complete.
struct ReplacingOutput: OutputFile {
  /// The path as the user wrote it.
  private let path: String
  /// The path after following symbolic links.
  private let target: String
  private let temporary: String
  private let descriptor: FileDescriptor
  private let isReplacing: Bool

  init(path: String, permissions: mode_t?, replacing: Bool) throws(FileFailure) {
    self.path = path
    isReplacing = replacing
    target = DiskFiles.target(of: path)
    let name = target.split(separator: "/").last.map(String.init) ?? target
    // Scalars, because a character may have any length: 56 scalars take at most 224 of a name's 255 bytes.
    let beginning = String(String.UnicodeScalarView(name.unicodeScalars.prefix(56)))
    // Random, because processes in two containers that share the directory may have the same id.
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = "\(DiskFiles.directory(of: target))/.\(beginning).\(number).part"
    let opened = systemOpen(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard opened >= 0 else { throw FileFailure(path: path, reason: .unwritable(reason: SystemError.last().reason)) }
    descriptor = FileDescriptor(number: opened)
    if let permissions { fchmod(opened, permissions) }
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    do { try descriptor.write(bytes) } catch { throw FileFailure(writing: path, error) }
  }

  func finish() throws(FileFailure) {
    let isSynced = fsync(descriptor.number) == 0
    let synced = SystemError.last()
    let isClosed = close(descriptor.number) == 0
    guard isSynced, isClosed else { try fail(isSynced ? SystemError.last() : synced) }
    if isReplacing {
      guard unsafe rename(temporary, target) == 0 else { try fail(SystemError.last()) }
      return
    }
    // Unlike a rename, a link fails if another file was created meanwhile.
    if unsafe link(temporary, target) == 0 {
      unsafe unlink(temporary)
      return
    }
    let error = SystemError.last()
    if error.code == EEXIST {
      unsafe unlink(temporary)
      throw FileFailure(path: path, reason: .exists)
    }
    // Some file systems have no hard links.
    guard !DiskFiles().exists(target), unsafe rename(temporary, target) == 0 else { try fail(error) }
  }

  func abandon() {
    close(descriptor.number)
    unsafe unlink(temporary)
  }

  private func fail(_ error: SystemError) throws(FileFailure) -> Never {
    unsafe unlink(temporary)
    throw FileFailure(writing: path, error)
  }
}
