/// The grams of some consecutive places, each with the list of the places that hold it.
///
/// A hash table with linear probing, whose lists grow in chunks of one memory, each twice as large as the one before
/// it up to a limit: most grams occur in few places, some in nearly all. Source: S. Büttcher, C. Clarke and G.
/// Cormack, "Information Retrieval" (2010), section 4.5.1.
struct GramTable: ~Copyable {
  /// A gram and the last place that holds it; a gram of 0 means none.
  private struct Slot: BitwiseCopyable {
    var gram: UInt64 = 0
    var last: UInt32 = 0
    var list: UInt32 = 0
    /// Where the next byte of the list goes, if there is room for it in the last chunk.
    var tail: UInt64 = 0
    var room: UInt32 = 0
  }

  /// The positions of the places that hold a gram.
  struct List: BitwiseCopyable {
    let first: UInt32
    /// The first chunk of the differences between each further position and the one before it, in LEB128.
    fileprivate(set) var head: UInt32 = 0
    fileprivate var chunkCount: UInt32 = 0
    fileprivate(set) var last: UInt32 = 0
    /// Bytes of these differences; in the table, with the room behind them.
    fileprivate(set) var byteCount: UInt32 = 0
  }

  /// Bytes of the first chunk of a list.
  private static let unitBytes = 32
  /// Bytes at the end of a chunk for where the next one begins, in units.
  private static let linkBytes = 4

  /// Bytes of a chunk by its number in the list.
  private static func chunkBytes(_ number: Int) -> Int { unitBytes << min(number, 5) }

  private var slots = SharedArray(repeating: Slot(), count: 1 << 12)
  private var lists = GrowableBuffer<List>(capacity: 1 << 11)
  private var chunks = GrowableBuffer<UInt8>(capacity: 1 << 16)

  /// Adds a place to the list of a gram; places come in their order.
  @inline(__always)
  mutating func insert(_ gram: UInt64, place: UInt32) {
    let position = position(of: gram)
    let slot = slots[position]
    guard slot.gram == 0 else {
      if slot.last != place { append(place, to: position) }
      return
    }
    slots[position] = Slot(gram: gram, last: place, list: UInt32(lists.count))
    lists.append(List(first: place))
    if lists.count * 2 > slots.count { grow() }
  }

  /// The grams, in order.
  func grams() -> [UInt64] { (0..<slots.count).map { slots[$0].gram }.filter { $0 != 0 }.sorted() }

  /// The list of a gram; `nil` if no place holds it.
  func list(of gram: UInt64) -> List? {
    let slot = slots[position(of: gram)]
    guard slot.gram == gram else { return nil }
    var list = lists[Int(slot.list)]
    list.last = slot.last
    list.byteCount -= slot.room
    return list
  }

  func forEachPart(of list: List, _ body: (ByteView) -> Void) {
    var rest = Int(list.byteCount)
    var start = Int(list.head) * Self.unitBytes
    var number = 0
    while rest > 0 {
      let usable = Self.chunkBytes(number) - Self.linkBytes
      body(chunks.window(start..<start + min(rest, usable)))
      rest -= usable
      guard rest > 0 else { return }
      let link = chunks.window(start + usable..<start + usable + Self.linkBytes)
      start = Int(link.load(UInt32.self, at: 0)) * Self.unitBytes
      number = number + 1
    }
  }

  /// The position of the slot of a gram, or of the empty one where it belongs.
  @inline(__always)
  private func position(of gram: UInt64) -> Int {
    // Only the highest bits depend on all letters.
    let hash = gram &* 0x9E37_79B9_7F4A_7C15
    var position = Int(truncatingIfNeeded: hash >> UInt64(slots.count.leadingZeroBitCount + 1))
    while slots[position].gram != gram, slots[position].gram != 0 { position = (position + 1) & (slots.count - 1) }
    return position
  }

  @inline(__always)
  private mutating func append(_ place: UInt32, to position: Int) {
    var slot = slots[position]
    let difference = place - slot.last
    slot.last = place
    difference.forEachVariableByte { append($0, to: &slot) }
    slots[position] = slot
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, to slot: inout Slot) {
    if slot.room == 0 { addChunk(to: &slot) }
    chunks[Int(slot.tail)] = byte
    slot.tail += 1
    slot.room -= 1
  }

  @inline(never)
  private mutating func addChunk(to slot: inout Slot) {
    let start = chunks.count
    let number = UInt32(start / Self.unitBytes)
    var list = lists[Int(slot.list)]
    let size = Self.chunkBytes(Int(list.chunkCount))
    chunks.append(repeating: 0, count: size)
    if list.chunkCount == 0 { list.head = number }
    for byte in 0..<Self.linkBytes where list.chunkCount > 0 {
      chunks[Int(slot.tail) + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte))
    }
    list.chunkCount += 1
    slot.tail = UInt64(start)
    slot.room = UInt32(size - Self.linkBytes)
    list.byteCount += slot.room
    lists[Int(slot.list)] = list
  }

  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(), count: old.count * (old.count < 1 << 14 ? 4 : 2))
    for index in 0..<old.count where old[index].gram != 0 {
      slots[position(of: old[index].gram)] = old[index]
    }
  }
}
