/// An arena of rows of bytes, which are written once and never move, in large chunks.
///
/// Safety: chunks are parts of blocks, which live as long as any arena with chunks of them. Only the arena that owns a block
/// appends to it, after the used bytes, until `yieldBlock` gives it away; so no byte belongs to two chunks. Of the open chunk,
/// to which rows are added, the bytes before `used` are initialised; a closed chunk was truncated to its rows. A row is
/// identified by its chunk and offset, which are checked on reading.
@safe
struct RowArena: ~Copyable {
  /// The location of a row.
  struct Row {
    fileprivate var chunk: UInt32
    fileprivate let offset: UInt32
    let count: UInt32

    static let none = Row(chunk: .max, offset: 0, count: 0)

    /// The location after the arena was absorbed by another.
    func moved(by shift: UInt32) -> Row {
      var row = self
      row.chunk += shift
      return row
    }
  }

  /// The block to which rows are added.
  private var block: RowBlock?
  private var blocks: [RowBlock] = []
  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  /// The chunk that rows are added to: the rest of the block.
  private var open: Int?
  private var used = 0

  init(continuing block: RowBlock? = nil) { self.block = block }

  /// Allocates a row, which a closure fills.
  ///
  /// - Parameters:
  ///   - count: The byte count of the row, below 4 GiB.
  ///   - fill: Writes every byte of the row.
  /// - Returns: The location of the row.
  mutating func append(count: Int, _ fill: (inout ByteWriter) -> Void) -> Row {
    precondition(count >= 0 && count < Int(UInt32.max))
    let index = openChunk(for: count)
    let row = Row(chunk: UInt32(index), offset: UInt32(used), count: UInt32(count))
    var writer = unsafe ByteWriter(UnsafeMutableRawBufferPointer(rebasing: chunks[index][used..<used + count]))
    fill(&writer)
    precondition(writer.isFull)
    used += count
    return row
  }

  /// The index of a chunk with space for a row.
  @inline(__always)
  private mutating func openChunk(for count: Int) -> Int {
    if let open, unsafe chunks[open].count - used >= count { return open }
    return newChunk(for: count)
  }

  @inline(never)
  private mutating func newChunk(for count: Int) -> Int {
    close()
    let free = block.flatMap { $0.capacity - $0.used >= count ? $0 : nil }
    let block = free ?? RowBlock(after: self.block, for: count)
    self.block = block
    blocks.append(block)
    unsafe chunks.append(block.rest)
    let index = unsafe chunks.count - 1
    open = index
    used = 0
    return index
  }

  /// Truncates the open chunk to its rows.
  private mutating func close() {
    guard let index = open else { return }
    open = nil
    unsafe chunks[index] = UnsafeMutableRawBufferPointer(rebasing: chunks[index][..<used])
    block?.used += used
  }

  /// Gives the remaining space to another arena; further rows need new memory.
  mutating func yieldBlock() -> RowBlock? {
    close()
    defer { block = nil }
    return block
  }

  /// Moves the rows of another arena to this one.
  ///
  /// - Parameter other: The other arena, which is empty afterwards.
  /// - Returns: The argument of ``Row/moved(by:)`` for its rows.
  mutating func absorb(_ other: inout RowArena) -> UInt32 {
    other.close()
    let shift = unsafe UInt32(chunks.count)
    unsafe chunks.append(contentsOf: other.chunks)
    blocks.append(contentsOf: other.blocks)
    unsafe other.chunks = unsafe []
    other.blocks = []
    return shift
  }

  func view(_ row: Row) -> ByteView { unsafe Self.view(row, in: chunks) }

  @inline(__always)
  private static func view(_ row: Row, in chunks: [UnsafeMutableRawBufferPointer]) -> ByteView {
    precondition(unsafe Int(row.chunk) < chunks.count)
    let chunk = unsafe chunks[Int(row.chunk)]
    let end = Int(row.offset) + Int(row.count)
    precondition(end <= chunk.count)
    guard let base = chunk.baseAddress else { return .empty }
    return unsafe ByteView(base: base + Int(row.offset), count: Int(row.count))
  }

  /// The rows, for reading by several threads; valid until the arena changes or is destroyed.
  var rows: Rows { unsafe Rows(chunks: chunks) }

  /// The rows of an arena that does not change.
  @safe
  struct Rows: @unchecked Sendable {  // It only reads, and nothing is written while it is in use.
    fileprivate let chunks: [UnsafeMutableRawBufferPointer]

    @inline(__always)
    func view(_ row: Row) -> ByteView { unsafe RowArena.view(row, in: chunks) }
  }
}

/// A block of memory for rows; each block is larger than the previous one.
///
/// Safety: `base` points at `capacity` bytes until `deinit`; `used <= capacity`.
@safe
final class RowBlock: @unchecked Sendable {  // One arena at a time has it as its own; others only keep it alive.
  private static let sizes = 1 << 16...4 << 20
  private let base: UnsafeMutableRawPointer
  fileprivate let capacity: Int
  /// The bytes used by chunks.
  fileprivate var used = 0

  fileprivate init(after last: RowBlock?, for count: Int) {
    let preferred = last.map { min(Self.sizes.upperBound, $0.capacity * 4) } ?? Self.sizes.lowerBound
    capacity = max(preferred, count)
    unsafe base = HugePages.allocated(bytes: capacity)
  }

  deinit { unsafe HugePages.release(base, bytes: capacity) }

  /// The unused bytes.
  fileprivate var rest: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: base + used, count: capacity - used)
  }
}
