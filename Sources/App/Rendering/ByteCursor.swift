/// A bounds-checked writer over an unsafe buffer.
///
/// A batch writes millions of places, each of some thirty chunks: appending them to an array one by one cost three times
/// as much (measured: 830 ns a place against 240). Every write first checks that it ends inside the memory, so
/// no mistake of a caller can reach beyond it. No cursor outlives the call that was given the memory.
@unsafe struct ByteCursor {
  private let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// How many bytes were written.
  private(set) var count = 0

  /// Begins at the start of some memory; `nil` when there is none.
  init?(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    guard let start = memory.baseAddress else { return nil }
    unsafe self.start = unsafe start
    unsafe capacity = memory.count
  }

  /// Writes one byte.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    unsafe precondition(count < capacity)
    // In bounds: count < capacity was just checked.
    unsafe start[count] = byte
    unsafe count += 1
  }

  /// Writes a short text.
  @inline(__always)
  mutating func put(_ text: ShortText) {
    unsafe precondition(capacity - count >= ShortText.capacity && text.count <= ShortText.capacity)
    // In bounds: as many bytes as a short text can have still fit; those behind its end are written over next.
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: text.bytes, as: SIMD32<UInt8>.self)
    unsafe count += text.count
  }

  /// Writes a literal.
  @inline(__always)
  mutating func put(_ text: StaticString) {
    unsafe precondition(text.utf8CodeUnitCount <= capacity - count)
    // In bounds: the literal's length fits behind what was written.
    unsafe (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe count += text.utf8CodeUnitCount
  }

  /// Copies a part of other memory.
  ///
  /// Short parts are copied with their surroundings where both memories reach so far, which saves a call.
  @inline(__always)
  mutating func put(_ source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    unsafe precondition(range.lowerBound >= 0 && range.upperBound <= source.count && range.count <= capacity - count)
    guard let origin = source.baseAddress else { return }
    let wide = ShortText.capacity
    if unsafe range.count <= wide && range.lowerBound <= source.count - wide && count <= capacity - wide {
      // In bounds on both sides, as was just checked; what lies behind the part is written over next.
      let chunk = unsafe UnsafeRawPointer(origin + range.lowerBound).loadUnaligned(as: SIMD32<UInt8>.self)
      unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: chunk, as: SIMD32<UInt8>.self)
    } else {
      // In bounds on both sides: the range lies in the source, and its length fits behind what was written.
      unsafe (start + count).update(from: origin + range.lowerBound, count: range.count)
    }
    unsafe count += range.count
  }

  /// Writes the first of the eight bytes of a number, in the order they have in memory.
  @inline(__always)
  mutating func put(eightBytes bytes: UInt64, count length: Int) {
    unsafe precondition(capacity - count >= 8 && length >= 0 && length <= 8)
    // In bounds: eight bytes still fit; those behind the first `length` are written over next.
    unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: bytes, as: UInt64.self)
    unsafe count += length
  }

  /// Copies an array.
  mutating func put(_ source: [UInt8]) { unsafe source.withUnsafeBufferPointer { unsafe put($0, in: $0.indices) } }
}

extension [UInt8] {
  /// Appends what a cursor writes.
  ///
  /// - Parameters:
  ///   - maximumByteCount: The room that the cursor gets.
  ///   - write: Writes; the cursor must not outlive the call.
  @inline(__always)
  mutating func append(upTo maximumByteCount: Int, _ write: (inout ByteCursor) -> Void) {
    append(addingCapacity: maximumByteCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, count in
        guard var cursor = unsafe ByteCursor(memory) else { return }
        unsafe write(&cursor)
        count = unsafe cursor.count
      }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether any byte of a part may need escaping in JSON or begin a control character.
  ///
  /// Looks at every byte without a branch, so that the compiler does sixteen at a time.
  func mayNeedEscaping(in range: Range<Int>) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = baseAddress else { return false }
    var found: UInt8 = 0
    for index in range {
      // In bounds: the range was just checked.
      let byte = unsafe start[index]
      found |= (byte < 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) | (byte == 0xC2 ? 1 : 0) | (byte == 0xE2 ? 1 : 0)
      found |= (byte == UInt8(ascii: "\"") ? 1 : 0) | (byte == UInt8(ascii: "\\") ? 1 : 0)
    }
    return found != 0
  }

  /// Whether a part contains a comma.
  func hasComma(in range: Range<Int>) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = baseAddress else { return false }
    var found = false
    // In bounds: the range was just checked.
    for index in range { found = unsafe found || start[index] == UInt8(ascii: ",") }
    return found
  }
}
