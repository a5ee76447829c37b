@_spi(_Unicode) import Swift

/// The text by which a place is found: its folded names, one per line, the displayed name first.
enum SearchKey {
  /// The maximum number of names besides the displayed one, so that many rows with one id do not accumulate names.
  static let maximumOtherNames = 16

  /// The key of a place.
  ///
  /// - Parameters:
  ///   - name: The displayed name.
  ///   - others: The other names, separated by line feeds; those contained in the names before them are left out.
  /// - Returns: The key; empty if it equals the name except for the case of ASCII letters.
  static func of(_ name: ByteView, others: ByteView) -> [UInt8] {
    var key = folded(name)
    var isLonger = !FoldedText.isPlain(name)
    var start = 0
    for end in 0...others.count where end == others.count || others.byte(at: end) == 0x0A {
      defer { start = end + 1 }
      guard end > start else { continue }
      let other = folded(others.part(start..<end))
      guard !holds(key, other) else { continue }
      key.append(0x0A)
      key += other
      isLonger = true
    }
    return isLonger ? key : []
  }

  /// The key of two merged places.
  static func joined(_ first: RowFormat, _ second: RowFormat) -> [UInt8] {
    var key = self.key(of: first)
    let other = self.key(of: second)
    var nameCount = key.split(separator: 0x0A).count
    // A crafted index has thousands.
    for line in other.split(separator: 0x0A, maxSplits: maximumOtherNames + 1).prefix(maximumOtherNames + 1)
    where nameCount <= maximumOtherNames && !holds(key, Array(line)) {
      guard key.count + line.count < RowFormat.maximumFieldBytes else { break }
      nameCount += 1
      if !key.isEmpty { key.append(0x0A) }
      key += line
    }
    let isName = ByteView.over(key) { $0.compare(with: first[.name]) == 0 } || key == folded(first[.name])
    return isName && FoldedText.isPlain(first[.name]) ? [] : key
  }

  /// A folded name without white space.
  static func letters(of name: ByteView) -> [UInt8] { folded(name).filter { $0 > 0x20 } }

  /// The folded names of a place, one per line.
  static func key(of row: RowFormat) -> [UInt8] {
    row.length(of: .searchKey) > 0 ? row[.searchKey].array : folded(row[.name])
  }

  private static func folded(_ text: ByteView) -> [UInt8] {
    guard FoldedText.isPlain(text) else { return FoldedText.fold(text.text) }
    return text.array.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
  }

  private static func holds(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    ByteView.over(text) { text in ByteView.over(part) { text.contains($0) } }
  }
}

/// Folding of names for comparison: NFC, lower case, and ordinary width for full-width Latin and half-width kana.
enum FoldedText {
  /// The folded text.
  static func fold(_ text: String) -> [UInt8] {
    var folded = String.UnicodeScalarView()
    for scalar in text._nfc {
      for lower in ordinaryWidth(scalar).properties.lowercaseMapping.unicodeScalars { folded.append(lower) }
    }
    // Changes of case and width can leave sequences that compose.
    return Array(String(String.UnicodeScalarView(String(folded)._nfc)).utf8)
  }

  /// Whether folding a text changes only the case of ASCII letters, as far as its bytes tell.
  ///
  /// `true` for ASCII, Hangul syllables and CJK ideographs, which are nearly all names; `false` if that would take more work to
  /// decide.
  static func isPlain(_ bytes: ByteView) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes.byte(at: index)
      if byte < 0x80 {
        index += 1
        continue
      }
      guard byte >= 0xE4, byte <= 0xED, index + 2 < bytes.count else { return false }
      let second = bytes.byte(at: index + 1)
      // U+4E00..U+9FFF and U+AC00..U+D7A3.
      let isIdeograph = byte == 0xE4 && second >= 0xB8 || byte > 0xE4 && byte < 0xEA
      let isSyllable =
        byte == 0xEA && second >= 0xB0 || byte == 0xEB || byte == 0xEC || byte == 0xED && second < 0x9E
      guard isIdeograph || isSyllable else { return false }
      index += 3
    }
    return true
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
