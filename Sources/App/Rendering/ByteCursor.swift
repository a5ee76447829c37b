/// Fills memory that was set aside beforehand, from its start.
///
/// A batch writes millions of places, each of some thirty pieces: appending them to an array one by one cost three times
/// as much (measured: 830 ns a place against 240). Every write first checks that it ends inside the memory, so
/// no mistake of a caller can reach beyond it. Nothing keeps a cursor longer than the call that was given the memory.
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

  /// Copies a part of other memory.
  ///
  /// - Parameters:
  ///   - source: Other memory, not this one.
  ///   - range: The part.
  @inline(__always)
  mutating func put(_ source: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    unsafe precondition(range.lowerBound >= 0 && range.upperBound <= source.count && range.count <= capacity - count)
    guard let origin = source.baseAddress else { return }
    // In bounds on both sides: the range lies in the source, and its length fits behind what was written.
    unsafe (start + count).update(from: origin + range.lowerBound, count: range.count)
    unsafe count += range.count
  }

  /// Copies an array.
  mutating func put(_ source: [UInt8]) {
    unsafe source.withUnsafeBufferPointer { unsafe put($0, in: $0.indices) }
  }

  /// The most bytes that a number takes: 24 for a double as Swift writes it, 20 for a whole number.
  static let longestNumber = 24

  /// Writes a whole number.
  mutating func put(decimal value: Int) {
    if value < 0 { unsafe put(UInt8(ascii: "-")) }
    unsafe put(digits: value.magnitude, atLeast: 1)
  }

  /// Writes the shortest decimal that reads back as the same number; the array's way of the same name says how.
  mutating func put(decimal value: Double) {
    let scaled = Int(exactly: (value * 1e7).rounded())
    guard let scaled, scaled.magnitude < 1_000_000_000_000_000, Double(scaled) / 1e7 == value else {
      var bytes: [UInt8] = []
      bytes.append(decimal: value)
      return unsafe put(bytes)
    }
    if scaled < 0 { unsafe put(UInt8(ascii: "-")) }
    let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: 10_000_000)
    unsafe put(digits: whole, atLeast: 1)
    guard fraction > 0 else { return }
    unsafe put(UInt8(ascii: "."))
    unsafe put(digits: fraction, atLeast: 7)
    // The last byte written is a digit of the fraction, one of which is not zero.
    while unsafe start[count - 1] == UInt8(ascii: "0") { unsafe count -= 1 }
  }

  private mutating func put(digits value: UInt, atLeast width: Int) {
    var length = 1
    var bound: UInt = 10
    while length < 19, value >= bound {
      bound *= 10
      length += 1
    }
    if length == 19, value >= bound { length = 20 }
    length = max(length, width)
    unsafe precondition(length <= capacity - count)
    var rest = value
    var position = unsafe count + length
    while unsafe position > count {
      position -= 1
      // In bounds: count <= position < count + length <= capacity.
      unsafe start[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    unsafe count += length
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
  /// Whether a part holds a comma.
  func hasComma(in range: Range<Int>) -> Bool {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    guard let start = baseAddress else { return false }
    var found = false
    // In bounds: the range was just checked.
    for index in range { found = unsafe found || start[index] == UInt8(ascii: ",") }
    return found
  }
}
