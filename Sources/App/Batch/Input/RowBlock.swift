/// A chunk of input with the rows that end in it.
struct RowBlock: Sendable {
  /// Part of the input; every row is a range of it.
  var bytes: [UInt8] = []
  /// The rows, in order, without blank lines.
  var rows: [RowSlice] = []
  /// Number of the first row, counted from 1 over the whole input.
  var firstNumber = 1

  /// All rows, with what lies between them.
  var rowRange: Range<Int> { (rows.first?.range.lowerBound ?? 0)..<(rows.last?.range.upperBound ?? 0) }
}

/// Where a row lies in its block.
struct RowSlice: Sendable, Hashable {
  /// The row, without its line end.
  let range: Range<Int>
  /// Why the row could not be cut out whole.
  var error: RowSplitError?
  /// Whether the input ends with the row, and not with a line end, so that it may be cut short.
  var isOpen = false
}
