/// Rows of bytes that are written once and stay where they are, in large chunks.
///
/// Safety: each chunk is `chunkSize` bytes (or one longer row) of which those before `used` are initialised. A row is
/// named by its chunk and offset, checked on reading; chunks are freed only in `deinit`.
@safe
struct RowArena: ~Copyable {
  /// Where a row lies.
  struct Row {
    fileprivate let chunk: UInt32
    fileprivate let offset: UInt32
    /// Bytes of the row.
    let count: UInt32
  }

  private static let chunkSize = 4 << 20
  private var chunks: [UnsafeMutableRawBufferPointer] = unsafe []
  private var used = 0

  deinit { unsafe chunks.forEach { unsafe $0.deallocate() } }

  /// Makes room for a row and lets the caller fill it.
  ///
  /// - Parameters:
  ///   - count: Bytes of the row, below 4 GiB.
  ///   - fill: Writes the row; every byte of it.
  /// - Returns: Where the row lies.
  mutating func append(count: Int, _ fill: (inout RowWriter) -> Void) -> Row {
    precondition(count >= 0 && count < Int(UInt32.max))
    if unsafe chunks.last.map({ $0.count - used < count }) ?? true {
      unsafe chunks.append(.allocate(byteCount: max(Self.chunkSize, count), alignment: 8))
      used = 0
    }
    let index = unsafe chunks.count - 1
    let row = Row(chunk: UInt32(index), offset: UInt32(used), count: UInt32(count))
    var writer = unsafe RowWriter(UnsafeMutableRawBufferPointer(rebasing: chunks[index][used..<used + count]))
    fill(&writer)
    precondition(writer.isFull)
    used += count
    return row
  }

  /// Reads a row.
  func view(_ row: Row) -> ByteView {
    precondition(unsafe Int(row.chunk) < chunks.count)
    let chunk = unsafe chunks[Int(row.chunk)]
    let end = Int(row.offset) + Int(row.count)
    precondition(end <= chunk.count)
    guard let base = chunk.baseAddress else { return .empty }
    return unsafe ByteView(base: base + Int(row.offset), count: Int(row.count))
  }
}

/// Fills one row from front to back, never past its end.
@safe
struct RowWriter {
  private let target: UnsafeMutableRawBufferPointer
  private var position = 0

  fileprivate init(_ target: UnsafeMutableRawBufferPointer) { unsafe self.target = unsafe target }

  /// Whether every byte was written.
  var isFull: Bool { unsafe position == target.count }

  /// Writes a byte.
  @inline(__always)
  mutating func write(_ byte: UInt8) {
    unsafe precondition(position < target.count)
    unsafe target[position] = byte
    position += 1
  }

  /// Writes bytes.
  @inline(__always)
  mutating func write(_ bytes: ByteView) {
    unsafe precondition(bytes.count <= target.count - position)
    unsafe bytes.withBytes { source in
      guard let from = source.baseAddress, let base = unsafe target.baseAddress else { return }
      unsafe (base + position).copyMemory(from: from, byteCount: source.count)
    }
    position += bytes.count
  }

  /// Writes a number in groups of seven bits, lowest first.
  mutating func writeVariable(_ number: Int) {
    var rest = number
    while rest >= 0x80 {
      write(UInt8(rest & 0x7F | 0x80))
      rest >>= 7
    }
    write(UInt8(rest))
  }
}
