/// The evidence of a text's bytes for and against UTF-8.
///
/// A broken word counts by itself, no matter how many other encodings it is valid in.
package struct EncodingVote {
  package enum Verdict: Sendable, Hashable {
    /// ASCII, apart from a few words that may be broken rows.
    case ascii
    /// UTF-8, possibly with broken rows.
    case utf8
    case other(TextEncoding)
    /// One of the single-byte encodings, in which all bytes are valid.
    case unclear
  }

  /// The maximum number of broken words in an otherwise ASCII text.
  private static let maximumBrokenCount = 2
  /// The minimum number of bytes per broken word.
  private static let minimumBytesForEachBroken = 4096

  private static let undefinedInCP1252: [UInt8] = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

  package let verdict: Verdict

  package init(_ view: ByteView, bytesBefore: Int = 0) {
    let (valid, broken, isWestern) = Self.utf8Counts(view)
    if broken == 0 || valid >= broken {
      verdict = valid + broken == 0 ? .ascii : .utf8
    } else if let encoding = TextEncoding.multibyte(of: view) {
      verdict = .other(encoding)
    } else {
      let isIsolated = broken <= Self.maximumBrokenCount && valid == 0
      let isAccident = isIsolated && view.count + bytesBefore >= broken * Self.minimumBytesForEachBroken
      verdict = isAccident ? .ascii : isWestern ? .other(.cp1252) : .unclear
    }
  }

  /// Returns whether the broken words of a text are Western European, and so probably CP1252.
  package static func isWestern(_ view: ByteView) -> Bool {
    let (valid, _, isWestern) = utf8Counts(view)
    return valid == 0 && isWestern && TextEncoding.multibyte(of: view) == nil
  }

  /// Counts the non-ASCII words that are valid UTF-8, and the broken words.
  ///
  /// A part of a word in another encoding is often valid. Among broken words, western European ones have one or two
  /// accented letters next to ASCII letters, a sign of Windows, or `1°` and `Nº`. A single letter or sign by itself,
  /// such as French à or Russian и, is neutral, and so is a no-break space, which all single-byte encodings share. No
  /// word is western European if a byte means nothing in CP1252.
  private static func utf8Counts(_ view: ByteView) -> (valid: Int, broken: Int, isWestern: Bool) {
    var valid = 0
    var broken = 0
    var western = 0
    var neutral = 0
    var spaceCount = 0
    var isDefined = true
    var at = 0
    while let start = view.firstBeyondASCII(from: at) {
      at = start
      while at < view.count, view.byte(at: at) >= 0x80 { at += 1 }
      if UTF8Check.isValid(view.part(start..<at)) {
        valid += 1
      } else if at < view.count || start == 0 {
        broken += 1
        let followsLetter = start > 0 && isLetter(at: start - 1, of: view)
        let touchesLetter = followsLetter || at < view.count && isLetter(at: at, of: view)
        let isWestern = (start..<at).allSatisfy { view.byte(at: $0) >= 0xC0 || view.byte(at: $0) < 0xA0 }
        isDefined = isDefined && !(start..<at).contains { Self.undefinedInCP1252.contains(view.byte(at: $0)) }
        if touchesLetter && isWestern && at - start <= 2 || isOrdinal(start..<at, of: view) {
          western += 1
        } else if at - start == 1, view.byte(at: start) == 0xA0 {
          spaceCount += 1
        } else if at - start == 1, !touchesLetter {
          neutral += 1
        }
      }
    }
    let others = broken - neutral - spaceCount
    let isWestern = isDefined && (western > 0 || broken == spaceCount) && western * 10 >= others * 9
    return (valid, broken, isWestern && broken > 0)
  }

  /// Returns whether some bytes are a degree sign or ordinal indicator after a letter or digit.
  private static func isOrdinal(_ range: Range<Int>, of view: ByteView) -> Bool {
    guard range.count == 1, range.lowerBound > 0, [0xAA, 0xB0, 0xBA].contains(view.byte(at: range.lowerBound)) else {
      return false
    }
    return isLetter(at: range.lowerBound - 1, of: view) || 0x30...0x39 ~= view.byte(at: range.lowerBound - 1)
  }

  private static func isLetter(at offset: Int, of view: ByteView) -> Bool {
    (0x61...0x7A).contains(view.byte(at: offset) | 0x20)
  }
}

