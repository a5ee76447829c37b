/// Reads coordinates from cells and properties of files, by the same rule for imports and batch rows.
package enum CoordinateText {
  /// The minus sign of typography, U+2212.
  private static let minus = Array("\u{2212}".utf8)
  /// The length in bytes from which a text isn't read as a number.
  ///
  /// The standard library would read all of its digits.
  private static let longestNumber = 400
  /// The maximum length of a number with degree marks, in bytes.
  private static let longestAngle = 64

  /// Reads a finite number: a latitude, a longitude or metres of a projection; `nil` if the text isn't a number.
  ///
  /// Without a decimal point, a comma is the decimal separator: a cell contains a comma only if it is quoted or commas
  /// don't separate cells.
  ///
  /// - Parameters:
  ///   - text: The text without surrounding white space.
  ///   - digitsAtOnce: See ``DecimalNumber/value(of:digitsAtOnce:)``.
  /// - Returns: The number, which may be out of range for a coordinate.
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
    if bytes.starts(with: minus) {
      bytes.replaceSubrange(0..<minus.count, with: [UInt8(ascii: "-")])
      return number(in: bytes.span, digitsAtOnce: digitsAtOnce)
    }
    if let comma, !hasPoint {
      bytes[comma] = UInt8(ascii: ".")
      if let number = decimal(in: bytes.span, digitsAtOnce: digitsAtOnce) { return number }
    }
    return Angle(String(decoding: bytes, as: UTF8.self))?.degrees
  }

  /// Reads a finite decimal number; `nil` if the bytes aren't one.
  package static func decimal(in text: Span<UInt8>, digitsAtOnce: Int = DecimalNumber.exactDigits) -> Double? {
    guard text.count < longestNumber, let number = DecimalNumber.value(of: text, digitsAtOnce: digitsAtOnce),
      number.isFinite
    else { return nil }
    return number
  }

  /// The byte count of the longest word that ``isNothing(_:)`` recognizes.
  package static let longestNothing = 9

  /// Returns whether a text means a missing value: a dash, a word, or a null mark of databases and spreadsheets.
  package static func isNothing(_ text: Span<UInt8>) -> Bool {
    guard text.count > 0, text.count <= longestNothing else { return text.count == 0 }
    switch text[0] {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "u"): break
    case UInt8(ascii: "\\"), UInt8(ascii: "#"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "<"): break
    // The words that begin with a non-ASCII letter are short.
    case 0xE2, 0xEC: guard text.count <= 6 else { return false }
    default: return false
    }
    return nothings.contains { word in
      word.count == text.count && word.indices.allSatisfy { word[$0] == text[$0] }
    }
  }

  private static let nothings = [
    "-", "--", "–", "—", ".", "null", "NULL", "Null", "NA", "N/A", "n/a", "NaN", "nan", "None", "없음", "\\N", "#N/A",
    "N.A.", "NaT", "undefined", "(null)", "(NULL)", "[null]", "[NULL]", "<null>", "<NULL>", "<NA>", "#REF!", "#VALUE!",
    "#NAME?", "#DIV/0!", "#NULL!", "#NUM!",
  ].map { Array($0.utf8) }
}
