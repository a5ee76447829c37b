/// Detects repeated ids: a hash table of the numbers of places with linear probing, O(1) for each id.
///
/// Source: D. Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L.
struct IdentifierTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// The id's ``tag(of:)``, which also determines the position of the slot, so that growing the table reads no id
    /// again.
    var tag: UInt32
    /// One more than the place's number; 0 for an empty slot.
    var number: UInt32
  }

  private var slots = SharedArray(repeating: Slot(tag: 0, number: 0), count: 1024)
  private var count = 0

  /// Inserts an id unless an earlier place has it, which is then returned; of several with the same tag a closure
  /// says which has it.
  mutating func insert(tag: UInt32, number: Int, isSame: (Int) -> Bool) -> Int? {
    if count * 2 >= slots.count { grow() }
    let position = position(of: tag, isSame)
    guard slots[position].number == 0 else { return Int(slots[position].number) - 1 }
    slots[position] = Slot(tag: tag, number: UInt32(number + 1))
    count += 1
    return nil
  }

  func number(tag: UInt32, isSame: (Int) -> Bool) -> Int? {
    let slot = slots[position(of: tag, isSame)]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// The slot of an id, or the empty one where it belongs.
  @inline(__always)
  private func position(of tag: UInt32, _ isSame: (Int) -> Bool) -> Int {
    let mask = slots.count - 1
    var position = Int(tag) & mask
    while slots[position].number != 0, slots[position].tag != tag || !isSame(Int(slots[position].number) - 1) {
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(tag: 0, number: 0), count: old.count * (old.count < 1 << 16 ? 4 : 2))
    let mask = slots.count - 1
    for index in 0..<old.count where old[index].number != 0 {
      let slot = old[index]
      var position = Int(slot.tag) & mask
      while slots[position].number != 0 { position = (position + 1) & mask }
      slots[position] = slot
    }
  }

  /// The tag of an id: half of a hash with secrets of this process, so that no file can be crafted whose ids all
  /// collide.
  static func tag(of id: ByteView) -> UInt32 {
    UInt32(truncatingIfNeeded: hash(id, seed: secret.seed, factor: secret.factor))
  }

  /// From the seed of the standard library's hashes, which is the same in every process only when a test wants that.
  private static let secret = (
    seed: UInt64(truncatingIfNeeded: 1.hashValue),
    factor: UInt64(truncatingIfNeeded: 2.hashValue) | 1
  )

  /// A hash of some bytes; not secure, and the same in every process.
  static func hash(_ bytes: ByteView) -> UInt64 {
    hash(bytes, seed: 0x9E37_79B9_7F4A_7C15, factor: 0xD6E8_FEB8_6659_FD93)
  }

  @inline(__always)
  private static func hash(_ bytes: ByteView, seed: UInt64, factor: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.load(UInt64.self, at: offset), factor)
      offset += 8
    }
    return mixed(hash ^ rest(of: bytes, from: offset), factor)
  }

  /// The last bytes, at most seven, the first of them the highest.
  @inline(__always)
  private static func rest(of bytes: ByteView, from start: Int) -> UInt64 {
    let count = bytes.count - start
    guard count > 0, bytes.count >= 8 else {
      return (start..<bytes.count).reduce(0) { $0 << 8 | UInt64(bytes.byte(at: $1)) }
    }
    let last = UInt64(bigEndian: bytes.load(UInt64.self, at: bytes.count - 8))
    return last & (1 << UInt64(8 * count) - 1)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64, _ factor: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: factor)
    return product.high ^ product.low
  }
}
