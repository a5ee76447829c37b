import System
import Domain

/// A source of bytes that is read once, sequentially: raw, decompressed or converted.
protocol ByteStream: AnyObject {
  /// Reads some bytes and returns their number; 0 at the end, and from then on.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int
}

/// The bytes of a file, a pipe or a device.
///
/// Safety: it writes only to the given buffer.
@safe
final class FileStream: ByteStream {
  private let file: InputFile
  /// The bytes that a regular file still has, by its size when it was opened: it must not end before.
  private var bytesLeft: Int
  /// The first byte, if it was read before.
  private var firstByte: UInt8?

  init(_ file: consuming InputFile) {
    bytesLeft = file.bytesLeft ?? 0
    firstByte = file.firstByte
    self.file = file
  }

  /// - Throws: `IndexFileError.unreadable(path:reason:)`, or `IndexFileError.changed(path:)` if a file is shorter
  ///   than it was when it was opened.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    if let byte = firstByte, buffer.count > 0 {
      firstByte = nil
      unsafe buffer[0] = byte
      return 1
    }
    while true {
      let count = unsafe systemRead(file.descriptor, buffer.baseAddress, buffer.count)
      if count > 0 || count == 0 && bytesLeft <= 0 {
        bytesLeft -= count
        return count
      }
      if count == 0 { throw .changed(path: file.name) }
      let error = errno
      switch error {
      case EINTR: continue
      case EAGAIN:
        // Another program that has this pipe or terminal too made it not block.
        var polled = pollfd(fd: file.descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&polled, 1, -1)
      default: throw .unreadable(path: file.name, reason: SystemError(number: error).reason)
      }
    }
  }
}

/// Bytes in memory, and the rest of the stream from which they were read, or what is fed to it later.
final class JoinedStream: ByteStream {
  private(set) var first: ArraySlice<UInt8>
  private let rest: (any ByteStream)?
  /// Whether more bytes may be fed.
  private var isOpen: Bool
  /// Whether a reader stopped because no more bytes have come.
  private(set) var isWaiting = false

  init(_ first: [UInt8], then rest: (any ByteStream)? = nil, isOpen: Bool = false) {
    self.first = first[...]
    self.rest = rest
    self.isOpen = isOpen
  }

  /// Appends bytes; none end the stream.
  func feed(_ more: [UInt8]) {
    first = first.isEmpty ? more[...] : first + more
    isWaiting = false
    isOpen = !more.isEmpty
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    guard !first.isEmpty else {
      isWaiting = isOpen
      // Nobody but the one who feeds it sees which error.
      if isWaiting { throw .cancelled }
      return unsafe try rest?.read(into: buffer) ?? 0
    }
    let part = first.prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    first = part.count == first.count ? [] : first.dropFirst(part.count)
    return part.count
  }
}
