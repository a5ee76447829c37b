import Domain

extension IndexContent {
  /// The number of places from which reading on several threads is faster.
  private static let manyPlaces = 1 << 10

  /// Calls a closure with every row of some blocks, in file order.
  func forEachRow(
    in blocks: some Sequence<UInt32>,
    _ body: (UInt32, RowFormat) -> Void
  ) throws(IndexHeader.FormatError) {
    for block in blocks {
      let first = block * UInt32(IndexLayout.blockSize)
      try forEachRow(at: Array(first..<first + UInt32(IndexLayout.blockSize))[...], body)
    }
  }

  /// The number of rows that are located before the first of them is read.
  ///
  /// Memory serves several requests at once: with one row at a time, common words take twice as long.
  private static let rowsAtOnce = 16

  /// Calls a closure with the rows of some places; positions without a place are skipped.
  @inline(__always)
  private func forEachRow(
    at positions: ArraySlice<UInt32>,
    _ body: (UInt32, RowFormat) -> Void
  ) throws(IndexHeader.FormatError) {
    let reader = PlaceReader(content: self)
    var block = -1
    var count = 0
    var ranges: [(position: UInt32, range: Range<Int>)] = []
    var found: [RowFormat] = []
    for start in stride(from: positions.startIndex, to: positions.endIndex, by: Self.rowsAtOnce) {
      ranges.removeAll(keepingCapacity: true)
      found.removeAll(keepingCapacity: true)
      for position in positions[start..<min(start + Self.rowsAtOnce, positions.endIndex)] {
        if Int(position) / IndexLayout.blockSize != block {
          block = Int(position) / IndexLayout.blockSize
          count = reader.placeCount(inBlock: block) ?? 0
        }
        guard Int(position) % IndexLayout.blockSize < count else { continue }
        guard let range = rowRange(at: Int(position), placeCount: count) else { throw .damaged(IndexSection.rows.name) }
        ranges.append((position, range))
      }
      for (position, range) in ranges {
        guard let row = row(in: range, at: position) else { throw .damaged(IndexSection.rows.name) }
        found.append(row)
      }
      for index in ranges.indices { body(ranges[index].position, found[index]) }
    }
  }

  /// Collects results of a closure for the rows of some places, in parts in file order; many rows are read on all
  /// processors.
  func collect<Output: Sendable>(
    from positions: [UInt32],
    into empty: Output,
    _ body: @Sendable (inout Output, RowFormat, UInt32) -> Void
  ) throws(IndexHeader.FormatError) -> [Output] {
    let threads = positions.count < Self.manyPlaces ? 1 : Threads.available
    let ranges = positions.indices.parts(threads * 4)
    let parts = Threads.map(ranges.count, on: threads) { number -> Output? in
      var found = empty
      let isRead = (try? forEachRow(at: positions[ranges[number]], { body(&found, $1, $0) })) != nil
      return isRead ? found : nil
    }
    let found = parts.compactMap(\.self)
    guard found.count == ranges.count else { throw .damaged(IndexSection.rows.name) }
    return found
  }
}

extension IndexContent {
  /// The number of the file that was changed since it was opened; `nil` if all files are unchanged.
  ///
  /// By number, because a copy of a file counts a dozen references (`make count`).
  private var changed: Int? { files.indices.first { !files[$0].isUnchanged } }

  /// Reads the files, which stay mapped meanwhile, and discards the result if one has changed.
  @inline(__always)
  func whileUnchanged<Result>(
    _ path: String,
    _ read: () throws(IndexHeader.FormatError) -> Result
  ) throws(IndexFileError) -> Result {
    defer { withExtendedLifetime(self) {} }
    do throws(IndexHeader.FormatError) {
      let result = try read()
      guard changed == nil else { throw .changed }
      try checkPages()
      return result
    } catch {
      if let changed { throw .changed(path: files[changed].path) }
      // A damaged page takes precedence over errors that follow from it.
      for file in files {
        if let page = file.checker?.failedPage {
          throw .damaged(path: file.path, part: file.header.name(ofPage: page))
        }
      }
      throw IndexFileError(error, path: path)
    }
  }
}

extension IndexContent {
  /// Returns the given places without hidden places.
  func withoutHidden(_ places: [UInt32]) -> [UInt32] {
    hidden.map { hidden in places.filter { !hidden.contains($0) } } ?? places
  }
}
