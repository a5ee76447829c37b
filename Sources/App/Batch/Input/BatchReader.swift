import Domain
import Rows
import Tables

/// Reads an input in chunks: detects its format, then returns blocks of rows.
actor BatchReader {
  /// The maximum number of bytes to read at once, a block of a few hundred rows.
  ///
  /// With 4 KB, 250,000 rows over an index take 8 % longer.
  private static let largestChunkInBytes = 1 << 14

  /// The number of bytes to read next.
  ///
  /// The first chunks are small, because a block's records are written when it is complete.
  private var chunkInBytes = 1 << 12

  /// The maximum number of bytes before the features of a collection, and for detecting line ends.
  static let maximumStartByteCount = 1 << 19

  let source: any BatchInput
  private let decoder: TableDecoder?
  /// The CRS that the beginning of a JSON document names, and the name of one that isn't supported.
  private(set) var crs: CoordinateReferenceSystem?
  private(set) var unsupportedSystem: String?
  var splitter = RowSplitter(delimiter: nil)
  /// Blocks that were read but not returned yet, in order.
  var pending: [RowBlock] = []
  var isAtEnd = false
  /// Whether carriage returns end the lines and are converted to line feeds.
  private var replacesReturns = false
  /// The number of bytes before the rows of a table.
  var headerByteCount = 0

  /// Makes a reader.
  ///
  /// - Parameters:
  ///   - source: The input.
  ///   - path: The name of a packed or encoded input in errors; `nil` for an input of UTF-8.
  ///   - encoding: The encoding of its text; `nil` to detect it.
  init(source: any BatchInput, decoding path: String? = nil, from encoding: TextEncoding? = nil) {
    self.source = source
    decoder = path.map { TableDecoder(path: $0, encoding: encoding) }
  }

  /// The size of the rows in bytes; `nil` if unknown, as for compressed input.
  var sizeInBytes: Int? {
    decoder?.isUnchanged == false ? nil : source.sizeInBytes.map { $0 - headerByteCount }
  }

  /// The encoding of the rows, if it was detected but can't be proven.
  var assumedEncoding: TextEncoding? { decoder?.assumedEncoding }

  /// Whether the rows are the elements of a list within an object.
  var hasWrappedRows: Bool { if case .pages = splitter.layout { true } else { false } }

  /// Reads until the format of the rows is known; returns `nil` for an input without rows.
  ///
  /// - Parameters:
  ///   - names: The roles of columns, by name.
  ///   - needsCoordinates: Whether the rows must contain a location.
  ///   - format: What the user knows about the format.
  /// - Returns: The format.
  /// - Throws: An error if the input has no rows.
  func open(
    names: ColumnNames,
    needsCoordinates: Bool,
    format: TableFormat = TableFormat()
  ) async throws(Failure) -> BatchFormat? {
    let bytes = try await readStart()
    let first = bytes.first { !Self.precedesRow($0) }
    if first == Ascii.openBracket || first == Ascii.openBrace {
      (crs, unsupportedSystem) = ByteView.over(bytes) {
        let beginning = JSONBeginning($0)
        return (beginning.crs, beginning.unsupportedSystem)
      }
    }
    switch first {
    case Ascii.openBracket:
      try await openArray(bytes)
      return .ndjson
    case Ascii.openBrace:
      try await openObjects(bytes, names)
      return .ndjson
    default: return try await openTable(bytes, names: names, needsCoordinates: needsCoordinates, format: format)
    }
  }

  /// Returns the next block with rows; `nil` at the end of the input.
  func nextBlock() async throws(Failure) -> RowBlock? {
    while !pending.isEmpty {
      let block = pending.removeFirst()
      if !block.rows.isEmpty { return block }
    }
    while !isAtEnd {
      let block = splitter.split(try await nextChunk())
      if !block.rows.isEmpty { return block }
    }
    let last = splitter.finish()
    guard last.rows.isEmpty else { return last }
    guard !splitter.isInArray else { throw .arrayCut }
    return nil
  }

  /// Returns the next block or the error as a value, for a task group whose tasks don't throw.
  func nextResult() async -> Result<RowBlock?, Failure> {
    do throws(Failure) { return .success(try await nextBlock()) } catch { return .failure(error) }
  }

  /// The number of rows that decide how all are read.
  private static let decidingRows = 500

  /// Whether rows may arrive slowly, so that the first one should be answered before the others are read.
  var isPipe: Bool { source.sizeInBytes == nil }

  /// Returns the first rows; they are returned again later.
  ///
  /// Their number doesn't depend on the sizes of the chunks that a pipe delivers, so the same bytes are always read in
  /// the same way.
  ///
  /// - Parameter isCertain: Whether one row decides. In that case, a pipe returns only its first row.
  /// - Returns: The rows; `nil` if there are none.
  /// - Throws: An error if the input can't be read.
  func firstRows(unless isCertain: (RowBlock) -> Bool = { _ in false }) async throws(Failure) -> RowBlock? {
    var first = RowBlock()
    if isPipe, let block = try await peekBlock() {
      first.append(block, rows: 1, bytes: .max)
      if isCertain(first) { return first }
      first = RowBlock()
    }
    try await lookAhead { block in
      first.append(block, rows: Self.decidingRows, bytes: Self.maximumStartByteCount)
      return first.rows.count < Self.decidingRows && first.bytes.count < Self.maximumStartByteCount
    }
    return first.rows.isEmpty ? nil : first
  }

  func peekBlock() async throws(Failure) -> RowBlock? {
    let block = try await nextBlock()
    pending = [block].compactMap(\.self) + pending
    return block
  }

  /// Passes the next blocks to a closure while it returns `true`; the blocks are returned again later.
  func lookAhead(while wantsMore: (RowBlock) -> Bool) async throws(Failure) {
    var seen: [RowBlock] = []
    while let block = try await nextBlock() {
      seen.append(block)
      guard wantsMore(block) else { break }
    }
    pending = seen + pending
  }

  /// Reads up to the first byte that isn't white space, and removes byte order marks.
  private func readStart() async throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var markLength = 0
    repeat {
      while !isAtEnd, bytes.count < ByteOrderMark.utf8.count { bytes += try await nextChunk() }
      markLength = TextEncoding.markLength(of: bytes.span)
      bytes.removeFirst(markLength)
    } while markLength > 0
    // White space doesn't identify the format, however long it is.
    while !isAtEnd, bytes.allSatisfy(Self.precedesRow) { bytes = try await nextChunk() }
    try await decideLineEnds(&bytes)
    return bytes
  }

  /// Determines from the beginning of the input whether carriage returns end the lines, as in files of old Macs.
  private func decideLineEnds(_ bytes: inout [UInt8]) async throws(Failure) {
    let first = bytes.first { !Self.precedesRow($0) }
    let isTable = first != Ascii.openBrace && first != Ascii.openBracket
    while !isAtEnd, bytes.count < Self.maximumStartByteCount,
      isTable ? !bytes.contains(Ascii.lineFeed) : LineEnds.areReturns(in: bytes.span)
    {
      bytes += try await nextChunk()
    }
    guard LineEnds.areReturns(in: bytes.span) else { return }
    replacesReturns = true
    Self.replaceReturns(&bytes)
  }

  private static func replaceReturns(_ bytes: inout [UInt8]) {
    var span = bytes.mutableSpan
    LineEnds.replaceReturns(in: &span)
  }

  /// Returns whether a byte is white space, or the separator before each object of a JSON text sequence.
  private static func precedesRow(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || byte == Ascii.recordSeparator }

  func nextChunk() async throws(Failure) -> [UInt8] {
    var text = try await nextText()
    if replacesReturns { Self.replaceReturns(&text) }
    return text
  }

  private func nextText() async throws(Failure) -> [UInt8] {
    while true {
      let chunk: [UInt8]
      do { chunk = try await source.read(upTo: chunkInBytes) } catch { throw Failure(error) }
      chunkInBytes = min(chunkInBytes * 2, Self.largestChunkInBytes)
      if chunk.isEmpty { isAtEnd = true }
      guard let decoder else { return chunk }
      let text: [UInt8]
      do { text = try decoder.decode(chunk) } catch { throw Failure(error) }
      if isAtEnd || !text.isEmpty { return text }
    }
  }
}
