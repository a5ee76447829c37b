import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source of bytes that is read once, sequentially: raw, decompressed or converted.
protocol ByteStream: AnyObject {
  /// Reads some bytes.
  ///
  /// - Parameter buffer: At least ``leastRoomBytes`` of memory.
  /// - Returns: The number of bytes read; 0 at the end, and from then on.
  /// - Throws: If they cannot be read or are damaged.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int
}

extension ByteStream {
  /// The minimum size of the buffer, which fits any character of a converted text.
  static var leastRoomBytes: Int { 4 }
}

/// The bytes of a file, a pipe or a device.
///
/// Safety: it writes only to the given buffer.
@safe
final class FileStream: ByteStream {
  private let file: InputFile
  /// The bytes that a regular file still has, by its size when it was opened: it must not end before.
  private var bytesLeft: Int

  init(_ file: consuming InputFile) {
    bytesLeft = file.bytesLeft ?? 0
    self.file = file
  }

  /// - Throws: `IndexFileError.unreadable(path:reason:)`, or `IndexFileError.changed(path:)` if a file is shorter than it was
  ///   when it was opened.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while true {
      #if canImport(Darwin)
        let count = unsafe Darwin.read(file.descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(file.descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe Glibc.read(file.descriptor, buffer.baseAddress, buffer.count)
      #endif
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

/// Bytes in memory that the caller keeps alive.
final class MemoryStream: ByteStream {
  private var rest: ByteView

  init(_ bytes: ByteView) { rest = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, rest.count)
    unsafe rest.part(0..<count).withBytes { unsafe buffer.copyMemory(from: $0) }
    rest = rest.part(count..<rest.count)
    return count
  }
}

/// Bytes that were read from a stream before, followed by the rest of the stream.
final class JoinedStream: ByteStream {
  private var first: [UInt8]
  private var offset = 0
  private let rest: any ByteStream

  init(_ first: [UInt8], then rest: any ByteStream) {
    self.first = first
    self.rest = rest
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    guard offset < first.count else { return unsafe try rest.read(into: buffer) }
    let count = min(buffer.count, first.count - offset)
    unsafe buffer.copyBytes(from: first[offset..<offset + count])
    offset += count
    if offset == first.count { (first, offset) = ([], 0) }
    return count
  }
}

/// A buffered stream, whose reader can look ahead.
///
/// Safety: `buffer` has room for `capacity` bytes of which those from `start` to `end` are initialised.
@safe
final class BufferedStream {
  /// The maximum number of buffered bytes.
  static let capacity = 1 << 18
  private let stream: any ByteStream
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  private var start = 0
  private var end = 0
  /// Whether the buffer holds all of the rest.
  private(set) var isAtEnd = false

  init(_ stream: any ByteStream) { self.stream = stream }

  deinit { unsafe buffer.deallocate() }

  /// The buffered bytes; valid until more is read.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: buffer + start, count: end - start) }
  /// The buffered bytes.
  var view: ByteView { unsafe ByteView(base: UnsafeRawPointer(buffer + start), count: end - start) }

  /// Removes buffered bytes.
  func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
  }

  /// Reads until a number of bytes is buffered, at most the capacity, or the stream ends.
  func fill(to count: Int) throws(IndexFileError) {
    precondition(count <= Self.capacity)
    while end - start < count, !isAtEnd {
      if start > 0 {
        unsafe buffer.copyMemory(from: buffer + start, byteCount: end - start)
        end -= start
        start = 0
      }
      let room = unsafe UnsafeMutableRawBufferPointer(start: buffer + end, count: Self.capacity - end)
      let found = unsafe try stream.read(into: room)
      if found == 0 { isAtEnd = true }
      end += found
    }
  }
}
