import Domain
import Rows
import Tables

extension ImportFormat {
  static let json = ImportFormat(where: { $0.signature == nil && $0.text == .json }) {
    (importer, window, progress) throws(IndexFileError) in
    window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
    defer { importer.dropUnreadPaths() }
    let names = importer.names(dataset: nil)
    try window.makeObjects(names, maximumRowByteCount: importer.pace.maximumValueByteCount)
    try importer.readJSON(&window, progress)
  }
}

extension PlaceImporter {
  /// The number of rows that are read sequentially before they go to the builder, which limits memory.
  private static var rowsAtATime: Int { 4096 }

  /// Reads JSON objects: the features of a collection, the elements of an array, or a sequence with or without RS.
  ///
  /// A line of a sequence that isn't JSON is skipped and counted. A malformed element of an array is skipped if its
  /// brackets show where it ends; otherwise the import ends.
  mutating func readJSON(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    var place = JSONPosition.sequence
    // If several pages of a response were appended to a file, all are wrapped like the first.
    var isWrapped = false
    _ = try decideEncoding(&window, isTable: false)
    begin(try plan(forJSON: try window.sample().bytes, path: window.path))
    while true {
      while isFitForThreads(window), place.admitsRow, place.isArray || !isWrapped {
        let isArray = place.isArray
        let last = try readChunks(&window) { reader, chunk in
          (chunk.end, chunk.last) = reader.readObjects(chunk.view, isArray: isArray)
        }
        place.advance(to: last)
        try report(window, progress)
      }
      guard let byte = try nextStart(&window, place) else { break }
      let offset = window.offset
      switch (byte, place) {
      case (UInt8(ascii: "["), .sequence):
        window.consume(1)
        readLists(worker.reader.hasLists(window.view))
        place = .array(.start, depth: 0)
      case (UInt8(ascii: ","), .array(let last, let depth)):
        guard last == .value else { throw malformed(window, detail: "a comma with no value before it") }
        window.consume(1)
        place = .array(.comma, depth: depth)
      case (UInt8(ascii: "]"), .array(let last, let depth)):
        guard last != .comma else { throw malformed(window, detail: "a comma without a value after it") }
        window.consume(1)
        place = try placeAfterCollection(&window, depth: depth)
      case (_, .array(let last, let depth)):
        guard last != .value else { throw malformed(window, detail: "two values with no comma between them") }
        _ = try readObject(&window, .nothing)
        place = .array(.value, depth: depth)
      case (_, .sequence):
        let isFirst = isAtFirstRow
        if let found = try readObject(&window, isFirst || isWrapped ? .wrapped : .named) {
          if isFirst { isWrapped = true }
          place = try placeOfRows(found, &window)
        }
      }
      if worker.reader.rows.counts.rowCount >= Self.rowsAtATime {
        try drainRows()
        try report(window, progress)
      }
      backoff.remainingBytes -= window.offset - offset
    }
    try drainRows()
    if place.isArray { throw malformed(window, detail: "the input ends within an array") }
    try checkChoice(path: window.path)
    // A single row isn't enough to reject a file that names no CRS.
    let systems = worker.reader.plan.systems
    let crs = (systems.plane ?? systems.other)?.crs
    let refusal = counts.refusal(path: window.path, titles: header.titles, crs: crs)
    if let refusal, counts.rowCount > 1 || refusal.isAboutMetres && header.unsupportedSystem != nil {
      throw header.unsupportedSystem.map { .unsupported($0, path: window.path) } ?? refusal
    }
  }

  /// Reads one object; if it is a collection, its rows come next.
  mutating func readObject(
    _ window: inout InputWindow,
    _ search: CollectionSearch
  ) throws(IndexFileError) -> CollectionPath.Rows? {
    var isSkipped = false
    while true {
      let outcome =
        isSkipped
        ? worker.reader.skipElement(window.view)
        : worker.reader.readObject(window.view, from: 0, finding: search)
      switch outcome {
      case .row(let next):
        window.consume(next)
        return nil
      case .collection(let next, let found):
        try beginPage(&window, rowsAt: next, areLists: found.isOfLists)
        window.consume(next)
        return found
      case .failure(.incomplete, _) where try grow(&window): continue
      case .failure(let error, let offset):
        guard search == .nothing else {
          try skipLine(&window)
          return nil
        }
        let isMalformed = error != .incomplete
        guard isMalformed, !isSkipped else {
          let isTooLong = !isMalformed && !window.isAtEnd
          throw malformed(
            window,
            detail: error == .tooDeep
              ? error.detail(of: "JSON")
              : isMalformed ? "not JSON" : isTooLong ? "a value that is too long" : "the input ends within a value",
            within: offset
          )
        }
        isSkipped = true
      }
    }
  }

  /// Reads more of an incomplete value; returns `false` if there is no more, or the value is too long.
  ///
  /// The window doubles, because the value is parsed again from its beginning: a fixed step would take quadratic time.
  func grow(_ window: inout InputWindow) throws(IndexFileError) -> Bool {
    let maximumByteCount = pace.maximumValueByteCount
    guard !window.isAtEnd, window.view.count < maximumByteCount else { return false }
    try window.fill(to: min(maximumByteCount, max(2 * window.view.count, 1 << 16)))
    return true
  }

  mutating func report(_ window: borrowing InputWindow, _ progress: Progress?) throws(IndexFileError) {
    if let progress, !progress(window.offset, builder.placeCount) { throw .cancelled }
    guard let maximumByteCount, window.offset >= maximumByteCount else { return }
    isCutShort = true
    throw .cancelled
  }

  /// Moves to the next byte that begins a value, or to a comma or bracket of an array; `nil` at the end of the input.
  private mutating func nextStart(_ window: inout InputWindow, _ place: JSONPosition) throws(IndexFileError) -> UInt8? {
    let start = window.offset
    while true {
      guard window.offset - start <= pace.maximumBlankByteCount else {
        throw malformed(window, detail: "more than \(max(1, pace.maximumBlankByteCount >> 20)) MiB of white space")
      }
      let view = window.view
      var count = 0
      while count < view.count {
        let byte = view.byte(at: count)
        guard RowReader.isBetweenObjects(byte, isArray: place.isArray) else {
          window.consume(count)
          return byte
        }
        count += 1
      }
      window.consume(count)
      guard !window.isAtEnd else { return nil }
      try window.refill()
    }
  }

  private mutating func skipLine(_ window: inout InputWindow) throws(IndexFileError) {
    // Enough bytes for the example in a message.
    try window.fill(to: RowCounts.exampleByteCount)
    if let length = window.view.firstIndex(of: 0x0A) {
      worker.reader.rejectMalformed(window.view.part(0..<length))
    } else {
      worker.reader.reject(.malformed, row: window.view)
    }
    try window.consumeLine()
  }

  func malformed(_ window: borrowing InputWindow, detail: String, within: Int = 0) -> IndexFileError {
    .malformed(path: window.path, detail: detail, offset: window.offset + within)
  }
}
