import TextParsing

/// Reads numbers of a table.
enum CSVNumber {
  /// The number in a cell.
  ///
  /// A comma is a decimal point where it does not separate cells, as in tables from much of Europe.
  ///
  /// - Parameters:
  ///   - text: The cell's text, trimmed.
  ///   - delimiter: The byte between cells.
  /// - Returns: `nil` when the text is not a finite number.
  static func parse(_ text: ByteView, delimiter: UInt8) -> Double? {
    if let number = DecimalNumber.parse(text) { return number }
    guard delimiter != UInt8(ascii: ","), let comma = text.lastIndex(of: UInt8(ascii: ",")),
      text.lastIndex(of: UInt8(ascii: ".")) == nil
    else { return DegreeText.parse(text)?.degrees }
    var bytes = text.array
    bytes[comma] = UInt8(ascii: ".")
    return ByteView.over(bytes) { DecimalNumber.parse($0) ?? DegreeText.parse($0)?.degrees }
  }

  /// Whether a text only says that there is nothing: a dash or a word for it.
  static func isNothing(_ text: ByteView) -> Bool {
    guard text.count > 0, text.count <= 6 else { return text.count == 0 }
    switch text.byte(at: 0) {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "N"), 0xE2, 0xEC: break
    default: return false
    }
    return nothings.contains { text.equals($0) }
  }

  private static let nothings: [StaticString] = [
    "-", "--", "–", "—", ".", "null", "NULL", "Null", "N/A", "n/a", "NaN", "nan", "None", "없음",
  ]
}
