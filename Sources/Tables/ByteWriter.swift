/// A bounds-checked sequential writer over an unsafe buffer.
///
/// A row needs at most one allocation, because its size is known before its first byte.
///
/// Safety: `target` is valid for the duration of a call; every write checks the remaining space.
@safe
public struct ByteWriter {
  @usableFromInline let target: UnsafeMutableRawBufferPointer
  @usableFromInline var written = 0

  @inlinable
  public var count: Int { written }

  /// Makes a writer to memory that must outlive the writer.
  @unsafe
  @inlinable
  public init(_ target: UnsafeMutableRawBufferPointer) { unsafe self.target = unsafe target }

  @inlinable
  public var isFull: Bool { unsafe count == target.count }

  @inlinable @inline(__always)
  public mutating func write(_ byte: UInt8) {
    unsafe precondition(count < target.count)
    unsafe target[count] = byte
    written += 1
  }

  @inlinable @inline(__always)
  public mutating func write(_ bytes: ByteView) {
    unsafe precondition(bytes.count <= target.count - count)
    unsafe bytes.withBytes { source in
      guard let from = source.baseAddress, let base = unsafe target.baseAddress else { return }
      unsafe (base + count).copyMemory(from: from, byteCount: source.count)
    }
    written += bytes.count
  }

  /// Writes a four-byte little-endian number.
  @inlinable @inline(__always)
  public mutating func writeFixed(_ number: UInt32) {
    unsafe precondition(4 <= target.count - count)
    unsafe target.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt32.self)
    written += 4
  }

  /// Writes a number in unsigned LEB128 (DWARF 5, section 7.6).
  @inlinable
  public mutating func writeVariable(_ number: Int) { number.forEachVariableByte { write($0) } }
}

extension FixedWidthInteger {
  /// The bytes of the number, lowest first.
  @inlinable
  public var littleEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map { UInt8(truncatingIfNeeded: self >> Self($0 * 8)) }
  }

  /// Calls a closure with the LEB128 bytes of a number that isn't negative.
  @inlinable @inline(__always)
  public func forEachVariableByte(_ body: (UInt8) -> Void) {
    var rest = self
    while rest >= 0x80 {
      body(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
      rest >>= 7
    }
    body(UInt8(truncatingIfNeeded: rest))
  }
}

extension Int64 {
  /// Decodes a zigzag-encoded number.
  @inlinable @inline(__always)
  package init(zigzag number: UInt64) { self = Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }

  /// The zigzag encoding of the number.
  @inlinable @inline(__always)
  package var zigzag: UInt64 { UInt64(bitPattern: self << 1 ^ self >> 63) }
}
