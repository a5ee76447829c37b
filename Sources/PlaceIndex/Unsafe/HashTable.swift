/// A hash table that numbers keys from 0 in the order of their insertion; the caller stores the keys.
///
/// Linear probing, O(1) per key (D. Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L). Hashes
/// must be seeded (``ByteHash``), so that no file can be crafted whose keys collide.
struct HashTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// The lower half of the key's hash, which also determines the slot: the table grows without the keys.
    var tag: UInt32 = 0
    /// The key's number plus one; 0 for an empty slot.
    var number: UInt32 = 0
  }

  private var slots = SharedArray(repeating: Slot(), count: 1 << 10)
  /// The number of keys.
  private(set) var count = 0

  /// Returns the number of a key, given its hash and a comparison with the key of another number; `nil` for a new key,
  /// which gets the next number.
  @inline(__always)
  mutating func insert(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let tag = UInt32(truncatingIfNeeded: hash)
    let position = position(of: tag, isSame)
    guard slots[position].number == 0 else { return Int(slots[position].number) - 1 }
    count += 1
    slots[position] = Slot(tag: tag, number: UInt32(count))
    if count * 2 > slots.count { grow() }
    return nil
  }

  /// Returns the number of a key; `nil` if the table doesn't have the key.
  @inline(__always)
  func number(_ hash: UInt64, isSame: (Int) -> Bool) -> Int? {
    let slot = slots[position(of: UInt32(truncatingIfNeeded: hash), isSame)]
    return slot.number == 0 ? nil : Int(slot.number) - 1
  }

  /// Returns the slot of a key, or the empty slot where it belongs.
  @inline(__always)
  private func position(of tag: UInt32, _ isSame: (Int) -> Bool) -> Int {
    let mask = slots.count - 1
    var position = Int(tag) & mask
    while slots[position].number != 0, slots[position].tag != tag || !isSame(Int(slots[position].number) - 1) {
      position = (position + 1) & mask
    }
    return position
  }

  @inline(never)
  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(), count: old.count * (old.count < 1 << 16 ? 4 : 2))
    for index in 0..<old.count where old[index].number != 0 {
      let position = position(of: old[index].tag) { _ in false }
      slots[position] = old[index]
    }
  }
}
