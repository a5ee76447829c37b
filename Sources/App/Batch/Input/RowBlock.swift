/// A chunk of input with the rows that end in it.
struct RowBlock: Sendable {
  /// A part of the input; every row is a range of it.
  var bytes: [UInt8] = []
  /// The rows in order, without empty lines.
  var rows: [RowSlice] = []
  /// The number of the first row, counted from 1 over the whole input.
  var firstNumber = 1

  /// The range from the first to the last row.
  var rowRange: Range<Int> { (rows.first?.range.lowerBound ?? 0)..<(rows.last?.range.upperBound ?? 0) }

  /// Appends copies of the first rows of another block while this one has fewer rows and bytes than the limits.
  mutating func append(_ other: RowBlock, rows maximum: Int, bytes maximumBytes: Int) {
    for row in other.rows where rows.count < maximum && bytes.count < maximumBytes {
      let start = bytes.count
      bytes += other.bytes[row.range]
      rows.append(RowSlice(range: start..<bytes.count, error: row.error, isOpen: row.isOpen))
      bytes.append(Ascii.lineFeed)
    }
  }
}

/// The range of a row in its block.
struct RowSlice: Sendable, Hashable {
  /// The row, without its line end.
  let range: Range<Int>
  /// The reason why the row couldn't be split off completely.
  var error: RowSplitError?
  /// Whether the input ends without a line end after the row, so that the row may be truncated.
  var isOpen = false
}
