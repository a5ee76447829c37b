/// Reads what cells and properties of files hold of a coordinate: one rule for places and for the rows of a batch.
package enum CoordinateText {
  /// The number of bytes beyond which a text is no coordinate; the standard library would read all of its digits.
  private static let longestNumber = 400
  /// The longest one with marks of degrees.
  private static let longestAngle = 64

  /// The finite number of a latitude, a longitude or metres on a grid; `nil` if the text is none.
  ///
  /// A comma is a decimal separator where there is no point: it is a part of a cell only where it does not separate
  /// cells, or in quotes.
  ///
  /// - Parameters:
  ///   - text: The text without white space around it.
  ///   - digitsAtOnce: See ``DecimalNumber/value(of:digitsAtOnce:)``.
  /// - Returns: The number, which need not be a coordinate.
  package static func number(in text: Span<UInt8>, digitsAtOnce: Int = DecimalNumber.exactDigits) -> Double? {
    if let number = decimal(in: text, digitsAtOnce: digitsAtOnce) { return number }
    guard text.count <= longestAngle else { return nil }
    var bytes: [UInt8] = []
    var comma: Int?
    var hasPoint = false
    for at in text.indices {
      if text[at] == UInt8(ascii: ",") { comma = at }
      if text[at] == UInt8(ascii: ".") { hasPoint = true }
      bytes.append(text[at])
    }
    if let comma, !hasPoint {
      bytes[comma] = UInt8(ascii: ".")
      if let number = decimal(in: bytes.span, digitsAtOnce: digitsAtOnce) { return number }
    }
    return Angle(String(decoding: bytes, as: UTF8.self))?.degrees
  }

  /// The finite decimal number in some bytes; `nil` if there is none.
  package static func decimal(in text: Span<UInt8>, digitsAtOnce: Int = DecimalNumber.exactDigits) -> Double? {
    guard text.count < longestNumber, let number = DecimalNumber.value(of: text, digitsAtOnce: digitsAtOnce),
      number.isFinite
    else { return nil }
    return number
  }

  /// The byte count of the longest word that ``isNothing(_:)`` knows.
  package static let longestNothing = 6

  /// Whether a text means that there is no value: a dash, a word, or a mark of databases and spreadsheets.
  package static func isNothing(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text.count <= longestNothing else { return text.count == 0 }
    switch text[0] {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "N"), 0xE2, 0xEC: break
    case UInt8(ascii: "\\"), UInt8(ascii: "#"): break
    default: return false
    }
    return nothings.contains { word in
      word.count == text.count && word.indices.allSatisfy { word[$0] == text[$0] }
    }
  }

  private static let nothings = [
    "-", "--", "–", "—", ".", "null", "NULL", "Null", "N/A", "n/a", "NaN", "nan", "None", "없음", "\\N", "#N/A",
  ].map { Array($0.utf8) }
}
