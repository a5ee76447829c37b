/// A bounds-checked sequential writer over an unsafe buffer.
///
/// A row needs at most one allocation, because its size is known before its first byte.
///
/// Safety: `target` is valid for the duration of a call; every write checks the remaining space.
@safe
struct ByteWriter {
  private let target: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  /// Makes a writer to memory that must outlive the writer.
  @unsafe
  init(_ target: UnsafeMutableRawBufferPointer) { unsafe self.target = unsafe target }

  var isFull: Bool { unsafe count == target.count }

  @inline(__always)
  mutating func write(_ byte: UInt8) {
    unsafe precondition(count < target.count)
    unsafe target[count] = byte
    count += 1
  }

  @inline(__always)
  mutating func write(_ bytes: ByteView) {
    unsafe precondition(bytes.count <= target.count - count)
    unsafe bytes.withBytes { source in
      guard let from = source.baseAddress, let base = unsafe target.baseAddress else { return }
      unsafe (base + count).copyMemory(from: from, byteCount: source.count)
    }
    count += bytes.count
  }

  /// Writes a four-byte little-endian number.
  @inline(__always)
  mutating func writeFixed(_ number: UInt32) {
    unsafe precondition(4 <= target.count - count)
    unsafe target.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt32.self)
    count += 4
  }

  /// Writes a number in unsigned LEB128 (DWARF 5, section 7.6).
  mutating func writeVariable(_ number: Int) { number.forEachVariableByte { write($0) } }
}

extension FixedWidthInteger {
  /// The bytes of the number, lowest first.
  var littleEndianBytes: [UInt8] { (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) } }

  /// Calls a closure with the LEB128 bytes of a number that isn't negative.
  @inline(__always)
  func forEachVariableByte(_ body: (UInt8) -> Void) {
    var rest = self
    while rest >= 0x80 {
      body(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
      rest >>= 7
    }
    body(UInt8(truncatingIfNeeded: rest))
  }
}
