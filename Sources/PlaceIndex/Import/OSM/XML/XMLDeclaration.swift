import Domain
import Tables

/// What a text of XML declares of its encoding: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
enum XMLDeclaration {
  private static let bytesLookedAt = 256
  private static let escape: UInt8 = 0x1B

  /// The encodings by their names for the web, in lower case.
  private static let encodings: [String: TextEncoding] = [
    "iso-8859-1": .latin1, "iso8859-1": .latin1, "latin1": .latin1, "windows-1252": .cp1252, "cp1252": .cp1252,
    "windows-1251": .cp1251, "cp1251": .cp1251, "euc-kr": .cp949, "ks_c_5601-1987": .cp949, "cp949": .cp949,
    "windows-949": .cp949, "uhc": .cp949, "shift_jis": .shiftJIS, "windows-31j": .shiftJIS, "cp932": .shiftJIS,
    "euc-jp": .eucJP, "big5": .big5, "gbk": .gb18030, "gb2312": .gb18030, "gb18030": .gb18030,
  ]

  /// A text in UTF-8, of whatever encoding it declares; without a declaration that is UTF-8.
  ///
  /// - Throws: When the encoding is another that is not known, or its bytes are not valid in it.
  static func utf8(of text: consuming [UInt8], path: String) throws(IndexFileError) -> [UInt8] {
    let name = text.starts(with: ByteOrderMark.utf8) ? nil : encoding(of: text)
    // What was converted to UTF-8 often declares still what it was; no other text but one with escapes is valid so.
    let hasEscape = text.contains(escape)
    if UTF8Check.isValid(text), name == nil || !hasEscape { return text }
    guard let name, !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
      throw .otherEncoding(path: path, readings: ByteView.over(text) { $0.readings })
    }
    guard let encoding = encodings[name.lowercased()], var converter = TextConverter(from: encoding) else {
      throw .otherEncoding(path: path, readings: [EncodingReading(name)])
    }
    guard let converted = ByteView.over(text, { converter.utf8(of: $0) }) else {
      throw .malformed(path: path, detail: "it is not \(name), as it says", offset: 0)
    }
    return converted
  }

  /// The name that a declaration at the beginning of a text has for its encoding; `nil` if there is none.
  private static func encoding(of text: [UInt8]) -> String? {
    let beginning = String(decoding: text.prefix(bytesLookedAt), as: UTF8.self)
    guard beginning.hasPrefix("<?xml"), let end = beginning.firstRange(of: "?>") else { return nil }
    let words = beginning[..<end.lowerBound].split { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
    let at = words.firstIndex(of: "encoding")
    return at.flatMap { words.dropFirst($0 + 1).first }.map(String.init)
  }
}
