import Domain

/// A file, pipe or device that is open for reading; closed when the value is destroyed.
struct InputFile: ~Copyable {
  /// The name that stands for standard input.
  private static let standardInput = "-"
  /// The name of the input in messages.
  let name: String
  let descriptor: Int32
  /// The bytes of a regular file from the current offset to its end; `nil` for what has no size, such as a pipe.
  let bytesLeft: Int?

  /// Opens a file, or standard input, which `-` stands for; opening a pipe may wait for a writer.
  init(path: String, waits: Bool = true) throws(IndexFileError) {
    let isStandardInput = path == Self.standardInput
    let name = isStandardInput ? "standard input" : path
    // A duplicate, so that closing it leaves standard input open.
    let opened =
      isStandardInput
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : unsafe open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK))
    guard opened >= 0 else { throw .unreadable(path: name, reason: SystemError(number: errno).reason) }
    var status = stat()
    guard unsafe fstat(opened, &status) == 0 else {
      let reason = SystemError(number: errno).reason
      close(opened)
      throw .unreadable(path: name, reason: reason)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      close(opened)
      throw .unknownFormat(path: name, detail: "it is a directory; name the files in it")
    }
    self.name = name
    descriptor = opened
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    bytesLeft = isRegular ? Int(status.st_size) - max(0, Int(lseek(opened, 0, SEEK_CUR))) : nil
  }

  deinit { close(descriptor) }
}
