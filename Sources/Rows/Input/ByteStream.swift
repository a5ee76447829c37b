package import Domain
import System
import Tables

/// A source of bytes that is read once, sequentially: raw, decompressed or converted.
package protocol ByteStream: AnyObject {
  /// Reads some bytes and returns their number; 0 at the end, and from then on.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int
}

/// The bytes of a file, a pipe or a device.
///
/// Safety: it writes only to the given buffer.
@safe
final class FileStream: ByteStream {
  private let file: InputFile
  /// The remaining bytes of a regular file, by its size when it was opened; it must not end earlier.
  private var bytesLeft: Int
  /// The first byte, if it has already been read.
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
    let count: Int
    do throws(SystemError) { count = unsafe try FileDescriptor(number: file.descriptor).read(into: buffer) } catch {
      throw .unreadable(path: file.name, reason: error.reason)
    }
    guard count > 0 || bytesLeft <= 0 else { throw .changed(path: file.name) }
    bytesLeft -= count
    return count
  }
}

/// Bytes in memory, followed by the rest of a stream, or by bytes that are fed later.
package final class JoinedStream: ByteStream {
  private(set) var first: ArraySlice<UInt8>
  private let rest: (any ByteStream)?
  /// Whether more bytes may be fed.
  private var isOpen: Bool
  /// Whether a reader stopped because no more bytes have arrived.
  private(set) var isWaiting = false

  package init(_ first: [UInt8], then rest: (any ByteStream)? = nil, isOpen: Bool = false) {
    self.first = first[...]
    self.rest = rest
    self.isOpen = isOpen
  }

  /// Appends bytes; an empty array ends the stream.
  func feed(_ more: [UInt8]) {
    first = first.isEmpty ? more[...] : first + more
    isWaiting = false
    isOpen = !more.isEmpty
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    guard !first.isEmpty else {
      isWaiting = isOpen
      // Only the caller that feeds the stream sees this error.
      if isWaiting { throw .cancelled }
      return unsafe try rest?.read(into: buffer) ?? 0
    }
    let part = first.prefix(buffer.count)
    unsafe buffer.copyBytes(from: part)
    first = part.count == first.count ? [] : first.dropFirst(part.count)
    return part.count
  }
}
