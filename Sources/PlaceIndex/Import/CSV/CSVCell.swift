/// Where one cell of a row lies, without its quotes.
struct CSVCell: BitwiseCopyable {
  /// Offset of the first byte.
  let start: Int
  /// Offset behind the last byte.
  let end: Int
  /// Whether two quotes in it stand for one.
  let hasDoubledQuotes: Bool

  /// The bytes without blanks at either end.
  func trimmed(in bytes: Span<UInt8>) -> CSVCell {
    var (start, end) = (start, end)
    while start < end, Self.isBlank(bytes[start]) { start += 1 }
    while end > start, Self.isBlank(bytes[end - 1]) { end -= 1 }
    return CSVCell(start: start, end: end, hasDoubledQuotes: hasDoubledQuotes)
  }

  /// Appends the text that the cell stands for.
  func append(from bytes: Span<UInt8>, to text: inout [UInt8]) {
    var at = start
    while at < end {
      let byte = bytes[at]
      text.append(byte)
      at += hasDoubledQuotes && byte == UInt8(ascii: "\"") ? 2 : 1
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }
}
