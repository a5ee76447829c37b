/// The distinct attributes of some places, each with a number and a count.
///
/// A hash table with linear probing. The pairs of key and value are packed (``PackedAttributes``), in memory that the
/// caller keeps alive.
struct FactTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    /// The number plus one; 0 for an empty slot.
    var number: UInt32 = 0
  }

  private let hash = ByteHash.seeded
  private var slots = SharedArray(repeating: Slot(), count: 1 << 10)
  /// The pairs, by number.
  private(set) var pairs = GrowableBuffer<ByteView>()
  private(set) var counts = GrowableBuffer<UInt32>()

  /// Adds to the count of a pair.
  mutating func insert(_ pair: ByteView, count: UInt32 = 1) {
    let hash = hash.hash(pair)
    let position = position(of: hash, pair)
    if slots[position].number > 0 {
      counts[Int(slots[position].number) - 1] += count
      return
    }
    slots[position] = Slot(hash: hash, number: UInt32(pairs.count + 1))
    pairs.append(pair)
    counts.append(count)
    if pairs.count * 2 > slots.count { grow() }
  }

  /// Returns the number of a pair, which must be in the table.
  func number(of pair: ByteView) -> Int {
    Int(slots[position(of: hash.hash(pair), pair)].number) - 1
  }

  private func position(of hash: UInt64, _ pair: ByteView) -> Int {
    let mask = slots.count - 1
    var position = Int(truncatingIfNeeded: hash >> 20) & mask
    while slots[position].number > 0 {
      if slots[position].hash == hash, pairs[Int(slots[position].number) - 1].equals(pair) { break }
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(), count: old.count * 4)
    let mask = slots.count - 1
    for index in 0..<old.count where old[index].number > 0 {
      var position = Int(truncatingIfNeeded: old[index].hash >> 20) & mask
      while slots[position].number > 0 { position = (position + 1) & mask }
      slots[position] = old[index]
    }
  }
}
