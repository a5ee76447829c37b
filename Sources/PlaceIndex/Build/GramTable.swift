/// The grams of some consecutive places, each with the list of the places that hold it.
///
/// A hash table with linear probing, whose lists grow in chunks of one memory: most grams occur in few places, some in nearly all.
/// Source: S. Büttcher, C. Clarke and G. Cormack, "Information Retrieval" (2010), section 4.5.1.
struct GramTable: ~Copyable {
  /// A gram and the last place that holds it; a gram of 0 means none.
  private struct Slot: BitwiseCopyable {
    var gram: UInt64 = 0
    var last: UInt32 = 0
    var list: UInt32 = 0
  }

  /// The positions of the places that hold a gram.
  struct List: BitwiseCopyable {
    let first: UInt32
    var last: UInt32 = 0
    /// Bytes of the differences between each position and the one before it, in LEB128.
    var byteCount: UInt32 = 0
    /// The first chunk of these bytes.
    var head: UInt32 = 0
    /// Where the next byte goes.
    var tail: UInt64 = 0
  }

  /// Bytes of a chunk; the last 4 are the number of the next chunk.
  private static let chunkBytes: UInt64 = 32
  private static let usableBytes: UInt64 = 28

  private var slots = SharedArray(repeating: Slot(), count: 1 << 12)
  private var lists = GrowableBuffer<List>(capacity: 1 << 11)
  private var chunks = GrowableBuffer<UInt8>(capacity: 1 << 16)

  /// Adds a place to the list of a gram; places come in their order.
  ///
  /// - Parameters:
  ///   - gram: The gram.
  ///   - place: The position of the place.
  @inline(__always)
  mutating func insert(_ gram: UInt64, place: UInt32) {
    var position = position(of: gram)
    while true {
      let slot = slots[position]
      if slot.gram == gram {
        guard slot.last != place else { return }
        slots[position].last = place
        return append(place - slot.last, to: Int(slot.list))
      }
      if slot.gram == 0 { break }
      position = (position + 1) & (slots.count - 1)
    }
    slots[position] = Slot(gram: gram, last: place, list: UInt32(lists.count))
    lists.append(List(first: place))
    if lists.count * 2 > slots.count { grow() }
  }

  /// The grams, in order.
  func grams() -> [UInt64] {
    (0..<slots.count).map { slots[$0].gram }.filter { $0 != 0 }.sorted()
  }

  /// The list of a gram; `nil` if no place holds it.
  func list(of gram: UInt64) -> List? {
    var position = position(of: gram)
    while slots[position].gram != 0 {
      if slots[position].gram == gram {
        var list = lists[Int(slots[position].list)]
        list.last = slots[position].last
        return list
      }
      position = (position + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Calls a closure with the differences of a list, in parts.
  func forEachPart(of list: List, _ body: (ByteView) -> Void) {
    var rest = Int(list.byteCount)
    var chunk = Int(list.head)
    while rest > 0 {
      let length = min(rest, Int(Self.usableBytes))
      let start = chunk * Int(Self.chunkBytes)
      body(chunks.window(start..<start + length))
      rest -= length
      guard rest > 0 else { return }
      chunk = Int(chunks.window(start..<start + Int(Self.chunkBytes)).load(UInt32.self, at: Int(Self.usableBytes)))
    }
  }

  @inline(__always)
  private func position(of gram: UInt64) -> Int {
    let hash = gram &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
  }

  @inline(__always)
  private mutating func append(_ difference: UInt32, to number: Int) {
    var rest = difference
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80), to: number)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest), to: number)
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8, to number: Int) {
    var list = lists[number]
    if list.byteCount == 0 || list.tail % Self.chunkBytes == Self.usableBytes { addChunk(to: &list) }
    chunks[Int(list.tail)] = byte
    list.tail += 1
    list.byteCount += 1
    lists[number] = list
  }

  @inline(never)
  private mutating func addChunk(to list: inout List) {
    let start = UInt64(chunks.count)
    let number = UInt32(start / Self.chunkBytes)
    chunks.append(repeating: 0, count: Int(Self.chunkBytes))
    if list.byteCount == 0 {
      list.head = number
    } else {
      for byte in 0..<4 { chunks[Int(list.tail) + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte)) }
    }
    list.tail = start
  }

  private mutating func grow() {
    let old = slots
    slots = SharedArray(repeating: Slot(), count: old.count * 4)
    for index in 0..<old.count where old[index].gram != 0 {
      var position = position(of: old[index].gram)
      while slots[position].gram != 0 { position = (position + 1) & (slots.count - 1) }
      slots[position] = old[index]
    }
  }
}
