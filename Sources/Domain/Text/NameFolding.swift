/// Folding of texts for search, as SQLite's FTS5 and Lucene do: no case, no diacritics, ordinary width.
///
/// Full case folding, and NFKD without the combining marks of Latin, Greek and Cyrillic. Hangul stays composed, and
/// kana keep their voicing marks. Apostrophes, quotation marks and dashes become those of a keyboard, and invisible
/// characters are dropped.
package enum NameFolding {
  /// Folds a text.
  package static func fold(_ text: String) -> [UInt8] {
    var ordinary = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { appendOrdinary(scalar, to: &ordinary) }
    var folded: [UInt8] = []
    for scalar in String(ordinary).composed.unicodeScalars {
      if append(scalar, to: &folded) { continue }
      for lower in scalar.properties.lowercaseMapping.unicodeScalars where !append(lower, to: &folded) {
        folded += String(lower).utf8
      }
    }
    return folded
  }

  /// Returns a text with letters, digits and punctuation of the ordinary width.
  package static func inOrdinaryWidth(_ text: String) -> String {
    // The first byte of full-width characters.
    text.utf8.contains(0xEF) ? ordinary(text) : text
  }

  /// Returns a text with characters of the ordinary width and without invisible characters.
  package static func ordinary(_ text: String) -> String {
    var ordinary = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { appendOrdinary(scalar, to: &ordinary) }
    return String(ordinary)
  }

  /// Appends a letter of the tables, or drops a mark; returns `false` for any other scalar.
  private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) -> Bool {
    if isMark(scalar.value) { return true }
    guard let base = base(of: scalar.value) else { return false }
    folded.append(base.first)
    if let second = base.second { folded.append(second) }
    return true
  }

  /// Returns whether a scalar is a combining mark of Latin, Greek and Cyrillic letters.
  package static func isMark(_ scalar: UInt32) -> Bool { 0x0300...0x036F ~= scalar }

  /// Returns the folded form of a Latin, Greek or Cyrillic letter, one or two bytes; `nil` for any other scalar.
  package static func base(of scalar: UInt32) -> (first: UInt8, second: UInt8?)? {
    guard let (table, start) = table(of: scalar) else { return nil }
    let at = 2 * Int(scalar - start)
    let pair = unsafe (table.utf8Start[at], table.utf8Start[at + 1])
    if pair.0 == UInt8(ascii: ".") { return nil }
    return (pair.0, pair.1 == UInt8(ascii: ".") ? nil : pair.1)
  }

  /// Appends a scalar with its ordinary width, and compatibility characters as letters and digits.
  private static func appendOrdinary(_ scalar: Unicode.Scalar, to text: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0xFF01...0xFF5E: text.append(Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar)
    case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: text.append(" ")
    case 0xFF66...0xFF9F: text.append(halfWidthKana[Int(scalar.value - 0xFF66)])
    case 0xFB00...0xFB06: text += ligatures[Int(scalar.value - 0xFB00)].unicodeScalars
    case 0x2160...0x217F: text += romanNumerals[Int(scalar.value - 0x2160) % 16].unicodeScalars
    case 0x2460...0x2473: text += String(scalar.value - 0x245F).unicodeScalars
    case 0xAA: text.append("a")
    case 0xBA: text.append("o")
    case 0xB2, 0xB3: text.append(scalar.value == 0xB2 ? "2" : "3")
    case 0xB9: text.append("1")
    case 0x2116: text += "no".unicodeScalars
    case 0x321C: text += "(주)".unicodeScalars
    // A soft hyphen, joiners, marks of direction and selectors of a glyph.
    case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFE00...0xFE0F, 0xFEFF: break
    default: text.append(keyboardMark(of: scalar.value) ?? scalar)
    }
  }

  /// Returns the apostrophe, quotation mark or hyphen of a keyboard for a typographic one; `nil` for any other scalar.
  private static func keyboardMark(of scalar: UInt32) -> Unicode.Scalar? {
    switch scalar {
    case 0xB4, 0x2BB, 0x2BC, 0x2018...0x201B, 0x2032: "'"
    case 0xAB, 0xBB, 0x201C...0x201F, 0x2033: "\""
    case 0x2010...0x2015, 0x2212: "-"
    default: nil
    }
  }

  /// A character that folds to other characters.
  package struct Variant: Sendable {
    package let scalar: Unicode.Scalar
    package let folded: [Unicode.Scalar]
  }

  /// The characters that fold to other letters, digits or marks, in lower case.
  package static let variants: [Variant] = variantRanges.joined().compactMap(Unicode.Scalar.init).compactMap { scalar in
    let lower = scalar.properties.lowercaseMapping
    guard lower == String(scalar) || lower.unicodeScalars.count > 1 else { return nil }
    let folded = Array(String(decoding: fold(String(scalar)), as: UTF8.self).unicodeScalars)
    return folded.isEmpty || folded == [scalar] ? nil : Variant(scalar: scalar, folded: folded)
  }

  private static let variantRanges: [ClosedRange<UInt32>] = [
    0xAA...0x24F, 0x2BB...0x2BC, 0x370...0x52F, 0x1E00...0x1FFF, 0x2010...0x2033, 0x2116...0x2116, 0x2160...0x217F,
    0x2212...0x2212, 0x2460...0x2473, 0x321C...0x321C, 0xFB00...0xFB06, 0xFF01...0xFF5E, 0xFF66...0xFF9F,
  ]

  /// The characters that fold to nothing.
  package static let droppedRanges: [ClosedRange<UInt32>] = [
    0xAD...0xAD, 0x300...0x36F, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2060, 0x2066...0x2069, 0xFE00...0xFE0F,
    0xFEFF...0xFEFF,
  ]

  // The last two are the voicing marks, which compose with the kana before them.
  private static let halfWidthKana =
    Array("ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars) + [
      "\u{3099}", "\u{309A}",
    ]
  private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
  private static let romanNumerals = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "l", "c", "d", "m",
  ]
}
