import Domain

/// Output space at the end of an array, reserved once for many appends.
///
/// A batch writes millions of records of about fifty pieces each. Pieces that don't fit are only measured; then
/// ``Array/append(reserving:_:)`` writes all of them again.
///
/// Safety: `base` points to `capacity` bytes during ``Array/append(reserving:_:)``, the only place that makes a buffer.
/// Every write checks that it fits.
@safe
struct OutputBuffer: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let capacity: Int
  private(set) var count = 0
  /// The size in bytes of the pieces that didn't fit.
  fileprivate var missing = 0

  /// The number of bytes copied at once.
  ///
  /// A buffer has that many spare bytes, so that most copies take one step.
  static var step: Int { 32 }

  @unsafe
  fileprivate init(base: UnsafeMutableRawPointer, capacity: Int) {
    unsafe self.base = unsafe base
    self.capacity = capacity
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    guard count < capacity else { return missing &+= 1 }
    unsafe base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count &+= 1
  }

  @inline(__always)
  mutating func append(literal text: StaticString) {
    let added = text.utf8CodeUnitCount
    guard added <= capacity &- count else { return missing &+= added }
    // The compiler knows the length, so this copy is inlined.
    unsafe (base + count).copyMemory(from: UnsafeRawPointer(text.utf8Start), byteCount: added)
    count &+= added
  }

  @inline(__always)
  mutating func append(_ source: [UInt8], in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
    unsafe source.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe copy(
        from: start + range.lowerBound,
        readable: bytes.count &- range.lowerBound,
        count: range.upperBound &- range.lowerBound
      )
    }
  }

  /// Appends a part of an array, then a text that needs no escaping, then a closing quote.
  ///
  /// One bounds check covers all three, which are usually short.
  @inline(__always)
  mutating func append(_ source: [UInt8], in range: Range<Int>, quoting text: [UInt8], in part: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= source.count)
    precondition(part.lowerBound >= 0 && part.upperBound <= text.count)
    let before = range.upperBound &- range.lowerBound
    let added = part.upperBound &- part.lowerBound
    let areShort = (Self.step &- before) | (Self.step &- added)
    let areReadable = (source.count &- range.lowerBound &- Self.step) | (text.count &- part.lowerBound &- Self.step)
    guard areShort | areReadable | (capacity &- count &- 2 &* Self.step &- 1) >= 0 else {
      append(source, in: range)
      append(text, in: part)
      return append(UInt8(ascii: "\""))
    }
    let target = unsafe base + count
    unsafe source.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe Self.copyStep(from: start + range.lowerBound, to: target)
    }
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe Self.copyStep(from: start + part.lowerBound, to: target + before)
    }
    unsafe target.storeBytes(of: UInt8(ascii: "\""), toByteOffset: before &+ added, as: UInt8.self)
    count &+= before &+ added &+ 1
  }

  @inline(__always)
  mutating func append(_ source: Span<UInt8>) {
    unsafe source.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe copy(from: start, readable: bytes.count, count: bytes.count)
    }
  }

  mutating func append(text: String) { append(text.utf8.span) }

  /// Copies 32 bytes at a time if both sides have them.
  ///
  /// Surplus bytes are overwritten by the next append.
  ///
  /// Safety: reads at most `readable` bytes and writes at most `capacity` bytes.
  @unsafe
  @inline(__always)
  private mutating func copy(from source: UnsafeRawPointer, readable: Int, count added: Int) {
    let left = capacity &- count
    let target = unsafe base + count
    // One branch for three comparisons: the sign bit is set if any difference is negative.
    if (Self.step &- added) | (readable &- Self.step) | (left &- Self.step) >= 0 {
      unsafe Self.copyStep(from: source, to: target)
    } else {
      guard added <= left else { return missing &+= added }
      unsafe Self.copyLong(from: source, to: target, readable: readable, left: left, count: added)
    }
    count &+= added
  }

  @unsafe
  @inline(__always)
  private static func copyStep(from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let first = unsafe source.loadUnaligned(as: SIMD2<UInt64>.self)
    let second = unsafe source.loadUnaligned(fromByteOffset: 16, as: SIMD2<UInt64>.self)
    unsafe target.storeBytes(of: first, as: SIMD2<UInt64>.self)
    unsafe target.storeBytes(of: second, toByteOffset: 16, as: SIMD2<UInt64>.self)
  }

  @unsafe
  @inline(never)
  private static func copyLong(
    from source: UnsafeRawPointer,
    to target: UnsafeMutableRawPointer,
    readable: Int,
    left: Int,
    count added: Int
  ) {
    precondition(added >= 0 && added <= readable && added <= left)
    let whole = (added &+ step &- 1) & ~(step &- 1)
    guard whole <= 8 * step, whole <= readable, whole <= left else {
      return unsafe target.copyMemory(from: source, byteCount: added)
    }
    var at = 0
    while at < added {
      unsafe copyStep(from: source + at, to: target + at)
      at &+= step
    }
  }

  /// Appends the first `added` of eight bytes, starting with the lowest.
  @inline(__always)
  mutating func append(eight bytes: UInt64, count added: Int) {
    precondition(added >= 0 && added <= 8)
    guard 8 <= capacity &- count else { return missing &+= 8 }
    unsafe base.storeBytes(of: bytes.littleEndian, toByteOffset: count, as: UInt64.self)
    count &+= added
  }
}

extension [UInt8] {
  /// Reserves space once and appends what a closure writes.
  ///
  /// - Parameters:
  ///   - expected: The usual number of bytes. The closure runs again if they and the array's spare capacity don't
  ///     suffice.
  ///   - body: Writes the bytes; always the same.
  @inline(__always)
  mutating func append(reserving expected: Int, _ body: (inout OutputBuffer) -> Void) {
    var size = Swift.max(expected + OutputBuffer.step, capacity - count)
    var isWhole = false
    while !isWhole {
      append(addingCapacity: size) { output in
        unsafe output.withUnsafeMutableBufferPointer { memory, count in
          guard let start = memory.baseAddress else { return }
          // The memory after `count` is uninitialised, and nothing reads it.
          var buffer = unsafe OutputBuffer(base: UnsafeMutableRawPointer(start + count), capacity: memory.count - count)
          body(&buffer)
          isWhole = buffer.missing == 0
          size = buffer.count + buffer.missing + OutputBuffer.step
          if isWhole { count += buffer.count }
        }
      }
    }
  }
}

/// Writes JSON values.
extension OutputBuffer {
  @inline(__always)
  mutating func appendJSONNull() { append(literal: "null") }

  /// Appends a JSON string with its quotes, or `null`.
  mutating func appendJSON(string text: String?) {
    guard let text else { return appendJSONNull() }
    append(value: text, as: .json)
  }

  /// Appends packed attributes of a place as an object of strings.
  mutating func appendJSON(attributes packed: ArraySlice<UInt8>) {
    append(UInt8(ascii: "{"))
    var isFirst = true
    PlaceAttribute.forEach(in: packed) { key, value in
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      let key = packed[key].span
      append(value: key, as: .json, isPlain: !key.mayNeedEscaping)
      append(UInt8(ascii: ":"))
      let value = packed[value].span
      append(value: value, as: .json, isPlain: !value.mayNeedEscaping)
    }
    append(UInt8(ascii: "}"))
  }

  mutating func appendJSON(_ value: Int?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }

  mutating func appendJSON(_ value: Double?) {
    guard let value else { return appendJSONNull() }
    append(decimal: value)
  }
}
