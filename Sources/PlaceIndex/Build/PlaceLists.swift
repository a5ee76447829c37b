import Tables

/// Posting lists as LEB128 differences.
///
/// Lists grow in chunks of a shared memory, each twice as large as the previous one up to a limit: most lists are
/// short, but some contain almost all places. Source: S. Büttcher, C. Clarke and G. Cormack, "Information Retrieval"
/// (2010), section 4.5.1.
struct PlaceLists: ~Copyable {
  /// The state of a list for appending places.
  struct Tail: BitwiseCopyable {
    /// The last place.
    private(set) var last: UInt32 = 0
    fileprivate var list: UInt32 = 0
    /// The position of the list's next byte, if the last chunk has space.
    fileprivate var end: UInt64 = 0
    fileprivate var freeBytes: UInt32 = 0

    fileprivate mutating func advance(to place: UInt32) -> UInt32 {
      let difference = place - last
      last = place
      return difference
    }

    fileprivate init(first: UInt32, list: UInt32) {
      last = first
      self.list = list
    }
  }

  /// A posting list.
  struct List: BitwiseCopyable {
    let first: UInt32
    /// The first chunk of the differences between consecutive positions.
    fileprivate var head: UInt32 = 0
    fileprivate var chunkCount: UInt32 = 0
    fileprivate(set) var last: UInt32 = 0
    /// The size of the differences in bytes; while the list grows, including the free space.
    fileprivate(set) var byteCount: UInt32 = 0
  }

  /// The size of a list's first chunk in bytes.
  private static let unitBytes = 32
  /// The size in bytes of the link to the next chunk, at the end of a chunk, in units of ``unitBytes``.
  private static let linkBytes = 4

  /// Returns the size of a chunk in bytes, given its index in the list.
  private static func chunkBytes(_ number: Int) -> Int { unitBytes << min(number, 5) }

  private var lists = GrowableBuffer<List>(capacity: 1 << 11)
  private var chunks = GrowableBuffer<UInt8>(capacity: 1 << 16)

  /// Begins a list with a place.
  @inline(__always)
  mutating func begin(with place: UInt32) -> Tail {
    lists.append(List(first: place))
    return Tail(first: place, list: UInt32(lists.count - 1))
  }

  /// Appends a place that follows all places of a list.
  @inline(__always)
  mutating func append(_ place: UInt32, to tail: inout Tail) {
    tail.advance(to: place).forEachVariableByte { append($0, to: &tail) }
  }

  func list(endingWith tail: Tail) -> List {
    var list = lists[Int(tail.list)]
    list.last = tail.last
    list.byteCount -= tail.freeBytes
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

  @inline(__always)
  private mutating func append(_ byte: UInt8, to tail: inout Tail) {
    if tail.freeBytes == 0 { addChunk(to: &tail) }
    chunks[Int(tail.end)] = byte
    tail.end += 1
    tail.freeBytes -= 1
  }

  @inline(never)
  private mutating func addChunk(to tail: inout Tail) {
    let start = chunks.count
    let number = UInt32(start / Self.unitBytes)
    var list = lists[Int(tail.list)]
    let size = Self.chunkBytes(Int(list.chunkCount))
    chunks.append(repeating: 0, count: size)
    if list.chunkCount == 0 { list.head = number }
    for byte in 0..<Self.linkBytes where list.chunkCount > 0 {
      chunks[Int(tail.end) + byte] = UInt8(truncatingIfNeeded: number >> UInt32(8 * byte))
    }
    list.chunkCount += 1
    tail.end = UInt64(start)
    tail.freeBytes = UInt32(size - Self.linkBytes)
    list.byteCount += tail.freeBytes
    lists[Int(tail.list)] = list
  }
}
