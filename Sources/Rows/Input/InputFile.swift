package import Domain
import System
import Tables

/// A file, pipe or device that is open for reading; closed when the value is destroyed.
package struct InputFile: ~Copyable {
  private static let standardInput = "-"
  package let name: String
  package let descriptor: Int32
  /// The bytes of a regular file from the current offset to its end; `nil` without a size, as for a pipe.
  package let bytesLeft: Int?
  /// The first byte, if it has already been read from a pipe.
  let firstByte: UInt8?

  /// The maximum time to wait for the writer of a pipe, in milliseconds.
  private static let standardPatience: Int32 = 2000

  /// Opens a file, or standard input for `-`.
  ///
  /// - Throws: An error also for a pipe without a writer, which would block forever.
  package init(
    path: String,
    waits: Bool = true,
    patienceInMilliseconds: Int32 = standardPatience
  ) throws(IndexFileError) {
    let isStandardInput = path == Self.standardInput
    let name = isStandardInput ? "standard input" : path
    // A duplicate, so that closing it leaves standard input open.
    let opened =
      isStandardInput
      ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
    var first: UInt8?
    if waits, !isStandardInput {
      if status.st_mode & S_IFMT == S_IFIFO {
        guard let start = Self.start(ofPipe: opened, patienceInMilliseconds) else {
          close(opened)
          throw .unreadable(path: name, reason: "it is a pipe, and nothing writes to it")
        }
        first = start.byte
      }
      _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
    }
    firstByte = first
    self.name = name
    descriptor = opened
    let isRegular = status.st_mode & S_IFMT == S_IFREG
    bytesLeft = isRegular ? Int(status.st_size) - max(0, Int(lseek(opened, 0, SEEK_CUR))) : nil
  }

  deinit { close(descriptor) }

  private struct PipeStart {
    let byte: UInt8?
  }

  /// Returns the first byte of a non-blocking pipe, or none if it has a writer but no bytes yet; `nil` without a writer
  /// in time.
  private static func start(ofPipe pipe: Int32, _ patienceInMilliseconds: Int32) -> PipeStart? {
    var waited: Int32 = 0
    while true {
      var byte: UInt8 = 0
      let count = unsafe systemRead(from: pipe, into: &byte, count: 1)
      if count == 1 { return PipeStart(byte: byte) }
      // Without a writer, a read ends at once; with a writer, it would block.
      if count < 0, errno == EAGAIN { return PipeStart(byte: nil) }
      guard count == 0 || errno == EINTR, waited < patienceInMilliseconds else { return nil }
      _ = poll(nil, 0, 20)
      waited += 20
    }
  }
}
