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
