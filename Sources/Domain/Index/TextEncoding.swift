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

  /// The encodings by the letters and digits of further names.
  private static let synonyms: [(letters: String, encoding: TextEncoding)] = [
    ("euckr", .cp949), ("uhc", .cp949), ("ms949", .cp949), ("shiftjis", .shiftJIS), ("sjis", .shiftJIS),
    ("gbk", .gb18030), ("gb2312", .gb18030), ("latin1", .latin1), ("latin2", .latin2), ("latin9", .latin9),
    ("utf16", .utf16LittleEndian), ("macroman", .macRoman),
  ]

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
