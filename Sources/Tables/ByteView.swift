import System

/// A view of bytes that the caller keeps alive.
///
/// Safety: `base` points to `count` readable bytes for as long as the owner lives. Every access below checks its offset
/// against `count` and traps rather than reads out of bounds. Callers check numbers from a file before they use them as
/// offsets, so a damaged file never causes a trap.
///
/// It is public because the compiler inlines only public functions in other modules, and sendable because it only reads
/// memory that doesn't change while it is shared.
@safe
public struct ByteView: BitwiseCopyable, Hashable, @unchecked Sendable {
  @usableFromInline let base: UnsafeRawPointer
  public let count: Int

  @unsafe
  @inlinable
  public init(base: UnsafeRawPointer, count: Int) {
    precondition(count >= 0)
    unsafe self.base = unsafe base
    self.count = count
  }

  /// Makes a view of a literal, which is valid for the life of the process.
  @inlinable @inline(__always)
  public init(_ text: StaticString) {
    unsafe self.init(base: UnsafeRawPointer(text.utf8Start), count: text.utf8CodeUnitCount)
  }

  @inlinable
  public static var empty: ByteView { ByteView("") }

  /// Copies bytes that are needed for the life of the process; the memory is never freed.
  public static func lasting(_ bytes: [UInt8]) -> ByteView {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe memory.copyBytes(from: bytes)
    return unsafe memory.baseAddress.map { unsafe ByteView(base: UnsafeRawPointer($0), count: bytes.count) } ?? .empty
  }

  /// Returns the offset of this view in a larger view that contains it.
  @inlinable @inline(__always)
  public func offset(in whole: ByteView) -> Int { unsafe base - whole.base }

