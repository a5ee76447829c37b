extension RowBlock {
  /// Whether all rows are UTF-8; one look at the whole block, since nearly every block is.
  var isUTF8: Bool {
    guard let last = rows.last, let first = rows.first else { return true }
    return Self.isUTF8(bytes, first.start..<last.end)
  }

  /// Whether one row is UTF-8.
  func isUTF8(row index: Int) -> Bool { Self.isUTF8(bytes, rows[index].start..<rows[index].end) }

  private static func isUTF8(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }
}
