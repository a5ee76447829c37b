import Domain

/// The keys of the last object of an input, in order: most objects have the same, so that a key is compared with the
/// one that is expected, and neither scanned nor looked up.
///
/// A part of the draft, which its reader has alone: looking into a table that is shared would cost a check of
/// exclusive access for each key.
struct KeyOrder: ~Copyable {
  /// A key between its quotes, with them and the colon behind.
  struct Key: BitwiseCopyable {
    /// Its first sixteen bytes, with zeros behind its end, and ones where it has bytes.
    fileprivate var low: UInt64 = 0
    fileprivate var high: UInt64 = 0
    fileprivate var lowMask: UInt64 = 0
    fileprivate var highMask: UInt64 = 0
    /// The number of its bytes; 0 for a key that is too long to be expected.
    let count: Int
    /// The field of the key; `nil` for a key of no field.
    let entry: FieldTable.Entry?
  }

  private static let wordBytes = 8
  private static let maximumKeyBytes = 2 * wordBytes
  /// The maximum number of keys, so that an object of very many does not fill the memory.
  private static let maximumCount = 64

  /// How many keys more than those that came as expected may not, before none is expected any more: tags of
  /// OpenStreetMap differ from one element to the next.
  private static let maximumMisses = 256

  private var keys = GrowableBuffer<Key>(capacity: maximumCount)
  private var misses = 0

  /// The key at a place in the order, if the bytes at an offset are it.
  @inline(__always)
  mutating func key(_ number: Int, in bytes: ByteView, at offset: Int) -> Key? {
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

  /// Expects a key at a place in the order from now on.
  ///
  /// - Parameters:
  ///   - number: The place, at most the number of keys so far.
  ///   - bytes: The key with its quotes and the colon, if nothing stands between these.
  ///   - entry: The field of the key.
  mutating func expect(_ number: Int, _ bytes: ByteView?, _ entry: FieldTable.Entry?) {
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
