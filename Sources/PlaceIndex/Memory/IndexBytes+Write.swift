#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension IndexBytes {
  /// Writes the bytes to a file, all or nothing: to a temporary name beside it, synced, then renamed over it.
  ///
  /// Who has the old file open or mapped keeps it whole.
  ///
  /// - Throws: The system's error number; nothing is left behind.
  func write(to path: String) throws(SystemError) {
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    do throws(SystemError) {
      do throws(SystemError) {
        try writeAll(to: descriptor)
        guard fsync(descriptor) == 0 else { throw SystemError(number: errno) }
      } catch {
        close(descriptor)
        throw error
      }
      guard close(descriptor) == 0 else { throw SystemError(number: errno) }
      guard unsafe rename(temporary, path) == 0 else { throw SystemError(number: errno) }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
    syncDirectory(of: path)
  }

  private func writeAll(to descriptor: Int32) throws(SystemError) {
    var offset = 0
    while offset < count {
      let written = unsafe Self.write(descriptor, base + offset, min(count - offset, 16 << 20))
      if written < 0 {
        guard errno == EINTR else { throw SystemError(number: errno) }
        continue
      }
      offset += written
    }
  }

  private static func write(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, from, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, from, count)
    #else
      unsafe Darwin.write(descriptor, from, count)
    #endif
  }

  /// Makes the new name last through a power cut; some file systems cannot, which is no reason to fail.
  private func syncDirectory(of path: String) {
    let directory = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
    let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
