package import Domain
package import Tables

/// A sliding window over an input, so that a file of any length needs little memory.
///
/// Safety: `buffer` has `capacity` bytes; the bytes before `end` are initialised, and always `start <= end`. A `view`
/// is valid until the next `refill` or `reserve`.
@safe
package struct InputWindow: ~Copyable {
  /// The minimum space for a read, in bytes.
  private static let minimumFreeBytes = 64
  private var buffer: UnsafeMutableRawPointer
  private var capacity: Int
  private var start = 0
  private var end = 0
  private var source: any ByteStream
  /// The offset of the window in the input, in bytes.
  package private(set) var offset = 0
  /// Whether the window reaches the end of the input.
  package private(set) var isAtEnd = false

  /// The input's name for messages.
  package let path: String

  package init(_ file: consuming InputFile) {
    let path = file.name
    self.init(FileStream(file), path: path)
  }

  /// Opens a window on a stream, such as a file in an archive.
  package init(_ stream: any ByteStream, path: String = "", capacity: Int = 1 << 20) {
    source = stream
    self.path = path
    self.capacity = capacity
    unsafe buffer = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { unsafe buffer.deallocate() }

  package var view: ByteView { unsafe ByteView(base: UnsafeRawPointer(buffer + start), count: end - start) }

  package var byteCount: Int { end - start }

  package mutating func consume(_ count: Int) {
    precondition(count >= 0 && count <= end - start)
    start += count
    offset += count
  }

  /// Reads more bytes, growing the buffer as needed; does nothing at the end of the input.
  package mutating func refill() throws(IndexFileError) {
    guard !isAtEnd else { return }
    moveToStart()
    if capacity - end < Self.minimumFreeBytes { grow(to: capacity * 2) }
    try read(capacity - end)
  }

  /// Reads on while the view is in use, until the window has a number of bytes, its buffer is full, or the input ends.
  ///
  /// The bytes of the view don't move.
  package mutating func readAhead(to count: Int) throws(IndexFileError) {
    while !isAtEnd, byteCount < count, capacity - end >= Self.minimumFreeBytes {
      try read(min(capacity - end, max(count - byteCount, Self.minimumFreeBytes)))
    }
  }

  /// Makes space for a number of bytes from the start of the view, for ``readAhead(to:)``.
  package mutating func reserve(_ count: Int) {
    let count = count + Self.minimumFreeBytes
    guard capacity - start < count else { return }
    moveToStart()
    if capacity < count { grow(to: count) }
  }

  private mutating func moveToStart() {
    guard start > 0 else { return }
    unsafe buffer.copyMemory(from: buffer + start, byteCount: end - start)
    end -= start
    start = 0
  }

  private mutating func read(_ byteCount: Int) throws(IndexFileError) {
    let freeSpace = unsafe UnsafeMutableRawBufferPointer(start: buffer + end, count: byteCount)
    let count = unsafe try source.read(into: freeSpace)
    isAtEnd = count == 0
    end += count
  }

  /// The unconsumed input, for a stream that processes it; afterwards only ``replaceRest(with:)`` makes the window
  /// usable.
  package var rest: any ByteStream { JoinedStream(view.array, then: source) }

  mutating func replaceRest(with stream: any ByteStream) {
    source = stream
    start = 0
    end = 0
    isAtEnd = false
  }

  /// Reads until the window has a number of bytes, or the input ends.
  package mutating func fill(to count: Int) throws(IndexFileError) {
    guard view.count < count else { return }
    // A power of two, so that filling a window a little further each time takes linear time.
    if capacity < count { grow(to: 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)) }
    while !isAtEnd, view.count < count { try refill() }
  }

  /// Reads ahead, and returns the beginning of the unconsumed input, valid until the next `refill`.
  ///
  /// All decisions about an input use a sample, because the window itself contains more of a file than of a pipe.
  package mutating func sample(upTo count: Int = InputSample.maximumByteCount) throws(IndexFileError) -> InputSample {
    // One more byte shows whether the input ends with the sample.
    try fill(to: count + 1)
    return InputSample(bytes: view.part(0..<min(count, view.count)), isAtEnd: view.count <= count)
  }

  /// Moves the start of the window to the next line feed or the end of the input.
  package mutating func consumeLine() throws(IndexFileError) {
    while true {
      let view = view
      if let length = view.firstIndex(of: 0x0A) { return consume(length) }
      consume(view.count)
      guard !isAtEnd else { return }
      try refill()
    }
  }

  private mutating func grow(to newCapacity: Int) {
    let larger = UnsafeMutableRawPointer.allocate(byteCount: newCapacity, alignment: 16)
    unsafe larger.copyMemory(from: buffer, byteCount: end)
    unsafe buffer.deallocate()
    unsafe buffer = larger
    capacity = newCapacity
  }
}

/// The beginning of an input, independent of how its bytes arrive.
package struct InputSample {
  /// The maximum size in bytes for detecting the encoding and the columns.
  static let maximumByteCount = 1 << 19

  package let bytes: ByteView
  /// Whether the sample is the whole input.
  package let isAtEnd: Bool
}
