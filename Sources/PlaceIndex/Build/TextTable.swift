/// The distinct texts of some consecutive places with their posting lists, in order of discovery, as a hash table with
/// linear probing.
struct TextTable: ~Copyable {
  private struct Slot: BitwiseCopyable {
    /// The upper half of the hash.
    var tag: UInt32 = 0
    /// The number plus one; 0 for an empty slot.
    var number: UInt32 = 0
  }

  private let hash = ByteHash.seeded
  private var slots = SharedArray(repeating: Slot(), count: 1 << 10)
  /// The concatenated texts.
  private var bytes = GrowableBuffer<UInt8>(capacity: 1 << 12)
  /// The end of each text.
  private var ends = GrowableBuffer<Int>()
  private var tails = GrowableBuffer<PlaceLists.Tail>()
  private(set) var lists = PlaceLists()

  var count: Int { ends.count }

  /// Adds a place to the list of a text; places must be added in order.
  @inline(__always)
  mutating func insert(_ text: ByteView, place: UInt32) {
    let hash = hash.hash(text)
    let position = position(of: hash, text)
    let known = Int(slots[position].number)
    guard known == 0 else {
      guard tails[known - 1].last != place else { return }
      lists.append(place, to: &tails[known - 1])
      return
    }
    add(text, at: position, hash)
    tails.append(lists.begin(with: place))
  }

  func text(_ number: Int) -> ByteView { bytes.window((number == 0 ? 0 : ends[number - 1])..<ends[number]) }

  func list(_ number: Int) -> PlaceLists.List { lists.list(endingWith: tails[number]) }

  /// Returns the number of a text, which is added without places if it is new.
  mutating func number(of text: ByteView) -> Int {
    let hash = hash.hash(text)
    let position = position(of: hash, text)
    if slots[position].number == 0 {
      add(text, at: position, hash)
      return count - 1
    }
    return Int(slots[position].number) - 1
  }

  @inline(never)
  private mutating func add(_ text: ByteView, at position: Int, _ hash: UInt64) {
    slots[position] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(count + 1))
    bytes.append(text)
    ends.append(bytes.count)
    if count * 2 > slots.count { grow() }
  }

  @inline(__always)
  private func position(of hash: UInt64, _ text: ByteView) -> Int {
    let mask = slots.count - 1
    let tag = UInt32(truncatingIfNeeded: hash >> 32)
    var position = Int(truncatingIfNeeded: hash) & mask
    while slots[position].number > 0 {
      if slots[position].tag == tag, self.text(Int(slots[position].number) - 1).equals(text) { break }
      position = (position + 1) & mask
    }
    return position
  }

  private mutating func grow() {
    slots = SharedArray(repeating: Slot(), count: slots.count * (slots.count < 1 << 16 ? 4 : 2))
    let mask = slots.count - 1
    for number in 0..<count {
      let hash = hash.hash(text(number))
      var position = Int(truncatingIfNeeded: hash) & mask
      while slots[position].number > 0 { position = (position + 1) & mask }
      slots[position] = Slot(tag: UInt32(truncatingIfNeeded: hash >> 32), number: UInt32(number + 1))
    }
  }
}
