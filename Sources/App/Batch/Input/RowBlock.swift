/// A stretch of input with the rows that end in it.
struct RowBlock: Sendable {
  /// Input as it came; every row is a range of it.
  var bytes: [UInt8] = []
  /// The rows, in order, blank lines left out.
  var rows: [RowSlice] = []
  /// Number of the first row, counted from 1 over the whole input.
  var firstNumber = 1
}

/// Where a row lies in its block.
struct RowSlice: Sendable, Hashable {
  /// Offset of the first byte.
  var start: Int
  /// Offset behind the last byte, the line end left out.
  var end: Int
  /// What kept the row from being cut out whole.
  var defect: SplitDefect?

  init(start: Int, end: Int, defect: SplitDefect? = nil) {
    self.start = start
    self.end = end
    self.defect = defect
  }
}

/// Why a row could not be cut out of the input.
enum SplitDefect: Sendable, Hashable {
  /// The row is longer than the limit in bytes; its bytes were dropped.
  case tooLong(limitInBytes: Int)
  /// The input ended inside a quoted cell.
  case quoteOpenAtEnd
}
