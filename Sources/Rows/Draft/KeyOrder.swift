import Domain
package import Tables

/// The keys of the previous object, in order.
///
/// Most objects have the same keys, so a key is compared with the expected one, without scanning or lookup.
///
/// It is a part of the draft, which belongs to one reader: a shared table would cost an exclusivity check per key.
package struct KeyOrder: ~Copyable {
  fileprivate typealias Words = InlineArray<3, UInt64>

  /// A key with its quotes and the colon.
  package struct Key: BitwiseCopyable {
    /// The bytes, padded with zeros, and masks of the used bytes.
    fileprivate var words = Words(repeating: 0)
    fileprivate var masks = Words(repeating: 0)
    /// The number of bytes; 0 for a key that is too long to be expected.
    let count: Int
    /// The field of the key; `nil` if it has none.
    package let entry: FieldTable.Entry?
  }

  private static let wordBytes = 8
  private static let maximumKeyBytes = Words.count * wordBytes
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
    var difference: UInt64 = 0
    for index in 0..<Words.count {
      difference |= (bytes.word(at: offset + index * Self.wordBytes) ^ key.words[index]) & key.masks[index]
    }
    guard key.count > 0, difference == 0 else { return nil }
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
        let (word, byte) = index.quotientAndRemainder(dividingBy: Self.wordBytes)
        key.words[word] |= UInt64(bytes.byte(at: index)) << UInt64(8 * byte)
        key.masks[word] |= 0xFF << UInt64(8 * byte)
      }
    }
    if number < keys.count { keys[number] = key } else { keys.append(key) }
  }
}
