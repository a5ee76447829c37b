import Domain
import Tables

/// Reads an input in chunks: detects its format, then gives blocks of rows.
actor BatchReader {
  /// The largest number of bytes to read at once: a block of a few hundred rows.
  ///
  /// With 4 KB, 250,000 rows over an index take 8 % longer.
  private static let largestChunkInBytes = 1 << 14

  /// Bytes to read next: first few, because the records of a block are written when it is done.
  private var chunkInBytes = 1 << 12

  /// The maximum number of bytes of blanks before the first row, and of bytes without a row after it.
  private static let maximumBlankBytes = 16 << 20
  private static let maximumBytesWithoutRow = 1 << 30

  /// The maximum byte count of what precedes the features of a collection, and by which the line ends are decided.
  static let maximumStartByteCount = 1 << 19

  let source: any BatchInput
  private let decoder: (any TextDecoder)?
  var splitter = RowSplitter(delimiter: nil)
  /// Blocks that were read and not given yet, in order.
  var pending: [RowBlock] = []
  var isAtEnd = false
  /// Whether carriage returns end the lines, and become line feeds.
  private var replacesReturns = false
  /// The bytes since the last row.
  private var bytesWithoutRow = 0

  /// Reads an input, which is UTF-8 unless something decodes it.
  init(source: any BatchInput, makeDecoder: (@Sendable () -> any TextDecoder)? = nil) {
    self.source = source
    decoder = makeDecoder?()
  }

  /// The size of the rows in bytes; `nil` where it is not known, as that of packed ones.
  var sizeInBytes: Int? { decoder?.isUnchanged == false ? nil : source.sizeInBytes }

  /// Reads far enough to know the format of the rows; `nil` for an input without rows.
  ///
  /// - Parameters:
  ///   - names: Which columns play which role.
  ///   - needsCoordinates: Whether the rows must say where they are.
  ///   - tables: Finds columns of coordinates as a build does.
  /// - Returns: The format.
  /// - Throws: Why the input is not one of rows.
  func open(
    names: ColumnNames,
    needsCoordinates: Bool,
    tables: (any ReadTableUseCase)? = nil
  ) async throws(Failure) -> InputFormat? {
    let bytes = try await readStart()
    switch bytes.first(where: { !Self.precedesRow($0) }) {
    case Ascii.openBracket:
      splitter = RowSplitter(.array)
      let start = bytes.firstIndex(of: Ascii.openBracket) ?? 0
      pending = [splitter.split(Array(bytes[(start + 1)...]))]
      return .ndjson
    case Ascii.openBrace:
      try await openObjects(bytes, names, tables?.makeObjectLocator(on: nil))
      return .ndjson
    default: return try await openTable(bytes, names, needsCoordinates: needsCoordinates, tables)
    }
  }

  /// Returns the next block that has rows; `nil` at the end of the input.
  func nextBlock() async throws(Failure) -> RowBlock? {
    while !pending.isEmpty {
      let block = pending.removeFirst()
      if !block.rows.isEmpty { return block }
    }
    while !isAtEnd {
      let chunk = try await nextChunk()
      let block = splitter.split(chunk)
      bytesWithoutRow = block.rows.isEmpty ? bytesWithoutRow + chunk.count : 0
      if !block.rows.isEmpty { return block }
      guard bytesWithoutRow <= Self.maximumBytesWithoutRow else {
        throw .rowsMissing(limitInBytes: Self.maximumBytesWithoutRow)
      }
    }
    let last = splitter.finish()
    guard last.rows.isEmpty else { return last }
    guard !splitter.isInArray else { throw .arrayCut }
    return nil
  }

  /// Returns the next block, or the error, as a value, for a group whose tasks do not throw.
  func nextResult() async -> Result<RowBlock?, Failure> {
    do throws(Failure) { return .success(try await nextBlock()) } catch { return .failure(error) }
  }

  func peekBlock() async throws(Failure) -> RowBlock? {
    let block = try await nextBlock()
    pending = [block].compactMap(\.self) + pending
    return block
  }

  /// Shows the next blocks, which are given again, as long as more are wanted.
  func lookAhead(while wantsMore: (RowBlock) -> Bool) async throws(Failure) {
    var seen: [RowBlock] = []
    while let block = try await nextBlock() {
      seen.append(block)
      guard wantsMore(block) else { break }
    }
    pending = seen + pending
  }

  /// Reads up to the first byte that is not blank, and removes a byte order mark.
  private func readStart() async throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    while !isAtEnd, bytes.count < ByteOrderMark.utf8.count { bytes += try await nextChunk() }
    if bytes.starts(with: ByteOrderMark.utf8) { bytes.removeFirst(ByteOrderMark.utf8.count) }
    // White space does not show the format, however much there is.
    var blankCount = bytes.count
    while !isAtEnd, bytes.allSatisfy(Self.precedesRow) {
      guard blankCount <= Self.maximumBlankBytes else { throw .blankInput(limitInBytes: Self.maximumBlankBytes) }
      bytes = try await nextChunk()
      blankCount += bytes.count
    }
    try await decideLineEnds(&bytes)
    return bytes
  }

  /// Decides by the beginning of the input whether carriage returns end the lines, as in files of old Macs.
  private func decideLineEnds(_ bytes: inout [UInt8]) async throws(Failure) {
    while !isAtEnd, bytes.count < Self.maximumStartByteCount, LineEnds.areReturns(in: bytes.span) {
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

  /// Whether a byte is white space, or the separator that begins each object of a JSON text sequence.
  private static func precedesRow(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || byte == Ascii.recordSeparator }

  func nextChunk() async throws(Failure) -> [UInt8] {
    var text = try await nextText()
    if replacesReturns { Self.replaceReturns(&text) }
    return text
  }

  private func nextText() async throws(Failure) -> [UInt8] {
    while true {
      let chunk: [UInt8]
      do { chunk = try await source.read(upTo: chunkInBytes) } catch { throw .unreadable(error) }
      chunkInBytes = min(chunkInBytes * 2, Self.largestChunkInBytes)
      if chunk.isEmpty { isAtEnd = true }
      guard let decoder else { return chunk }
      let text: [UInt8]
      do { text = try decoder.decode(chunk) } catch { throw Failure(error) }
      if isAtEnd || !text.isEmpty { return text }
    }
  }
}
