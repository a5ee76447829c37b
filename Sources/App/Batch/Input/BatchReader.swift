import Domain

/// Reads an input in chunks: detects its format, then gives blocks of rows.
actor BatchReader {
  /// The largest number of bytes to read at once: a block of a few hundred rows.
  ///
  /// With 4 KB, 250,000 rows over an index take 8 % longer.
  private static let largestChunkInBytes = 1 << 14

  /// Bytes to read next: first few, because the records of a block are written when it is done.
  private var chunkInBytes = 1 << 12

  /// The number of rows among which the header is looked for, and of their filled cells: titles may precede it.
  private static let headerRows = 12
  private static let maximumTitleCells = 2
  /// The maximum number of bytes of blanks before the first row, and of bytes without a row after it.
  private static let maximumBlankBytes = 16 << 20
  private static let maximumBytesWithoutRow = 1 << 30

  /// Enough of the first line to recognize a GeoJSON feature collection, even with blanks in it.
  private static let startByteCount = 64

  private let source: any BatchInput
  private let decoder: (any TextDecoder)?
  private var splitter = RowSplitter(delimiter: nil)
  /// Blocks that were read and not given yet, in order.
  private var pending: [RowBlock] = []
  private var isAtEnd = false
  private var endsInReturn = false
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
    var bytes = try await readStart()
    switch bytes.first(where: { !Self.precedesRow($0) }) {
    case Ascii.openBracket: throw .jsonArray
    case Ascii.openBrace:
      while !isAtEnd, Self.needsMore(bytes) { bytes += try await nextChunk() }
      try Self.refuseDocument(bytes)
      pending = [splitter.split(bytes)]
      return .ndjson
    default: break
    }
    var delimiter: UInt8?
    var failure: Failure?
    for number in 0..<Self.headerRows {
      // Only the header shows the delimiter. Until then a comma stands for it, to tell a line end in a quoted name
      // from the end of the header.
      splitter = RowSplitter(delimiter: delimiter ?? Ascii.comma)
      guard let (line, rest) = try await header(startingWith: bytes) else { break }
      bytes = rest
      if number == 0, let named = CSVCells.delimiter(namedBy: line) {
        delimiter = named
        continue
      }
      do throws(Failure) {
        var header = try CSVHeader(
          line: line,
          names: names,
          needsCoordinates: needsCoordinates,
          delimiter: delimiter,
          tables: tables
        )
        header.endsInReturn = endsInReturn
        splitter = RowSplitter(delimiter: header.delimiter)
        pending = [splitter.split(rest)]
        return .csv(header)
      } catch {
        // The header follows a title, and no other row.
        guard error.code == .columnsMissing, Self.mayBeTitle(line) else {
          throw failure ?? error
        }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return nil
  }

  /// Whether a row before the header may be a title: it has few cells that are not empty.
  private static func mayBeTitle(_ line: [UInt8]) -> Bool {
    var cells: [RowField] = []
    let delimiter = CSVCells.delimiter(ofHeader: line)
    guard CSVCells.scan(line, line.indices, delimiter: delimiter, into: &cells) == nil else { return false }
    return cells.count { !$0.isBlank(in: line) } <= maximumTitleCells
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
    return last.rows.isEmpty ? nil : last
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
    while !isAtEnd, bytes.count < 3 { bytes += try await nextChunk() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // White space does not show the format, however much there is.
    var blankCount = bytes.count
    while !isAtEnd, bytes.allSatisfy(Self.precedesRow) {
      guard blankCount <= Self.maximumBlankBytes else { throw .blankInput(limitInBytes: Self.maximumBlankBytes) }
      bytes = try await nextChunk()
      blankCount += bytes.count
    }
    return bytes
  }

  /// Reads the first row; returns it and the bytes after its line end, `nil` for an input without rows.
  private func header(startingWith bytes: [UInt8]) async throws(Failure) -> (line: [UInt8], rest: [UInt8])? {
    var block = splitter.split(bytes)
    while block.rows.isEmpty, !isAtEnd {
      guard !splitter.isDropping else { throw .headerTooLong(limitInBytes: RowSplitter.maximumRowByteCount) }
      block = splitter.split(try await nextChunk())
    }
    let isLast = block.rows.isEmpty
    if isLast { block = splitter.finish() }
    guard let row = block.rows.first else { return nil }
    if case .tooLong(let limit) = row.error { throw .headerTooLong(limitInBytes: limit) }
    guard row.error == nil else { throw .headerUnusable }
    let line = Array(block.bytes[row.range])
    endsInReturn = row.range.upperBound < block.bytes.count && block.bytes[row.range.upperBound] == Ascii.carriageReturn
    guard !isLast else { return (line, []) }
    let lineEnd = block.bytes[row.range.upperBound...].firstIndex(of: Ascii.lineFeed) ?? block.bytes.count - 1
    return (line, Array(block.bytes[(lineEnd + 1)...]))
  }

  /// Whether a byte is white space, or the separator that begins each object of a JSON text sequence.
  private static func precedesRow(_ byte: UInt8) -> Bool { Ascii.isBlank(byte) || byte == Ascii.recordSeparator }

  /// Whether it takes more of the first line to tell a row from a document.
  private static func needsMore(_ bytes: [UInt8]) -> Bool {
    let start = bytes.drop(while: precedesRow)
    return start.count < startByteCount && !start.contains(Ascii.lineFeed)
  }

  /// Throws when the JSON is one document: an object over several lines, or a feature collection in one line.
  private static func refuseDocument(_ bytes: [UInt8]) throws(Failure) {
    let start = bytes.drop(while: precedesRow)
    let isCollection = start.filter { !Ascii.isBlank($0) }.starts(with: #"{"type":"FeatureCollection""#.utf8)
    let firstLine = start.prefix { $0 != Ascii.lineFeed }
    let isOpen = firstLine.count < start.count && firstLine.filter { !Ascii.isBlank($0) } == [Ascii.openBrace]
    if isCollection || isOpen { throw .jsonDocument(isFeatureCollection: isCollection) }
  }

  private func nextChunk() async throws(Failure) -> [UInt8] {
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

enum InputFormat: Sendable {
  /// CSV with a header, and quotes as in RFC 4180.
  case csv(CSVHeader)
  case ndjson
}
