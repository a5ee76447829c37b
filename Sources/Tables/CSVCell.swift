/// The range of a cell, without its quotes.
package struct CSVCell: BitwiseCopyable, Equatable {
  package let start: Int
  package let end: Int
  /// Whether the cell contains escaped quotes.
  package let hasDoubledQuotes: Bool

  package init(start: Int, end: Int, hasDoubledQuotes: Bool) {
    self.start = start
    self.end = end
    self.hasDoubledQuotes = hasDoubledQuotes
  }

  /// Returns the text without escapes.
  package func text(in bytes: Span<UInt8>) -> String {
    var text: [UInt8] = []
    append(from: bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  package func append(from bytes: Span<UInt8>, to text: inout [UInt8]) {
    var at = start
    while at < end {
      let byte = bytes[at]
      text.append(byte)
      at += hasDoubledQuotes && byte == UInt8(ascii: "\"") ? 2 : 1
    }
  }
}
