/// The width of text in terminal columns.
///
/// Hangul, Han, kana, full-width characters and emoji take two columns, combining marks none (Unicode Standard Annex
/// 11). Terminals differ on emoji of several scalars.
enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    // ASCII takes one column per byte; iterating over characters is slow.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of one character, which may consist of several scalars.
  static func of(_ character: Character) -> Int {
    var columns = 0
    var emojiColumns = 0
    for scalar in character.unicodeScalars {
      // U+FE0F turns the preceding character into an emoji.
      if scalar.value == 0xFE0F { return 2 }
      // The scalars of an emoji share its columns. Other scalars add up: Indic and Thai vowel signs and half-width kana
      // voicing marks take a column of their own.
      if isEmoji(scalar) { emojiColumns = 2 } else { columns += of(scalar) }
    }
    return max(columns, emojiColumns)
  }

  /// Returns the text, truncated to a width with an ellipsis of one column.
  static func fitted(_ text: String, to columns: Int, ellipsis: String = "…") -> String {
    guard of(text) > columns else { return text }
    var fitted = ""
    var width = 0
    for character in text {
      width += of(character)
      guard width < columns else { break }
      fitted.append(character)
    }
    return columns > 0 ? fitted + ellipsis : ""
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value == 0xAD ? 0 : 1 }
    // A fast path for most non-ASCII text.
    if (0xAC00...0xD7A3).contains(value) || (0x4E00...0x9FFF).contains(value) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Vowels and final consonants of decomposed Hangul share the two columns of their syllable.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FB).contains(value) { return 0 }
    return wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// Returns whether a scalar is displayed as an emoji.
  ///
  /// Han, kana and Hangul are excluded.
  private static func isEmoji(_ scalar: Unicode.Scalar) -> Bool {
    let value = scalar.value
    return value >= 0x231A && !(0x2E80...0xD7FF).contains(value) && scalar.properties.isEmojiPresentation
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
  ]
}

enum TextWrap {
  /// Returns the lines of a text, broken at spaces, or within a word that is too long.
  static func lines(of text: String, width: Int) -> [String] {
    guard width > 1 else { return [] }
    var lines: [String] = []
    for piece in text.split(separator: " ").flatMap({ pieces(of: $0, width: width) }) {
      if let last = lines.last, DisplayWidth.of(last) + 1 + DisplayWidth.of(piece) <= width {
        lines[lines.count - 1] += " " + piece
      } else {
        lines.append(piece)
      }
    }
    return lines
  }

  private static func pieces(of word: Substring, width: Int) -> [String] {
    var pieces = [""]
    var pieceWidth = 0
    for character in word {
      let columns = DisplayWidth.of(character)
      if pieceWidth + columns > width {
        pieces.append("")
        pieceWidth = 0
      }
      pieces[pieces.count - 1].append(character)
      pieceWidth += columns
    }
    return pieces
  }
}
