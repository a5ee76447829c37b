import Domain
import Rows
import System
import Tables

/// An input that several threads can read at any offset: a file, the copy of a pipe, or memory.
///
/// Safety: it writes only to the given buffer.
@safe
final class RandomAccessInput: @unchecked Sendable {  // It never changes, and `pread` moves no offset.
  private enum Store {
    case file(descriptor: Int32)
    case memory([UInt8])
  }

  /// The name for messages.
  let path: String
  /// The length in bytes.
  let count: Int
  private let store: Store
  /// The number of bytes to copy between checks of the available memory.
  private static let bytesBetweenChecks = 64 << 20

  /// Takes a regular file at its beginning; `nil` for anything else.
  init?(_ file: borrowing InputFile) {
    guard let count = file.bytesLeft, lseek(file.descriptor, 0, SEEK_CUR) == 0 else { return nil }
    // A duplicate, because the owner closes its own descriptor.
    let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
    guard descriptor >= 0 else { return nil }
    path = file.name
    self.count = count
    store = .file(descriptor: descriptor)
  }

  /// Takes bytes in memory, with a name for messages.
  init(_ bytes: [UInt8], path: String) {
    self.path = path
    count = bytes.count
    store = .memory(bytes)
  }

  /// Copies the rest of an input that can be read only once.
  ///
  /// - Parameters:
  ///   - window: The input, which is read to its end.
  ///   - target: The path of the copy, which is unlinked as soon as it is open, so that it can't be left over; `nil` to
  ///     copy to memory.
  ///   - report: Called repeatedly with the number of bytes.
  /// - Throws: An error if the input can't be read, the copy can't be written, or there isn't enough memory.
  init(
    copying window: inout InputWindow,
    to target: String?,
    _ report: (Int) throws(IndexFileError) -> Void
  ) throws(IndexFileError) {
    path = window.path
    guard let target else {
      let bytes = try Self.memory(of: &window, report)
      count = bytes.count
      store = .memory(bytes)
      return
    }
    let descriptor = unsafe open(target, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: target, reason: SystemError(number: errno).reason) }
    _ = unsafe unlink(target)
    do throws(IndexFileError) {
      count = try Self.copy(&window, to: descriptor, named: target, report)
    } catch {
      close(descriptor)
      throw error
    }
    store = .file(descriptor: descriptor)
  }

  deinit { if case .file(let descriptor) = store { close(descriptor) } }

  /// Reads the rest of an input into memory.
  static func memory(
    of window: inout InputWindow,
    _ report: (Int) throws(IndexFileError) -> Void
  ) throws(IndexFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    var checked = 0
    while true {
      bytes += window.view.array
      window.consume(window.byteCount)
      if bytes.count >= checked + Self.bytesBetweenChecks {
        // Appending may double the capacity.
        guard ProcessLimits().hasMemory(for: 2 * bytes.count) else { throw .outOfMemory(bytes: 2 * bytes.count) }
        checked = bytes.count
        try report(bytes.count)
      }
      guard !window.isAtEnd else { return bytes }
      try window.refill()
    }
  }

  private static func copy(
    _ window: inout InputWindow,
    to descriptor: Int32,
    named target: String,
    _ report: (Int) throws(IndexFileError) -> Void
  ) throws(IndexFileError) -> Int {
    var written = 0
    while true {
      while window.byteCount > 0 {
        let count = window.byteCount
        do throws(SystemError) {
          try unsafe window.view.withBytes { (bytes) throws(SystemError) in
            unsafe try FileDescriptor(number: descriptor).write(bytes)
          }
        } catch { throw .unwritable(path: target, reason: error.reason) }
        window.consume(count)
        written += count
      }
      try report(written)
      guard !window.isAtEnd else { return written }
      try window.refill()
    }
  }

  /// Fills a buffer with bytes, which must all be in the input.
  ///
  /// - Throws: `IndexFileError.changed(path:)` if a file has become shorter.
  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    precondition(offset >= 0 && buffer.count <= count - offset)
    switch store {
    case .memory(let bytes): unsafe buffer.copyBytes(from: bytes[offset..<offset + buffer.count])
    case .file(let descriptor):
      let count: Int
      do throws(SystemError) {
        count = unsafe try FileDescriptor(number: descriptor).read(at: offset, into: buffer)
      } catch { throw .unreadable(path: path, reason: error.reason) }
      guard count == buffer.count else { throw .changed(path: path) }
    }
    return buffer.count
  }
}
