package import Tables

extension ByteView {
  /// Calls a closure with the trimmed text of a cell, and whether its bytes live as long as the row.
  @inline(__always)
  package func withText<Result>(of cell: CSVCell, _ body: (ByteView, Bool) -> Result) -> Result {
    guard cell.hasDoubledQuotes else { return body(part(cell.start..<cell.end).trimmed, true) }
    var text: [UInt8] = []
    withSpan { cell.append(from: $0, to: &text) }
    return ByteView.over(text) { body($0.trimmed, false) }
  }
}
