import Domain

extension DecimalNumber {
  /// The finite number in some bytes; `nil` if there is none.
  ///
  /// Within two units in the last place: a place is stored to 1e-7 degree.
  static func parse(_ bytes: ByteView) -> Double? {
    // Longer ones are no coordinates, and the standard library would read all of their digits.
    guard bytes.count < 400 else { return nil }
    let value = bytes.withSpan { Self.value(of: $0, digitsAtOnce: fittingDigits) }
    return value?.isFinite == true ? value : nil
  }
}

/// Reads numbers of a table.
enum NumberParser {
  /// The number in a cell.
  ///
  /// A comma is a decimal separator if it is not the delimiter, as in tables from much of Europe.
  static func parse(_ text: ByteView, delimiter: UInt8) -> Double? {
    if let number = DecimalNumber.parse(text) { return number }
    guard delimiter != UInt8(ascii: ","), let comma = text.lastIndex(of: UInt8(ascii: ",")),
      text.lastIndex(of: UInt8(ascii: ".")) == nil
    else { return degrees(text) }
    var bytes = text.array
    bytes[comma] = UInt8(ascii: ".")
    return ByteView.over(bytes) { DecimalNumber.parse($0) ?? degrees($0) }
  }

  /// The degrees of a text with marks or a hemisphere.
  static func degrees(_ text: ByteView) -> Double? { text.count <= 64 ? Angle(text.text)?.degrees : nil }

  /// Whether a text means that there is no value: a dash, a word, or a mark of databases and spreadsheets.
  static func isNothing(_ text: ByteView) -> Bool {
    guard text.count > 0, text.count <= 6 else { return text.count == 0 }
    switch text.byte(at: 0) {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "N"), 0xE2, 0xEC: break
    case UInt8(ascii: "\\"), UInt8(ascii: "#"): break
    default: return false
    }
    return nothings.contains { text.equals($0) }
  }

  private static let nothings: [StaticString] = [
    "-", "--", "–", "—", ".", "null", "NULL", "Null", "N/A", "n/a", "NaN", "nan", "None", "없음", "\\N", "#N/A",
  ]
}
