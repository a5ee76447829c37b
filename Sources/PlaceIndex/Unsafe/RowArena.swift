import Tables

/// An arena of byte rows in large blocks; rows are written once and never move.
///
/// Safety: a block lives as long as any arena with rows in it. Only the arena that has the block open appends to it,
/// after the used bytes, until `yieldBlock` gives it away, so no byte belongs to two rows. A row is a block and an
/// offset, which are checked when it is read; only `append` makes rows, for bytes that it has written.
@safe
struct RowArena: ~Copyable {
  struct Row {
    fileprivate var block: UInt32
    fileprivate let offset: UInt32
    let count: UInt32
    /// A byte that the writer of the row chose.
    let tag: UInt8

    /// A number that is unique among the rows of the arena.
    var key: UInt64 { UInt64(block) << 32 | UInt64(offset) }

    static let none = Row(block: .max, offset: 0, count: 0, tag: 0)
  }

  private var blocks: [ArenaBlock] = []
  /// The bytes of each block, for reading without reference counting.
  private var bytes: [UnsafeMutableRawBufferPointer] = unsafe []
  /// The block that receives new rows.
  private var open: Int?
  private var used = 0
  /// The bytes of all blocks; a block that several arenas continued counts in each.
  private(set) var byteCount = 0

  init(continuing block: ArenaBlock? = nil) { if let block { add(block) } }

  /// Allocates a row of less than 4 GiB; the closure must write every byte.
  @inline(__always)
  mutating func append(count: Int, tag: UInt8, _ fill: (inout ByteWriter) -> Void) -> Row {
    precondition(count >= 0 && count < Int(UInt32.max))
    let index = openBlock(for: count)
    let row = Row(block: UInt32(index), offset: UInt32(used), count: UInt32(count), tag: tag)
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: bytes[index][used..<used + count]))
    fill(&writer)
    precondition(writer.isFull)
    used += count
    return row
  }

  /// Returns the index of a block with space for a row.
  @inline(__always)
  private mutating func openBlock(for count: Int) -> Int {
    if let open, unsafe bytes[open].count - used >= count { return open }
    add(ArenaBlock(after: open.map { blocks[$0] }, for: count))
    return blocks.count - 1
  }

  private mutating func add(_ block: ArenaBlock) {
    blocks.append(block)
    unsafe bytes.append(block.bytes)
    unsafe byteCount += block.bytes.count
    open = blocks.count - 1
    used = block.used
  }

  /// Gives the remaining space to another arena; further rows need new memory.
  mutating func yieldBlock() -> ArenaBlock? {
    guard let number = open else { return nil }
    open = nil
    blocks[number].used = used
    return blocks[number]
  }

  /// Moves the rows of another arena to this one, and returns the argument of ``Row/moved(by:)`` for them.
  mutating func absorb(_ other: inout RowArena) -> UInt32 {
    let shift = UInt32(blocks.count)
    unsafe bytes += other.bytes
    blocks += other.blocks
    byteCount += other.byteCount
    other = RowArena()
    return shift
  }

  func view(_ row: Row) -> ByteView { rows.view(row) }

  /// The rows for concurrent readers; valid until the arena changes or is destroyed.
  var rows: Rows { unsafe Rows(bytes: bytes) }

  /// The rows of an arena that doesn't change.
  @safe
  struct Rows: @unchecked Sendable {  // It only reads, and nothing is written while it is in use.
    fileprivate let bytes: [UnsafeMutableRawBufferPointer]

    @inline(__always)
    func view(_ row: Row) -> ByteView {
      precondition(unsafe Int(row.block) < bytes.count)
      let block = unsafe bytes[Int(row.block)]
      precondition(Int(row.offset) + Int(row.count) <= block.count)
      guard let base = block.baseAddress else { return .empty }
      return unsafe ByteView(base: base + Int(row.offset), count: Int(row.count))
    }
  }
}

extension RowArena.Row {
  /// Returns the location of the row after its arena was absorbed by another arena.
  func moved(by shift: UInt32) -> Self { Self(block: block + shift, offset: offset, count: count, tag: tag) }
}

/// A block of memory for rows.
///
/// Each block is larger than the previous one.
///
/// Safety: `bytes` is allocated until `deinit`; the first `used` bytes are written.
@safe
final class ArenaBlock: @unchecked Sendable {  // Only one arena at a time has it open; other arenas only keep it alive.
  private static let sizes = 1 << 16...4 << 20
  fileprivate let bytes: UnsafeMutableRawBufferPointer
  fileprivate var used = 0

  fileprivate init(after last: ArenaBlock?, for count: Int) {
    let preferred = last.map { unsafe min(Self.sizes.upperBound, $0.bytes.count * 4) } ?? Self.sizes.lowerBound
    let capacity = max(preferred, count)
    unsafe bytes = UnsafeMutableRawBufferPointer(start: LargeMemory.allocated(bytes: capacity), count: capacity)
  }

  deinit { if let base = unsafe bytes.baseAddress { unsafe LargeMemory.release(base, bytes: bytes.count) } }
}
