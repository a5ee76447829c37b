#if canImport(Glibc)
  import Glibc

  /// Opens a file: replaces libc's `open` in the whole process.
  ///
  /// At the start and then once a second, libdispatch reads `/proc/TID/stat` of each of its threads to see whether it
  /// is waiting, and ends the process when the file cannot be opened. Where /proc is not mounted it gets an empty
  /// file, which it takes to mean that the thread is waiting.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - flags: The flags of `open`.
  ///   - mode: The mode of a new file; ignored otherwise.
  /// - Returns: A descriptor; -1, with `errno` set, when the file cannot be opened.
  @c(open)
  @unsafe
  package func openFile(_ path: UnsafePointer<CChar>, _ flags: CInt, _ mode: UInt32) -> CInt {
    let descriptor = unsafe openat(AT_FDCWD, path, flags, mode)
    guard descriptor < 0, errno == ENOENT, unsafe strncmp(path, "/proc/", 6) == 0,
      unsafe strcmp(path + max(0, strlen(path) - 5), "/stat") == 0
    else { return descriptor }
    return unsafe openat(AT_FDCWD, "/dev/null", flags, mode)
  }
#endif
