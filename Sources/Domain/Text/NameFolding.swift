/// Folding of names for comparison: NFC, lower case, and ordinary width for full-width Latin and half-width kana.
package enum NameFolding {
  /// Folds a text.
  package static func fold(_ text: String) -> [UInt8] {
    var folded = String.UnicodeScalarView()
    for scalar in text.composed.unicodeScalars {
      for lower in ordinaryWidth(scalar).properties.lowercaseMapping.unicodeScalars { folded.append(lower) }
    }
    // Case and width mapping can produce sequences that compose.
    return Array(String(folded).composed.utf8)
  }

  private static func ordinaryWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x3000: " "
    case 0xFF66...0xFF9D: halfWidthKana[Int(scalar.value - 0xFF66)]
    default: scalar
    }
  }

  private static let halfWidthKana = Array(
    "ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン".unicodeScalars
  )
}
