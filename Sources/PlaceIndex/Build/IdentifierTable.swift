/// Detects repeated ids: a hash table of place numbers with linear probing, O(1) per id.
///
/// Source: D. Knuth, The Art of Computer Programming, volume 3, section 6.4, algorithm L.
struct IdentifierTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// The id's ``tag(of:)``.
    ///
    /// It also determines the position of the slot, so the table grows without reading ids again.
    var tag: UInt32
    /// The place's number plus one; 0 for an empty slot.
    var number: UInt32
  }

  private var slots = SharedArray(repeating: Slot(tag: 0, number: 0), count: 1024)
  private var count = 0

  /// Inserts an id, or returns the earlier place that has it; `isSame` compares the ids of places with the same tag.
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

  /// Returns the slot of an id, or the empty slot where it belongs.
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

  /// Returns the tag of an id: half of a hash that a crafted file can't predict.
  static func tag(of id: ByteView) -> UInt32 { UInt32(truncatingIfNeeded: ByteHash.seeded.hash(id)) }
}
