import Domain

/// Counts the rows that were skipped, by reason, each with its first example.
struct SkipCounts {
  /// Bytes of a row that an example shows.
  static let exampleBytes = 160
  private var counts: [SkippedRows.Reason: (count: Int, example: SkippedRows.Example)] = [:]

  /// Notes a row.
  mutating func note(_ reason: SkippedRows.Reason, path: String, row: Int, _ bytes: ByteView) {
    if let earlier = counts[reason] {
      counts[reason] = (earlier.count + 1, earlier.example)
      return
    }
    let text = bytes.part(0..<min(bytes.count, Self.exampleBytes)).trimmed.text
    counts[reason] = (1, SkippedRows.Example(path: path, row: row, text: text))
  }

  /// Adds what was noted of a later chunk of the same input.
  ///
  /// - Parameters:
  ///   - other: The chunk's rows, numbered from its beginning.
  ///   - count: How many rows of the input come before them.
  mutating func add(_ other: SkipCounts, behind count: Int) {
    for (reason, found) in other.counts {
      if let earlier = counts[reason] {
        counts[reason] = (earlier.count + found.count, earlier.example)
      } else {
        let example = found.example
        let moved = SkippedRows.Example(path: example.path, row: example.row + count, text: example.text)
        counts[reason] = (found.count, moved)
      }
    }
  }

  /// The counts in the order of the reasons.
  var skipped: [SkippedRows] {
    SkippedRows.Reason.allCases.compactMap { reason in
      counts[reason].map { SkippedRows(reason: reason, count: $0.count, example: $0.example) }
    }
  }
}