  @inlinable @inline(__always)
  public func byte(at offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count)
    return unsafe base.load(fromByteOffset: offset, as: UInt8.self)
  }

  /// Reads a little-endian number; the host has the same byte order.
  @inlinable @inline(__always)
  public func load<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type, at offset: Int) -> Number {
    precondition(offset >= 0 && offset <= count - MemoryLayout<Number>.size)
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Reads eight consecutive numbers.
  @inlinable @inline(__always)
  public func eight(at offset: Int) -> SIMD8<Int32> {
    precondition(offset >= 0 && offset <= count - 32)
    return unsafe base.loadUnaligned(fromByteOffset: offset, as: SIMD8<Int32>.self)
  }

  /// Returns a part of the view; `nil` if it is out of bounds.
  @inlinable
  public func slice(_ start: Int, _ length: Int) -> ByteView? {
    guard start >= 0, length >= 0, start <= count, length <= count - start else { return nil }
    return unsafe ByteView(base: base + start, count: length)
  }

  /// Returns a part of the view that is known to be in bounds.
  @inlinable @inline(__always)
  public func part(_ range: Range<Int>) -> ByteView {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe ByteView(base: base + range.lowerBound, count: range.count)
  }

  @unsafe
  @inlinable
  public func withBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// Calls a closure with the bytes as a span, which checks bounds itself.
  @inlinable
  public func withSpan<Result: ~Copyable, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withBytes { (bytes) throws(Failure) in try body(unsafe Span(_unsafeBytes: bytes)) }
  }

  @inlinable
  public static func over<Result: ~Copyable, Failure: Error>(
    _ bytes: [UInt8],
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try over(bytes.span, body)
  }

  @inlinable
  public static func over<Result: ~Copyable, Failure: Error>(
    _ bytes: Span<UInt8>,
    _ body: (ByteView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) in
      guard let start = buffer.baseAddress else { return try body(.empty) }
      return try body(unsafe ByteView(base: UnsafeRawPointer(start), count: buffer.count))
    }
  }

  /// The bytes as text, with invalid UTF-8 repaired.
  @inlinable
  public var text: String { unsafe withBytes { unsafe String(decoding: $0, as: UTF8.self) } }

  // `Array(bytes)` copies byte by byte.
  @inlinable
  public var array: [UInt8] {
    // Otherwise the standard library stores the count of an empty array in a global, a race for ThreadSanitizer.
    guard count > 0 else { return [] }
    return unsafe withBytes { bytes in
      unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { memory, count in
        unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
        count = bytes.count
      }
    }
  }

  /// Compares without the C library, so that comparisons with literals become comparisons of words.
  @inlinable
  public func equals(_ other: ByteView) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return equalsShort(other) }
    let last = count - 8
    var at = 0
    while at < last {
      guard load(UInt64.self, at: at) == other.load(UInt64.self, at: at) else { return false }
      at += 8
    }
    return load(UInt64.self, at: last) == other.load(UInt64.self, at: last)
  }

  @inlinable @inline(__always)
  func equalsShort(_ other: ByteView) -> Bool {
    if count >= 4 {
      return load(UInt32.self, at: 0) == other.load(UInt32.self, at: 0)
        && load(UInt32.self, at: count - 4) == other.load(UInt32.self, at: count - 4)
    }
    guard count > 0 else { return true }
    return byte(at: 0) == other.byte(at: 0) && byte(at: count / 2) == other.byte(at: count / 2)
      && byte(at: count - 1) == other.byte(at: count - 1)
  }

  @inlinable @inline(__always)
  public func equals(_ text: StaticString) -> Bool { equals(ByteView(text)) }

  /// Returns 3 if a Hangul or Chinese letter begins at an offset, otherwise 1.
  @inlinable @inline(__always)
  public func letterSize(at offset: Int) -> Int { byte(at: offset) >= 0xE0 ? 3 : 1 }

  @inlinable
  public static func == (lhs: ByteView, rhs: ByteView) -> Bool { lhs.equals(rhs) }

  @inlinable
  public func hash(into hasher: inout Hasher) { unsafe withBytes { unsafe hasher.combine(bytes: $0) } }

  /// Returns whether the bytes precede other bytes in byte order.
  public func precedes(_ other: ByteView) -> Bool { compare(with: other) < 0 }

  /// The first eight bytes as a number in the order of ``precedes(_:)``, padded with zeros.
  @inlinable @inline(__always)
  public var firstEight: UInt64 {
    if count >= 8 { return UInt64(bigEndian: load(UInt64.self, at: 0)) }
    guard count >= 4 else { return (0..<count).reduce(0) { $0 | UInt64(byte(at: $1)) << UInt64(56 - 8 * $1) } }
    // The first and the last four bytes overlap.
    let first = UInt64(UInt32(bigEndian: load(UInt32.self, at: 0)))
    let last = UInt64(UInt32(bigEndian: load(UInt32.self, at: count - 4)))
    return first << 32 | last << UInt64(64 - 8 * count)
  }

  /// Returns a number less than, equal to or greater than 0, by byte order.
  public func compare(with other: ByteView) -> Int {
    let difference = unsafe Int(memcmp(base, other.base, min(count, other.count)))
    return difference != 0 ? difference : count - other.count
  }

  /// Returns the offset of the first occurrence of a byte at or after an offset.
  public func firstIndex(of wanted: UInt8, from start: Int = 0) -> Int? {
    precondition(start >= 0 && start <= count)
    guard let found = unsafe memchr(base + start, Int32(wanted), count - start) else { return nil }
    return unsafe UnsafeRawPointer(found) - base
  }

  /// Returns the offset of the last occurrence of a byte.
  @inlinable
  public func lastIndex(of wanted: UInt8) -> Int? {
    var index = count - 1
    while index >= 0, byte(at: index) != wanted { index -= 1 }
    return index >= 0 ? index : nil
  }

  @inlinable
  public func contains(_ byte: UInt8) -> Bool { firstIndex(of: byte) != nil }

  /// Returns whether the bytes contain other bytes consecutively.
  ///
  /// - Complexity: O(n). Patterns of more than 32 bytes use the algorithm of R. Karp and M. Rabin, "Efficient
  ///   Randomized Pattern-Matching Algorithms" (1987).
  public func contains(_ other: ByteView) -> Bool {
    guard other.count > 0 else { return true }
    guard other.count <= count else { return false }
    guard other.count > 32 else {
      var at = 0
      while at <= count - other.count, let start = firstIndex(of: other.byte(at: 0), from: at) {
        if start <= count - other.count, part(start..<start + other.count).equals(other) { return true }
        at = start + 1
      }
      return false
    }
    let base: UInt64 = 0x0000_0100_0000_01B3
    var wanted = UInt64(0)
    var hash = UInt64(0)
    var highest = UInt64(1)
    for index in 0..<other.count {
      wanted = wanted &* base &+ UInt64(other.byte(at: index))
      hash = hash &* base &+ UInt64(byte(at: index))
      if index > 0 { highest = highest &* base }
    }
    for start in 0..<count - other.count {
      if hash == wanted, part(start..<start + other.count).equals(other) { return true }
      hash = (hash &- UInt64(byte(at: start)) &* highest) &* base &+ UInt64(byte(at: start + other.count))
    }
    return hash == wanted && part(count - other.count..<count).equals(other)
  }
}
