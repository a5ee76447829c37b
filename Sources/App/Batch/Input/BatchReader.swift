/// Reads an input chunk by chunk: finds out what it is, then gives blocks of rows.
actor BatchReader {
  /// Bytes read at once: some hundred rows, so few that their records stay in a core's own cache until they are written.
  static let chunkInBytes = 1 << 14

  private let source: any BatchInput
  private var splitter = RowSplitter(format: .ndjson)
  private var waiting: RowBlock?
  private var isAtEnd = false

  /// Makes a reader; nothing is read yet.
  init(source: any BatchInput) { self.source = source }

  /// Reads as far as it takes to know what the rows look like.
  ///
  /// - Parameters:
  ///   - names: Which names of columns play which role.
  ///   - needsCoordinates: Whether the rows have to say where.
  /// - Returns: What the rows look like; `nil` for an input without any.
  /// - Throws: When the input cannot be read, or cannot be rows.
  func open(names: ColumnNames, needsCoordinates: Bool) async throws(BatchInputError) -> RowParser.Form? {
    var prefix: [UInt8] = []
    while !isAtEnd, prefix.count < 4 || prefix.allSatisfy(Ascii.isBlank) { prefix += try await nextChunk() }
    if prefix.starts(with: [0xFE, 0xFF]) || prefix.starts(with: [0xFF, 0xFE]) { throw .utf16 }
    if prefix.starts(with: [0xEF, 0xBB, 0xBF]) { prefix.removeFirst(3) }
    let format = try RowFormat.sniffed(from: prefix)
    splitter = RowSplitter(format: format)
    if case .ndjson = format {
      while !isAtEnd, prefix.count < 64, !prefix.contains(Ascii.lineFeed) { prefix += try await nextChunk() }
      try Self.refuseDocument(prefix)
      waiting = splitter.split(prefix)
      return .ndjson
    }
    guard let (line, rest) = try await header(startingWith: prefix) else { return nil }
    let header = try CSVHeader(line: line, names: names, needsCoordinates: needsCoordinates)
    splitter = RowSplitter(format: .csv(delimiter: header.delimiter))
    waiting = splitter.split(rest)
    return .csv(header)
  }

  /// Gives the next block that has rows, `nil` at the end.
  func nextBlock() async throws(BatchInputError) -> RowBlock? {
    if let block = waiting {
      waiting = nil
      if !block.rows.isEmpty { return block }
    }
    while !isAtEnd {
      let block = splitter.split(try await nextChunk())
      if !block.rows.isEmpty { return block }
    }
    let last = splitter.finish()
    return last.rows.isEmpty ? nil : last
  }

  /// Gives the next block that has rows without taking it.
  func peekBlock() async throws(BatchInputError) -> RowBlock? {
    let block = try await nextBlock()
    waiting = block
    return block
  }

  /// Splits off the first row and gives it with the bytes behind its line end; `nil` for an input without rows.
  private func header(startingWith prefix: [UInt8]) async throws(BatchInputError) -> (line: [UInt8], rest: [UInt8])? {
    var block = splitter.split(prefix)
    while block.rows.isEmpty, !isAtEnd { block = splitter.split(try await nextChunk()) }
    let isLast = block.rows.isEmpty
    if isLast { block = splitter.finish() }
    guard let row = block.rows.first else { return nil }
    guard row.error == nil else { throw .headerUnusable }
    let line = Array(block.bytes[row.start..<row.end])
    guard !isLast else { return (line, []) }
    let lineEnd = block.bytes[row.end...].firstIndex(of: Ascii.lineFeed) ?? block.bytes.count - 1
    return (line, Array(block.bytes[(lineEnd + 1)...]))
  }

  /// Refuses JSON of which the first line is no object of its own, or holds all of them.
  private static func refuseDocument(_ prefix: [UInt8]) throws(BatchInputError) {
    let content = prefix.filter { !Ascii.isBlank($0) }
    let isCollection = content.starts(with: #"{"type":"FeatureCollection""#.utf8)
    let firstLine = prefix.drop(while: Ascii.isBlank).prefix { $0 != Ascii.lineFeed }
    let isOpen = firstLine.count < prefix.count && firstLine.filter { !Ascii.isBlank($0) } == [Ascii.openBrace]
    if isCollection || isOpen { throw .jsonDocument(isFeatureCollection: isCollection) }
  }

  private func nextChunk() async throws(BatchInputError) -> [UInt8] {
    let chunk: [UInt8]
    do { chunk = try await source.read(upTo: Self.chunkInBytes) } catch { throw .unreadable(error) }
    if chunk.isEmpty { isAtEnd = true }
    return chunk
  }
}
