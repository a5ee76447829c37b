/// Reads an input in chunks: detects its format, then gives blocks of rows.
actor BatchReader {
  /// Bytes read at once, which make a block of some hundred rows.
  ///
  /// From 4 KB to 256 KB, 250,000 rows over an index took the same time; a small block gives its records soon.
  static let chunkInBytes = 1 << 14

  /// Enough of the first line to recognize a collection of GeoJSON, blanks included.
  private static let startByteCount = 64

  private let source: any BatchInput
  private var splitter = RowSplitter(delimiter: nil)
  private var pending: RowBlock?
  private var isAtEnd = false

  /// Makes a reader; nothing is read yet.
  init(source: any BatchInput) { self.source = source }

  /// Reads as far as it takes to know the format of the rows.
  ///
  /// - Returns: The format; `nil` for an input without rows.
  /// - Throws: When the input cannot be read, or cannot be rows.
  func open(names: ColumnNames, needsCoordinates: Bool) async throws(BatchInputError) -> InputFormat? {
    var bytes = try await readStart()
    switch bytes.first(where: { !Ascii.isBlank($0) }) {
    case Ascii.openBracket: throw .jsonArray
    case Ascii.openBrace:
      while !isAtEnd, Self.needsMore(bytes) { bytes += try await nextChunk() }
      try Self.refuseDocument(bytes)
      pending = splitter.split(bytes)
      return .ndjson
    default: break
    }
    // The header names the delimiter; until then a comma only decides whether a line end in a quoted name ends the header.
    splitter = RowSplitter(delimiter: Ascii.comma)
    guard let (line, rest) = try await header(startingWith: bytes) else { return nil }
    let header = try CSVHeader(line: line, names: names, needsCoordinates: needsCoordinates)
    splitter = RowSplitter(delimiter: header.delimiter)
    pending = splitter.split(rest)
    return .csv(header)
  }

  /// Gives the next block that has rows, `nil` at the end.
  func nextBlock() async throws(BatchInputError) -> RowBlock? {
    if let block = pending {
      pending = nil
      if !block.rows.isEmpty { return block }
    }
    while !isAtEnd {
      let block = splitter.split(try await nextChunk())
      if !block.rows.isEmpty { return block }
    }
    let last = splitter.finish()
    return last.rows.isEmpty ? nil : last
  }

  /// Gives the next block as a value, as a task of a group returns it.
  func nextResult() async -> Result<RowBlock?, BatchInputError> {
    do throws(BatchInputError) { return .success(try await nextBlock()) } catch { return .failure(error) }
  }

  /// Gives the next block that has rows without consuming it.
  func peekBlock() async throws(BatchInputError) -> RowBlock? {
    let block = try await nextBlock()
    pending = block
    return block
  }

  /// Reads up to the first byte that is not blank, and takes a byte order mark away.
  private func readStart() async throws(BatchInputError) -> [UInt8] {
    var bytes: [UInt8] = []
    while !isAtEnd, bytes.count < 3 { bytes += try await nextChunk() }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) { throw .utf16 }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    // Blanks alone say nothing, however many come.
    while !isAtEnd, bytes.allSatisfy(Ascii.isBlank) { bytes = try await nextChunk() }
    return bytes
  }

  /// Splits off the first row and gives it with the bytes behind its line end; `nil` for an input without rows.
  private func header(startingWith bytes: [UInt8]) async throws(BatchInputError) -> (line: [UInt8], rest: [UInt8])? {
    var block = splitter.split(bytes)
    while block.rows.isEmpty, !isAtEnd { block = splitter.split(try await nextChunk()) }
    let isLast = block.rows.isEmpty
    if isLast { block = splitter.finish() }
    guard let row = block.rows.first else { return nil }
    guard row.error == nil else { throw .headerUnusable }
    let line = Array(block.bytes[row.range])
    guard !isLast else { return (line, []) }
    let lineEnd = block.bytes[row.end...].firstIndex(of: Ascii.lineFeed) ?? block.bytes.count - 1
    return (line, Array(block.bytes[(lineEnd + 1)...]))
  }

  /// Whether too little of the first line is known to tell a row from a document.
  private static func needsMore(_ bytes: [UInt8]) -> Bool {
    let start = bytes.drop(while: Ascii.isBlank)
    return start.count < startByteCount && !start.contains(Ascii.lineFeed)
  }

  /// Refuses JSON whose first line is no object of its own, or holds all of them.
  private static func refuseDocument(_ bytes: [UInt8]) throws(BatchInputError) {
    let start = bytes.drop(while: Ascii.isBlank)
    let isCollection = start.filter { !Ascii.isBlank($0) }.starts(with: #"{"type":"FeatureCollection""#.utf8)
    let firstLine = start.prefix { $0 != Ascii.lineFeed }
    let isOpen = firstLine.count < start.count && firstLine.filter { !Ascii.isBlank($0) } == [Ascii.openBrace]
    if isCollection || isOpen { throw .jsonDocument(isFeatureCollection: isCollection) }
  }

  private func nextChunk() async throws(BatchInputError) -> [UInt8] {
    let chunk: [UInt8]
    do { chunk = try await source.read(upTo: Self.chunkInBytes) } catch { throw .unreadable(error) }
    if chunk.isEmpty { isAtEnd = true }
    return chunk
  }
}

/// The format of an input's rows.
enum InputFormat: Sendable {
  /// CSV under a header, with quotes as in RFC 4180.
  case csv(CSVHeader)
  /// One JSON object a line.
  case ndjson
}
