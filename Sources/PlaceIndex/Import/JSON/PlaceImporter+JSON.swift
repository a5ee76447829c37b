import Domain
import Rows
import Tables

extension ImportFormat {
  static let json = ImportFormat(where: { $0.signature == nil && $0.text == .json }) {
    (importer, window, progress) throws(IndexFileError) in
    window.consume(window.view.withSpan(TextEncoding.markLength(of:)))
    try importer.readJSON(&window, progress)
  }
}

extension PlaceImporter {
  /// The position of the parser in a JSON text.
  private enum Place {
    /// The parser is between whole objects: at the start, or in a sequence.
    case sequence
    /// The parser is in an array, with its last token and the number of enclosing objects.
    case array(ArrayToken, depth: Int)

    var isArray: Bool {
      if case .array = self { true } else { false }
    }

    /// Whether a row may come next.
    var admitsRow: Bool {
      if case .array(.value, _) = self { false } else { true }
    }

    /// Moves past the part of an array that threads have read.
    mutating func advance(to last: ArrayToken) {
      if case .array(_, let depth) = self, last != .start { self = .array(last, depth: depth) }
    }
  }

  /// The number of rows that are read sequentially before they go to the builder, which limits memory.
  private static var rowsAtATime: Int { 4096 }

  /// Reads JSON objects: the features of a collection, the elements of an array, or a sequence with or without RS.
  ///
  /// A line of a sequence that isn't JSON is skipped and counted. A malformed element of an array is skipped if its
  /// brackets show where it ends; otherwise the import ends.
  mutating func readJSON(_ window: inout InputWindow, _ progress: Progress?) throws(IndexFileError) {
    var place = Place.sequence
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
    // A single row isn't enough to reject a file that names no CRS.
    let systems = worker.reader.plan.systems
    let crs = (systems.plane ?? systems.other)?.crs
    let refusal = counts.refusal(path: window.path, titles: header.titles, crs: crs)
    if let refusal, counts.rowCount > 1 || refusal.isAboutMetres && header.unsupportedSystem != nil {
      throw header.unsupportedSystem.map { .unsupported($0, path: window.path) } ?? refusal
    }
  }

  /// Returns the place of a collection's rows; a single row is read at once.
  private mutating func placeOfRows(
    _ found: CollectionPath.Rows,
    _ window: inout InputWindow
  ) throws(IndexFileError) -> Place {
    readLists(found.isOfLists)
    guard found.isOneRow else { return .array(.start, depth: found.depth) }
    _ = try readObject(&window, .nothing)
    return try placeAfterCollection(&window, depth: found.depth)
  }

  /// Reads one object; if it is a collection, its rows come next.
  private mutating func readObject(
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
        window.consume(next)
        return found
      case .failure(.incomplete, _) where try grow(&window): continue
      case .failure(let error, let offset):
        guard search == .nothing else {
          try skipLine(&window)
          return nil
        }
        let isMalformed = error == .malformed
        guard isMalformed, !isSkipped else {
          let isTooLong = !isMalformed && !window.isAtEnd
          throw malformed(
            window,
            detail: isMalformed ? "not JSON" : isTooLong ? "a value that is too long" : "the input ends within a value",
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
  private func grow(_ window: inout InputWindow) throws(IndexFileError) -> Bool {
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
  private mutating func nextStart(_ window: inout InputWindow, _ place: Place) throws(IndexFileError) -> UInt8? {
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

  /// Skips from the end of a collection's rows to the next collection in the same objects, or to their end.
  private mutating func placeAfterCollection(_ window: inout InputWindow, depth: Int) throws(IndexFileError) -> Place {
    var outer = depth
    while outer > 0 {
      outer -= 1
      guard let inner = try finishObject(&window) else { continue }
      readLists(inner.isOfLists)
      guard inner.isOneRow else { return .array(.start, depth: outer + inner.depth) }
      _ = try readObject(&window, .nothing)
      outer += inner.depth
    }
    return .sequence
  }

  /// Skips the rest of an object, up to its `}` or to another collection in it, which is returned.
  private mutating func finishObject(_ window: inout InputWindow) throws(IndexFileError) -> CollectionPath.Rows? {
    while true {
      var cursor = JSONViewCursor(window.view, at: 0)
      var isFirst = false
      var read = 0
      do throws(SyntaxError) {
        while let key = try cursor.nextKey(isFirst: &isFirst) {
          let path = CollectionPath(search: .wrapped, fields: worker.reader.vocabulary.fields)
          if let found = try path.enter(key, &cursor) {
            window.consume(cursor.offset)
            return found
          }
          if header.isServiceResponse, key.raw.equals("remark"), try cursor.peek() == UInt8(ascii: "\"") {
            header.note(remark: try cursor.string().withText(\.text))
            read = cursor.offset
            continue
          }
          try cursor.skip()
          read = cursor.offset
        }
        window.consume(cursor.offset)
        return nil
      } catch {
        let isMalformed = error == .malformed
        if !isMalformed {
          window.consume(read)
          if try grow(&window) { continue }
        }
        let detail = isMalformed ? "not JSON after the features" : "the input ends within a collection"
        throw malformed(window, detail: detail, within: isMalformed ? cursor.offset : 0)
      }
    }
  }

  private mutating func skipLine(_ window: inout InputWindow) throws(IndexFileError) {
    // Enough bytes for the example in a message.
    try window.fill(to: RowCounts.exampleByteCount)
    let length = window.view.firstIndex(of: 0x0A) ?? window.view.count
    worker.reader.reject(.malformed, row: window.view.part(0..<length))
    try window.consumeLine()
  }

  private func malformed(_ window: borrowing InputWindow, detail: String, within: Int = 0) -> IndexFileError {
    .malformed(path: window.path, detail: detail, offset: window.offset + within)
  }
}
