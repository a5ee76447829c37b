import TextParsing

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
  ///
  /// - Returns: `nil` if the text is not a finite number.
  static func parse(_ text: ByteView, delimiter: UInt8) -> Double? {
    if let number = DecimalNumber.parse(text) { return number }
    guard delimiter != UInt8(ascii: ","), let comma = text.lastIndex(of: UInt8(ascii: ",")),
      text.lastIndex(of: UInt8(ascii: ".")) == nil
    else { return DegreeParser.parse(text)?.degrees }
    var bytes = text.array
    bytes[comma] = UInt8(ascii: ".")
    return ByteView.over(bytes) { DecimalNumber.parse($0) ?? DegreeParser.parse($0)?.degrees }
  }

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

/// Parses a coordinate as people write it: `37.5°`, `N37.5`, `127° 1' 39.36" E`, `북위 37도 33분 59초`.
enum DegreeParser {
  /// The axis of a coordinate.
  enum Axis {
    case latitude
    case longitude
  }

  /// The maximum byte count of a text.
  private static let maximumByteCount = 64

  private static let hemispheres: [(mark: String, axis: Axis, sign: Double)] = [
    ("북위", .latitude, 1), ("남위", .latitude, -1), ("동경", .longitude, 1), ("서경", .longitude, -1),
    ("N", .latitude, 1), ("S", .latitude, -1), ("E", .longitude, 1), ("W", .longitude, -1),
    ("n", .latitude, 1), ("s", .latitude, -1), ("e", .longitude, 1), ("w", .longitude, -1),
  ]

  /// The marks after degrees, minutes and seconds.
  private static let units: [[Character]] = [["°", "º", "˚", "도"], ["'", "′", "’", "분"], ["\"", "″", "”", "초"]]

  /// The coordinate in a text.
  ///
  /// - Returns: Degrees, negative in the south and west, and the axis if a hemisphere was named; `nil` if the text is not a
  ///   coordinate.
  static func parse(_ text: ByteView) -> (degrees: Double, axis: Axis?)? {
    guard text.count >= 2, text.count <= maximumByteCount else { return nil }
    var rest = Substring(text.text)
    var hemisphere: (mark: String, axis: Axis, sign: Double)?
    func takeHemisphere() {
      if hemisphere == nil, let found = hemispheres.first(where: { rest.hasPrefix($0.mark) }) {
        hemisphere = found
        rest = rest.dropFirst(found.mark.count)
      }
      rest = rest.drop(while: \.isWhitespace)
    }

    takeHemisphere()
    var parts: [Double] = []
    while parts.count < units.count, let number = takeNumber(&rest) {
      // Only the last part may have a fraction, and only the first a sign.
      guard parts.isEmpty || number >= 0 && number < 60 && parts.last?.rounded() == parts.last else { return nil }
      parts.append(number)
      rest = rest.drop(while: \.isWhitespace)
      guard let mark = rest.first, units[parts.count - 1].contains(mark) else { break }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    // Two apostrophes for seconds.
    rest = rest.drop { $0 == "'" || $0 == "′" }.drop(while: \.isWhitespace)
    takeHemisphere()
    guard rest.isEmpty, let first = parts.first, hemisphere == nil || first >= 0 else { return nil }
    let fraction = zip(parts.dropFirst(), [60.0, 3600.0]).reduce(0) { $0 + $1.0 / $1.1 }
    let degrees = first.sign == .minus ? first - fraction : first + fraction
    return (degrees * (hemisphere?.sign ?? 1), hemisphere?.axis)
  }

  private static func takeNumber(_ rest: inout Substring) -> Double? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-" || $0 == "+") }
    guard !digits.isEmpty, let number = ByteView.over(Array(digits.utf8), DecimalNumber.parse) else { return nil }
    rest = rest.dropFirst(digits.count)
    return number
  }
}
