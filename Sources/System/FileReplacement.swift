/// Replaces a file atomically: writes a temporary file in the same directory, syncs it, and renames it over the old
/// one.
///
/// A process that has the old file open or mapped keeps it. A symbolic link is followed, and its target is replaced.
package final class FileReplacement {  // A class, so that the temporary file is removed exactly once.
  /// The permissions of a new file.
  package enum Access {
    /// The permissions of the process's umask.
    case shared
    /// Access for the owner only, as in a store.
    case ownerOnly
  }

  /// The number of temporary names to try.
  private static let nameAttempts = 100
  /// The digits of a temporary name: 64 bits in base 36.
  private static let digitCount = 13
  private static let temporarySuffix = ".tmp"
  private let path: String
  private let temporary: String
  private let file: FileDescriptor
  private var isOpen = true

  /// Creates the temporary file.
  ///
  /// The new file has the permissions of an existing one.
  ///
  /// - Parameters:
  ///   - path: The file to replace.
  ///   - access: The permissions if the file doesn't exist yet.
  ///   - fixedSuffix: The suffix of the temporary name, for a caller whose lock excludes other processes: a leftover of
  ///     a killed process is overwritten. `nil` for a random name.
  /// - Throws: An error if the file can't be created, or if the path is a device or a pipe.
  package init(path: String, access: Access = .shared, fixedSuffix: String? = nil) throws(SystemError) {
    let existing = try? FileStatus(path: path)
    // A device or a pipe would be lost.
    guard existing?.isRegular != false else { throw SystemError(number: ENOTSUP) }
    guard let target = FilePath.target(of: path) else { throw SystemError(number: ELOOP) }
    let mode: mode_t = access == .ownerOnly ? 0o600 : 0o666
    if let fixedSuffix {
      temporary = target + fixedSuffix
      file = try FileDescriptor(opening: temporary, flags: O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode: mode)
    } else {
      // Leftovers of a store have the fixed suffix and are overwritten.
      if access == .shared { Self.removeLeftovers(of: target) }
      (temporary, file) = try Self.created(for: target, mode: mode)
    }
    if let existing { _ = fchmod(file.number, existing.permissions) }
    self.path = target
  }

  deinit { discard() }

  /// Removes the temporary file.
  package func discard() {
    guard isOpen else { return }
    isOpen = false
    file.close()
    _ = unsafe unlink(temporary)
  }

  package func write(_ bytes: [UInt8]) throws(SystemError) { try file.write(bytes) }

  @unsafe
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { unsafe try file.write(bytes) }

  /// The error number if the file at the destination is no longer the file to replace.
  package static var staleNumber: CInt { ESTALE }

  /// Moves the file into place; on any error the temporary file is removed.
  ///
  /// - Parameters:
  ///   - isSynced: Whether to sync the file and its directory, so that they survive a power failure.
  ///   - replaces: Whether to replace an existing file; otherwise the error is `EEXIST`.
  ///   - isCurrent: Returns whether the existing file is still the one to replace. It is called at the last moment; if
  ///     it returns `false`, the error is ``staleNumber``.
  /// - Throws: An error if the file can't be completed or moved.
  package func finish(
    isSynced: Bool = true,
    replaces: Bool = true,
    if isCurrent: () -> Bool = { true }
  ) throws(SystemError) {
    guard !isSynced || fsync(file.number) == 0 else { throw .last }
    isOpen = false
    // Keeps the lock until the file has its final name; otherwise another process could remove the file as a leftover.
    let lock = dup(file.number)
    defer { if lock >= 0 { close(lock) } }
    do throws(SystemError) {
      guard file.close() else { throw .last }
      guard isCurrent() else { throw SystemError(number: Self.staleNumber) }
      if replaces { try move() } else { try link() }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    if isSynced { Self.syncDirectory(of: path) }
  }

  private func move() throws(SystemError) {
    guard unsafe rename(temporary, path) == 0 else { throw .last }
  }

  /// Gives the file its final name unless a file has that name.
  ///
  /// Unlike a rename, a link replaces nothing.
  private func link() throws(SystemError) {
    if unsafe System.link(temporary, path) == 0 {
      _ = unsafe unlink(temporary)
      return
    }
    let error = SystemError.last
    // Some file systems have no hard links.
    guard error.number != EEXIST, (try? FileStatus(path: path, followsLink: false)) == nil else { throw error }
    try move()
  }

  /// Returns the path of temporary files without their digits.
  private static func beginning(for path: String) -> String {
    // 56 scalars have at most 224 of the 255 bytes of a name.
    let name = String(String.UnicodeScalarView(FilePath.name(of: path).unicodeScalars.prefix(56)))
    let directory = FilePath.directory(of: path)
    return (directory == "/" ? "" : directory) + "/.\(name)."
  }

  /// Creates a file with a new name.
  ///
  /// The name is random, because process ids are reused. A file is locked while it is written, so that a leftover of a
  /// killed process is known by its missing lock.
  private static func created(
    for path: String,
    mode: mode_t
  ) throws(SystemError) -> (name: String, file: FileDescriptor) {
    for _ in 0..<nameAttempts {
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      let padding = String(repeating: "0", count: digitCount - digits.utf8.count)
      let name = beginning(for: path) + padding + digits + temporarySuffix
      let file: FileDescriptor
      do throws(SystemError) {
        file = try FileDescriptor(opening: name, flags: O_WRONLY | O_CREAT | O_EXCL, mode: mode)
      } catch {
        guard error.number == EEXIST else { throw error }
        continue
      }
      // Some file systems have no locks.
      _ = try? file.lock()
      // Another process may have removed the file before it was locked.
      if (try? FileStatus(descriptor: file.number))?.linkCount != 0 { return (name, file) }
      file.close()
    }
    throw SystemError(number: EEXIST)
  }

  /// Removes the temporary files that killed processes left for a path.
  private static func removeLeftovers(of path: String) {
    let directory = FilePath.directory(of: path)
    let beginning = FilePath.name(of: beginning(for: path))
    for name in (try? FilePath.names(in: directory)) ?? [] {
      guard name.hasPrefix(beginning), name.hasSuffix(temporarySuffix) else { continue }
      let digits = name.dropFirst(beginning.count).dropLast(temporarySuffix.count)
      guard digits.utf8.count == digitCount, UInt64(digits, radix: 36) != nil else { continue }
      let leftover = "\(directory)/\(name)"
      guard let file = try? FileDescriptor(opening: leftover, flags: O_RDONLY | O_NOFOLLOW) else { continue }
      if (try? file.lock()) == true { _ = unsafe unlink(leftover) }
      file.close()
    }
  }

  /// Makes the rename survive a power failure; errors are ignored, because some file systems do not support it.
  private static func syncDirectory(of path: String) {
    guard let directory = try? FileDescriptor(opening: FilePath.directory(of: path), flags: O_RDONLY) else { return }
    fsync(directory.number)
    directory.close()
  }
}
