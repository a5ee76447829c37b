import Domain

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
    // With less room nothing could be written, which would pass for the end of the input.
    precondition(buffer.count >= Self.leastRoomBytes)
    try source.fill(to: 2)
    let view = source.view
    guard view.count > 0 else { return 0 }
    let (read, written) = unsafe table.convert(view, isAtEnd: source.isAtEnd, into: buffer)
    source.consume(read)
    return written
  }
}

/// Turns line ends of old Macs, a carriage return alone, into line feeds.
///
/// Safety: it writes within what it was lent and what was read into it.
@safe
final class LineEndStream: ByteStream {
  private let source: any ByteStream

  /// Converts a stream.
  init?(_ source: any ByteStream) { self.source = source }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    let count = unsafe try source.read(into: buffer)
    for index in 0..<count where unsafe buffer[index] == 0x0D { unsafe buffer[index] = 0x0A }
    return count
  }
}