extension TextEncoding {
  /// The letter counts of a text in an encoding.
  private struct Tally {
    /// The letters that make up most of any text in the encoding.
    var typical = 0
    var rare = 0
    var invalid = 0
    var kana = 0

    /// The share of typical characters among the letters, 0...1.
    var share: Double { typical + rare == 0 ? 0 : Double(typical) / Double(typical + rare) }

    /// Whether at most one letter in fifty is invalid, or only one or two in a short text.
    var isValid: Bool { invalid * 50 <= typical + rare || invalid <= 2 && typical > 3 * invalid }
  }

  /// Returns the multibyte encoding of a text; `nil` if it is in none of them.
  ///
  /// An encoding is recognized by its few invalid bytes, and by the share of common characters: the first half of the
  /// syllables or characters of a standard.
  fileprivate static func multibyte(of view: ByteView) -> TextEncoding? {
    let japanese = tally(view, .eucJP)
    // Korean and Chinese have the same bytes, but only Japanese has kana.
    if japanese.isValid, japanese.share >= 0.9, japanese.kana * 20 >= japanese.typical { return .eucJP }
    let korean = tally(view, .cp949)
    if korean.isValid, korean.share >= 0.8 { return .cp949 }
    if japanese.isValid, japanese.share >= 0.95 { return .eucJP }
    let shifted = tally(view, .shiftJIS)
    return shifted.isValid && shifted.share >= 0.6 ? .shiftJIS : nil
  }

  private static func tally(_ view: ByteView, _ encoding: TextEncoding) -> Tally {
    var tally = Tally()
    var at = 0
    while let start = view.firstBeyondASCII(from: at) {
      // A word begins if no character precedes.
      let isFirst = start != at || at == 0
      let lead = view.byte(at: start)
      let trail = start + 1 < view.count ? view.byte(at: start + 1) : 0
      guard let (length, isTypical) = encoding.character(lead, trail) else {
        tally.invalid += 1
        at = start + 1
        continue
      }
      let end = start + length
      // An accented letter or apostrophe between two letters looks like a single two-byte character.
      let isAlone = isFirst && trail < 0x80 && (end >= view.count || view.byte(at: end) < 0x80)
      if !isAlone, let isTypical {
        tally.typical += isTypical ? 1 : 0
        tally.rare += isTypical ? 0 : 1
      }
      if encoding == .eucJP, lead == 0xA4 || lead == 0xA5, isTypical == true { tally.kana += 1 }
      at = end
    }
    return tally
  }

  /// Returns the size of a character in bytes and whether it is typical, `nil` for a mark or sign; `nil` for invalid
  /// bytes.
  ///
  /// Source: the tables of KS X 1001 and JIS X 0208, by their rows.
  private func character(_ lead: UInt8, _ trail: UInt8) -> (length: Int, isTypical: Bool?)? {
    let isHigh = 0xA1...0xFE ~= trail
    var isSign = 0xA1...0xA3 ~= lead
    let isValid: Bool
    let isTypical: Bool
    switch self {
    case .cp949:
      let isLetter = 0x41...0x5A ~= trail || 0x61...0x7A ~= trail
      // Rows C9 and FE are user-defined.
      isValid =
        0x81...0xC6 ~= lead && (isLetter || 0x81...0xFE ~= trail) || isHigh && 0xA1...0xFD ~= lead && lead != 0xC9
      isTypical = isHigh && 0xB0...0xC8 ~= lead
    case .eucJP:
      if lead == 0x8F { return (3, false) }
      isValid = isHigh && (0xA1...0xFE ~= lead || lead == 0x8E)
      isTypical = lead == 0xA4 && trail <= 0xF3 || lead == 0xA5 && trail <= 0xF6 || 0xB0...0xCF ~= lead
    case .shiftJIS:
      // Half-width katakana.
      if 0xA1...0xDF ~= lead { return (1, nil) }
      isSign = lead == 0x81
      isValid = (0x81...0x9F ~= lead || 0xE0...0xFC ~= lead) && 0x40...0xFC ~= trail && trail != 0x7F
      isTypical = lead == 0x82 && trail >= 0x9F || lead == 0x83 && trail <= 0x96 || 0x88...0x97 ~= lead
    default: return nil
    }
    return isValid ? (2, isSign ? nil : isTypical) : nil
  }
}
