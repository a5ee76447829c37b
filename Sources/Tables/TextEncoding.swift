/// An encoding of text, by its name for `iconv`.
public enum TextEncoding: String, Sendable, Hashable, CaseIterable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  /// The Korean code page of Windows, a superset of EUC-KR.
  case cp949 = "CP949"
  /// A Japanese encoding with the same bytes as Korean, so that a user must name it.
  case eucJP = "EUC-JP"
  /// The Japanese code page of Windows, a superset of Shift_JIS.
  case shiftJIS = "CP932"
  case big5 = "BIG5"
  case gb18030 = "GB18030"
  case latin1 = "ISO-8859-1"
  case latin2 = "ISO-8859-2"
  case latin9 = "ISO-8859-15"
  /// The code pages of Windows for central Europe, Cyrillic, western Europe, Greek and Turkish.
  case cp1250 = "CP1250"
  case cp1251 = "CP1251"
  case cp1252 = "CP1252"
  case cp1253 = "CP1253"
  case cp1254 = "CP1254"
  case koi8r = "KOI8-R"
  case macRoman = "MACINTOSH"

  /// The other names of the encodings, reduced to letters and digits.
  private static let synonyms: [(letters: String, encoding: TextEncoding)] = [
    ("euckr", .cp949), ("uhc", .cp949), ("ms949", .cp949), ("ksc56011987", .cp949), ("cp31j", .shiftJIS),
    ("shiftjis", .shiftJIS), ("sjis", .shiftJIS),
    ("gbk", .gb18030), ("gb2312", .gb18030), ("latin1", .latin1), ("latin2", .latin2), ("latin9", .latin9),
    ("utf16", .utf16LittleEndian), ("macroman", .macRoman),
  ]

  package var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

  /// Reads the name of an encoding, regardless of case and punctuation; `nil` for an unknown name.
  public init?(word: String) {
    let letters = word.lowercased().filter { $0.isLetter || $0.isNumber }
    let plain = letters.hasPrefix("windows") ? "cp" + letters.dropFirst(7) : letters
    let found =
      Self.allCases.first { $0.rawValue.lowercased().filter { $0.isLetter || $0.isNumber } == plain }
      ?? Self.synonyms.first { $0.letters == plain }?.encoding
    guard let found else { return nil }
    self = found
  }
}

/// Recognizes Unicode by its marks and zeros.
extension TextEncoding {
  /// Returns the encoding of a two-byte byte order mark at the beginning of a file.
  package static func marked(in prefix: Span<UInt8>) -> TextEncoding? {
    guard prefix.count >= 2 else { return nil }
    switch (prefix[0], prefix[1]) {
    case (0xFF, 0xFE): return .utf16LittleEndian
    case (0xFE, 0xFF): return .utf16BigEndian
    default: return nil
    }
  }

  /// Returns the encoding of text without a two-byte mark: the encoding that the user named, or UTF-16 if it is
  /// detected; `nil` for UTF-8, with or without a mark.
  package static func unmarked(in prefix: Span<UInt8>, named encoding: TextEncoding?) -> TextEncoding? {
    guard let encoding else { return unmarked(in: prefix) }
    return encoding == .utf8 || markLength(of: prefix) > 0 ? nil : encoding
  }

  /// Detects UTF-16 without a byte order mark.
  ///
  /// Much of a table or JSON is ASCII, with zero as every second byte, and there are no control characters.
  package static func unmarked(in prefix: Span<UInt8>) -> TextEncoding? {
    let count = min(prefix.count, 4096) / 2
    guard count >= 4 else { return nil }
    var zeros = (first: 0, second: 0)
    for unit in 0..<count {
      if prefix[2 * unit] == 0 { zeros.first += 1 }
      if prefix[2 * unit + 1] == 0 { zeros.second += 1 }
    }
    let isLittle = zeros.second > zeros.first
    guard max(zeros.first, zeros.second) * 8 >= count, min(zeros.first, zeros.second) * 8 <= count else { return nil }
    for unit in 0..<count {
      let first = prefix[2 * unit]
      let second = prefix[2 * unit + 1]
      let (high, low) = isLittle ? (second, first) : (first, second)
      if high == 0, low < 0x20, !(0x09...0x0D).contains(low) { return nil }
    }
    return isLittle ? .utf16LittleEndian : .utf16BigEndian
  }

  /// Returns the size in bytes of UTF-8 byte order marks at the beginning of a file; 0 if there is none.
  ///
  /// A program that adds a mark to a file with a mark makes two.
  package static func markLength(of prefix: Span<UInt8>) -> Int {
    var at = 0
    while prefix.count >= at + 3, prefix[at] == 0xEF, prefix[at + 1] == 0xBB, prefix[at + 2] == 0xBF { at += 3 }
    return at
  }
}
