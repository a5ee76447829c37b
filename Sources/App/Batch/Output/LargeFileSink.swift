/// A new file that records are written to as they come; what a large one holds beyond its first 64 MB goes past the
/// system's page cache.
///
/// Two gigabytes of records are half a million pages that nobody may read soon: finding memory for them took the kernel
/// as long as the answers took to find, and pushed out the pages of the index. A disk that is slower than the answers
/// gets its cache back. What is written is a beginning of the whole at every moment.
struct LargeFileSink: RecordSink {
  /// Bytes after which a file is a large one.
  static let largeInBytes = 64 << 20

  private struct Piece {
    let pieces: UncachedPieces
    var memory: PageMemory
    /// Where in the file the memory's bytes belong.
    var offset: Int
  }

  private let file: LockedFile
  private let largeInBytes: Int
  private var offset = 0
  private var piece: Piece?
  private var isTried = false
  private let mayBypassCache: Bool
  /// Whether a part was written past the cache.
  private(set) var hasBypassedCache = false

  /// Makes a sink that keeps the file, and its lock, for as long as it lives.
  ///
  /// - Parameters:
  ///   - file: The file, empty.
  ///   - largeInBytes: Bytes after which it is a large one.
  ///   - mayBypassCache: Whether the cache may be gone past at all.
  init(file: LockedFile, largeInBytes: Int = largeInBytes, mayBypassCache: Bool = true) {
    self.mayBypassCache = mayBypassCache
    self.file = file
    self.largeInBytes = largeInBytes
  }

  mutating func write(_ records: [UInt8]) throws(BatchOutputError) {
    if piece != nil { return try fill(records) }
    try file.write(records)
    offset += records.count
    if offset >= largeInBytes, !isTried { try begin() }
  }

  mutating func finish() throws(BatchOutputError) { try end() }

  mutating func abandon() { try? end() }

  /// Begins to write past the cache, at the page in which the file ends now.
  private mutating func begin() throws(BatchOutputError) {
    isTried = true
    guard mayBypassCache, file.isRegular, let pieces = UncachedPieces(of: file.descriptor.number) else { return }
    let page = offset / PageMemory.pageInBytes * PageMemory.pageInBytes
    let memory = pieces.take()
    _ = memory.fill(try file.read(at: page, upTo: offset - page), from: 0)
    piece = Piece(pieces: pieces, memory: memory, offset: page)
  }

  private mutating func fill(_ records: [UInt8]) throws(BatchOutputError) {
    guard var piece else { return }
    var taken = 0
    while taken < records.count {
      taken += piece.memory.fill(records, from: taken)
      guard piece.memory.count == PageMemory.capacity else { continue }
      piece.pieces.write(piece.memory, at: piece.offset)
      hasBypassedCache = true
      piece.offset += PageMemory.capacity
      piece.memory = piece.pieces.take()
    }
    self.piece = piece
    if piece.pieces.failure != nil || piece.pieces.isSlow { try end() }
  }

  /// Writes what is left in memory the ordinary way, and goes on so.
  private mutating func end() throws(BatchOutputError) {
    guard let piece else { return }
    self.piece = nil
    piece.pieces.settle()
    defer { piece.pieces.give(piece.memory) }
    if let failure = piece.pieces.failure { throw .unwritable(path: file.path, reason: failure.reason) }
    try file.seek(to: piece.offset)
    try file.write(piece.memory.bytes)
    offset = piece.offset + piece.memory.count
  }
}
