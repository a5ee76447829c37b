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

  /// The tag of an id: half of a hash that no file can know.
  static func tag(of id: ByteView) -> UInt32 { UInt32(truncatingIfNeeded: ByteHash.seeded.hash(id)) }
}
