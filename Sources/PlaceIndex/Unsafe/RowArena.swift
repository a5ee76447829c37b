#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Rows of bytes that are written once and stay where they are, in large chunks.
///
/// Safety: chunks are parts of blocks, which live as long as any arena that has chunks of them. Only the arena that holds a
/// block as its own adds to it, behind what is used, and `yieldBlock` takes it away from there; so no byte belongs to two
/// chunks. Of the open chunk, the one that rows are added to, the bytes before `used` are initialised; a chunk that is
/// closed was cut to what it holds. A row is named by its chunk and offset, checked on reading.
@safe
struct RowArena: ~Copyable {
  /// Where a row lies.
  struct Row {
    fileprivate var chunk: UInt32
    fileprivate let offset: UInt32
    /// Bytes of the row.
    let count: UInt32

    /// A row of no arena.
    static let none = Row(chunk: .max, offset: 0, count: 0)

    /// The row after its arena was absorbed by another.
    func moved(by shift: UInt32) -> Row {
      var row = self
      row.chunk += shift
      return row
    }
  }

  /// Where rows are added.
  private var block: RowBlock?
  private var blocks: [RowBlock] = []
  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  /// The chunk that rows are added to: the rest of the block.
  private var open: Int?
  private var used = 0

  /// Makes an empty arena.
  ///
  /// - Parameter block: Memory that another arena left room in.
  init(continuing block: RowBlock? = nil) { self.block = block }

  /// Makes room for a row and lets the caller fill it.
  ///
  /// - Parameters:
  ///   - count: Bytes of the row, below 4 GiB.
  ///   - fill: Writes the row; every byte of it.
  /// - Returns: Where the row lies.
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

  /// The number of a chunk with room for a row.
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

  /// Cuts the open chunk to what it holds.
  private mutating func close() {
    guard let index = open else { return }
    open = nil
    unsafe chunks[index] = UnsafeMutableRawBufferPointer(rebasing: chunks[index][..<used])
    block?.used += used
  }

  /// Leaves the room that is left to another arena; more rows need new memory.
  mutating func yieldBlock() -> RowBlock? {
    close()
    defer { block = nil }
    return block
  }

  /// Takes over the rows of another arena, which is empty afterwards.
  ///
  /// - Parameter other: The arena.
  /// - Returns: What ``Row/moved(by:)`` needs to name its rows in this one.
  mutating func absorb(_ other: inout RowArena) -> UInt32 {
    other.close()
    let shift = unsafe UInt32(chunks.count)
    unsafe chunks.append(contentsOf: other.chunks)
    blocks.append(contentsOf: other.blocks)
    unsafe other.chunks = unsafe []
    other.blocks = []
    return shift
  }

  /// Reads a row.
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

  /// The rows as they are, for threads to read; good until the arena gets more of them or goes.
  var rows: Rows { unsafe Rows(chunks: chunks) }

  /// Rows to which none is added any more.
  @safe
  struct Rows: @unchecked Sendable {  // It only reads, and nothing is written while it is in use.
    fileprivate let chunks: [UnsafeMutableRawBufferPointer]

    /// Reads a row.
    @inline(__always)
    func view(_ row: Row) -> ByteView { unsafe RowArena.view(row, in: chunks) }
  }
}

/// Memory for rows, larger each time.
///
/// Safety: `base` points at `capacity` bytes until `deinit`; `used <= capacity`.
@safe
final class RowBlock: @unchecked Sendable {  // One arena at a time has it as its own; others only keep it alive.
  private static let sizes = 1 << 16...4 << 20
  private let base: UnsafeMutableRawPointer
  fileprivate let capacity: Int
  /// Bytes that chunks have taken.
  fileprivate var used = 0

  /// Makes a block with room for a row.
  fileprivate init(after last: RowBlock?, for count: Int) {
    let preferred = last.map { min(Self.sizes.upperBound, $0.capacity * 4) } ?? Self.sizes.lowerBound
    capacity = max(preferred, count)
    unsafe base = HugePages.allocated(bytes: capacity)
  }

  deinit { unsafe free(base) }

  /// What no chunk has taken.
  fileprivate var rest: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: base + used, count: capacity - used)
  }
}
