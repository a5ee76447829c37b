#if canImport(Glibc)
  import Glibc

  /// Opens a file, as everything in the process does: stands in front of libc's `open`.
  ///
  /// Once a second, and first at the start, libdispatch reads `/proc/TID/stat` of each of its threads to see whether it
  /// waits, and ends the process when that cannot be opened. Where /proc is not mounted it gets an empty file: it then
  /// takes the thread for one that waits.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: How to open it.
  ///   - mode: The mode of a file that is made; without meaning otherwise.
  /// - Returns: A descriptor; -1, with `errno`, when it cannot be opened.
  @c(open)
  @unsafe
  public func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: UInt32) -> CInt {
    let descriptor = unsafe openat(AT_FDCWD, path, flags, mode)
    guard descriptor < 0, errno == ENOENT, unsafe strncmp(path, "/proc/", 6) == 0,
      unsafe strcmp(path + max(0, strlen(path) - 5), "/stat") == 0
    else { return descriptor }
    return unsafe openat(AT_FDCWD, "/dev/null", flags, mode)
  }
#endif
