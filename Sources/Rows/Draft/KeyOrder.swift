import Domain
package import Tables

/// The keys of the previous object, in order.
///
/// Most objects have the same keys, so a key is compared with the expected one, without scanning or lookup.
///
/// It is a part of the draft, which belongs to one reader: a shared table would cost an exclusivity check per key.
package struct KeyOrder: ~Copyable {
  /// A key with its quotes and the colon.
  package struct Key: BitwiseCopyable {
    /// The first sixteen bytes, padded with zeros, and masks of the used bytes.
    fileprivate var low: UInt64 = 0
    fileprivate var high: UInt64 = 0
    fileprivate var lowMask: UInt64 = 0
    fileprivate var highMask: UInt64 = 0
    /// The number of bytes; 0 for a key that is too long to be expected.
    let count: Int
    /// The field of the key; `nil` if it has none.
    package let entry: FieldTable.Entry?
  }

  private static let wordBytes = 8
  private static let maximumKeyBytes = 2 * wordBytes
  /// The maximum number of keys, so that a very large object doesn't fill the memory.
  private static let maximumCount = 64

  /// The number by which unexpected keys may exceed expected keys before keys are no longer compared.
  ///
  /// The tags of OpenStreetMap differ from one element to the next.
  private static let maximumMisses = 256

  private var keys = GrowableBuffer<Key>(capacity: maximumCount)
  private var misses = 0

  /// Returns the key at a position in the order, if the bytes at an offset equal it.
  @inline(__always)
  package mutating func key(_ number: Int, in bytes: ByteView, at offset: Int) -> Key? {
    guard number < keys.count, misses <= Self.maximumMisses, offset <= bytes.count - Self.maximumKeyBytes else {
      return nil
    }
    let key = keys[number]
    let low = bytes.word(at: offset) ^ key.low
    let high = bytes.word(at: offset + Self.wordBytes) ^ key.high
    guard key.count > 0, low & key.lowMask | high & key.highMask == 0 else { return nil }
    if misses > 0 { misses -= 1 }
    return key
  }

  /// Sets the expected key at a position in the order.
  ///
  /// - Parameters:
  ///   - number: The position, at most the number of keys so far.
  ///   - bytes: The key with its quotes and the colon, if they are adjacent.
  ///   - entry: The field of the key.
  mutating func expect(_ number: Int, bytes: ByteView?, entry: FieldTable.Entry?) {
    guard number < Self.maximumCount, misses <= Self.maximumMisses else { return }
    misses += 1
    var key = Key(count: 0, entry: entry)
    if let bytes, bytes.count <= Self.maximumKeyBytes {
      key = Key(count: bytes.count, entry: entry)
      for index in 0..<bytes.count {
        let shift = UInt64(8 * (index % Self.wordBytes))
        if index < Self.wordBytes {
          key.low |= UInt64(bytes.byte(at: index)) << shift
          key.lowMask |= 0xFF << shift
        } else {
          key.high |= UInt64(bytes.byte(at: index)) << shift
          key.highMask |= 0xFF << shift
        }
      }
    }
    if number < keys.count { keys[number] = key } else { keys.append(key) }
  }
}
