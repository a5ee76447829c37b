import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes that come one piece after the other, expanded or converted on their way.
protocol ByteStream: AnyObject {
  /// Reads some bytes.
  ///
  /// - Parameter buffer: Room, at least 4 bytes.
  /// - Returns: How many came; 0 at the end.
  /// - Throws: When they cannot be read or are damaged.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int
}

/// The bytes of an input as they are: first those that were looked at already, then what comes from where it is open.
///
/// Safety: it reads into the room that it is lent and no further.
@safe
final class PlainStream: ByteStream {
  private var first: [UInt8]
  private var offset = 0
  private let descriptor: Int32?
  private let path: String

  /// Goes on behind bytes that were read.
  ///
  /// - Parameters:
  ///   - first: Those bytes.
  ///   - descriptor: Where the rest comes from, open for as long as the stream is used; `nil` for no rest.
  ///   - path: What to call it in messages.
  init(_ first: [UInt8], then descriptor: Int32?, path: String) {
    self.first = first
    self.descriptor = descriptor
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    if offset < first.count {
      let count = min(buffer.count, first.count - offset)
      unsafe buffer.copyBytes(from: first[offset..<offset + count])
      offset += count
      if offset == first.count { (first, offset) = ([], 0) }
      return count
    }
    guard let descriptor else { return 0 }
    while true {
      #if canImport(Darwin)
        let count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreadable(path: path, reason: SystemError(number: errno).reason) }
    }
  }
}

/// A stream behind bytes that were read from it before.
final class JoinedStream: ByteStream {
  private let first: PlainStream
  private let rest: any ByteStream

  init(_ first: [UInt8], then rest: any ByteStream) {
    self.first = PlainStream(first, then: nil, path: "")
    self.rest = rest
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    let count = unsafe try first.read(into: buffer)
    return unsafe count > 0 ? count : try rest.read(into: buffer)
  }
}

/// A stream with a little of what comes next at hand.
///
/// Safety: `buffer` has room for `capacity` bytes of which those from `start` to `end` are initialised.
@safe
final class BufferedStream {
  private static let capacity = 1 << 18
  private let stream: any ByteStream
  private let buffer = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
  private var start = 0
  private var end = 0
  /// Whether nothing comes behind what is at hand.
  private(set) var isAtEnd = false

  init(_ stream: any ByteStream) { self.stream = stream }

  deinit { unsafe buffer.deallocate() }

  /// What is at hand; good until more is read.
  var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: buffer + start, count: end - start) }
  /// What is at hand.
  var view: ByteView { unsafe ByteView(base: UnsafeRawPointer(buffer + start), count: end - start) }

  /// Passes over bytes at hand.
  func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
  }

  /// Reads until there is as much at hand as wanted, at most 64 KiB, or nothing more comes.
  func fill(to count: Int) throws(IndexFileError) {
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

/// Expands gzip, also several members one behind the other.
final class GzipStream: ByteStream {
  private let source: BufferedStream
  private var inflater: Inflater
  private let path: String
  private var isInMember = true

  /// Expands a stream; `nil` when the system cannot.
  init?(_ source: any ByteStream, path: String) {
    guard let inflater = Inflater(.gzip) else { return nil }
    self.inflater = inflater
    self.source = BufferedStream(source)
    self.path = path
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    while true {
      try source.fill(to: 1)
      if source.view.count == 0 {
        guard !isInMember else { throw .malformed(path: path, detail: "the gzip data end too early", offset: 0) }
        return 0
      }
      if !isInMember {
        // Zeros may pad what tape drives wrote.
        guard source.view.byte(at: 0) == 0x1F else { return 0 }
        inflater.reset()
        isInMember = true
      }
      let (read, written, outcome) = unsafe inflater.inflate(source.bytes, into: buffer)
      source.consume(read)
      switch outcome {
      case .damaged: throw .malformed(path: path, detail: "the gzip data are damaged", offset: 0)
      case .finished: isInMember = false
      case .more: break
      }
      if written > 0 { return written }
    }
  }
}

/// Turns CP949 into UTF-8; what is neither becomes a byte that no text has, so that its row is told from the others.
final class KoreanStream: ByteStream {
  private let source: BufferedStream
  private let table: KoreanTable

  /// Converts a stream; `nil` when the system cannot.
  init?(_ source: any ByteStream) {
    guard let table = KoreanTable() else { return nil }
    self.source = BufferedStream(source)
    self.table = table
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    try source.fill(to: 2)
    let view = source.view
    guard view.count > 0 else { return 0 }
    let (read, written) = unsafe table.convert(view, isAtEnd: source.isAtEnd, into: buffer)
    source.consume(read)
    return written
  }
}
