/// The grams of some consecutive places with their posting lists, as a hash table with linear probing.
struct GramTable: ~Copyable {
  /// A gram and the end of its list; gram 0 marks an empty slot.
  private struct Slot: BitwiseCopyable {
    var gram: UInt64 = 0
    var tail = PlaceLists.Tail()
  }

  private let hash = ByteHash.seeded
  private var slots = SharedArray(repeating: Slot(), count: 1 << 12)
  private(set) var lists = PlaceLists()

  /// Adds a place to the list of a gram; places must be added in order.
  @inline(__always)
  mutating func insert(_ gram: UInt64, place: UInt32) {
    let position = position(of: gram)
    var slot = slots[position]
    guard slot.gram == 0 else {
      guard slot.tail.last != place else { return }
      lists.append(place, to: &slot.tail)
      slots[position] = slot
      return
    }
    slots[position] = Slot(gram: gram, tail: lists.begin(with: place))
    if lists.count * 2 > slots.count { grow() }
  }

  /// Returns the grams in ascending order.
  func grams() -> [UInt64] { (0..<slots.count).map { slots[$0].gram }.filter { $0 != 0 }.sorted() }

  /// Returns the list of a gram; `nil` if no place has the gram.
  func list(of gram: UInt64) -> PlaceLists.List? {
    let slot = slots[position(of: gram)]
    return slot.gram == gram ? lists.list(endingWith: slot.tail) : nil
  }

  /// Returns the position of a gram's slot, or of the empty slot where it belongs.
  @inline(__always)
  private func position(of gram: UInt64) -> Int {
    // Only the highest bits depend on all letters.
    let hash = hash.hash(ofNumber: gram)
    var position = Int(truncatingIfNeeded: hash >> UInt64(slots.count.leadingZeroBitCount + 1))
    while slots[position].gram != gram, slots[position].gram != 0 { position = (position + 1) & (slots.count - 1) }
    return position
  }

  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(), count: old.count * (old.count < 1 << 14 ? 4 : 2))
    for index in 0..<old.count where old[index].gram != 0 {
      slots[position(of: old[index].gram)] = old[index]
    }
  }
}
