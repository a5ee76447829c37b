import Domain
import TextParsing

/// Reads an input in chunks: detects its format, then gives blocks of rows.
actor BatchReader {
  /// The largest number of bytes to read at once: a block of a few hundred rows.
  ///
  /// With 4 KB, 250,000 rows over an index take 8 % longer.
  private static let largestChunkInBytes = 1 << 14

  /// Bytes to read next: first few, because the records of a block are written when it is done.
  private var chunkInBytes = 1 << 12

  /// The number of rows among which the header is looked for: titles may precede it.
  private static let headerRows = 12
  /// The maximum number of bytes of blanks before the first row, and of bytes without a row after it.
  private static let maximumBlankBytes = 16 << 20
  private static let maximumBytesWithoutRow = 1 << 30

  /// The maximum byte count of what precedes the features of a collection, and by which the line ends are decided.
  private static let maximumStartByteCount = 1 << 19

  private let source: any BatchInput
  private let decoder: (any TextDecoder)?
  private var splitter = RowSplitter(delimiter: nil)
  /// Blocks that were read and not given yet, in order.
  private var pending: [RowBlock] = []
  private var isAtEnd = false
  private var endsInReturn = false
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
      try await openObjects(bytes)
      return .ndjson
    default: return try await openTable(bytes, names, needsCoordinates: needsCoordinates, tables)
    }
  }

  /// Reads as much of a text of JSON as tells whether its rows are lines, objects over several of them, or features.
  private func openObjects(_ start: [UInt8]) async throws(Failure) {
    var bytes = start
    let brace = bytes.firstIndex(of: Ascii.openBrace) ?? 0
    var document = JSONDocument(bytes, from: brace)
    var triedByteCount = bytes.count
    while document == nil, !isAtEnd, bytes.count < RowSplitter.maximumRowByteCount {
      bytes += try await nextChunk()
      // Twice as much, because it is read again from the beginning; a line end may complete a row.
      guard isAtEnd || bytes.count >= 2 * triedByteCount || bytes[triedByteCount...].contains(Ascii.lineFeed) else {
        continue
      }
      triedByteCount = bytes.count
      document = JSONDocument(bytes, from: brace)
    }
    switch document {
    case .collection(let features):
      splitter = RowSplitter(.collection)
      bytes.removeFirst(features)
    case .sequence: splitter = RowSplitter(.none)
    case .lines: splitter = RowSplitter(delimiter: nil)
    // It did not end: one object over several lines, or a line that was cut.
    case nil: splitter = bytes[brace...].contains(Ascii.lineFeed) ? RowSplitter(.none) : RowSplitter(delimiter: nil)
    }
    pending = [splitter.split(bytes)]
  }

  /// Reads up to the header of a table; `nil` for a table without rows.
  private func openTable(
    _ start: [UInt8],
    _ names: ColumnNames,
    needsCoordinates: Bool,
    _ tables: (any ReadTableUseCase)?
  ) async throws(Failure) -> InputFormat? {
    var bytes = start
    var delimiter: UInt8?
    var failure: Failure?
    // The largest number of filled cells of a row so far: titles above a header have fewer than the header.
    var filledCount = 0
    for number in 0..<Self.headerRows {
      // Only the header shows the delimiter. Until then a comma stands for it, to tell a line end in a quoted name
      // from the end of the header.
      splitter = RowSplitter(delimiter: delimiter ?? Ascii.comma)
      guard let (line, rest) = try await header(startingWith: bytes) else { break }
      bytes = rest
      if number == 0, let named = CSVScanner.delimiter(namedBy: line.span) {
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
        guard CSVHeader.filledCellCount(line, delimiter: header.delimiter) > filledCount else {
          throw .coordinatesMissing(columns: header.names)
        }
        header.endsInReturn = endsInReturn
        splitter = RowSplitter(delimiter: header.delimiter)
        pending = [splitter.split(rest)]
        return .csv(header)
      } catch {
        guard error.code == .columnsMissing || error.code == .headerMissing else { throw failure ?? error }
        failure = failure ?? error
        filledCount = max(filledCount, CSVHeader.filledCellCount(line, delimiter: delimiter))
      }
    }
    if let failure { throw failure }
    return nil
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
    while !isAtEnd, bytes.count < 3 { bytes += try await nextChunk() }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
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

  private func nextChunk() async throws(Failure) -> [UInt8] {
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

enum InputFormat: Sendable {
  /// CSV with a header, and quotes as in RFC 4180.
  case csv(CSVHeader)
  case ndjson
}
