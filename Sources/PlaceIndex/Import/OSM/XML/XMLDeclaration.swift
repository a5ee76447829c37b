import Domain
import Rows
import Tables

/// The encoding that an XML text declares: `<?xml version="1.0" encoding="ISO-8859-1"?>`.
enum XMLDeclaration {
  private static let examinedByteCount = 256
  private static let escape: UInt8 = 0x1B

  /// Converts a text from its declared encoding to UTF-8, the default.
  ///
  /// - Throws: An error if the encoding is unknown, or the bytes are invalid in it.
  static func utf8(of text: consuming [UInt8], path: String) throws(IndexFileError) -> [UInt8] {
    let name = text.starts(with: ByteOrderMark.utf8) ? nil : encoding(of: text)
    // A converted text often still declares its old encoding. Text that is valid UTF-8 is UTF-8, except for encodings
    // with escapes.
    let hasEscape = text.contains(escape)
    if ByteView.over(text, UTF8Check.isValid), name == nil || !hasEscape { return text }
    guard let name, !["utf-8", "utf8", "us-ascii", "ascii"].contains(name.lowercased()) else {
      throw .otherEncoding(path: path, readings: ByteView.over(text) { EncodingReading.readings(of: $0) })
    }
    guard let encoding = TextEncoding(word: name), !encoding.isUTF16, var converter = TextConverter(from: encoding)
    else {
      throw .otherEncoding(path: path, readings: [EncodingReading(name)])
    }
    guard let converted = ByteView.over(text, { converter.utf8(of: $0) }) else {
      throw .malformed(path: path, detail: "it isn't \(name), as it declares", offset: 0)
    }
    return converted
  }

  /// Returns the encoding's name in the declaration; `nil` if there is none.
  private static func encoding(of text: [UInt8]) -> String? {
    let beginning = String(decoding: text.prefix(examinedByteCount), as: UTF8.self)
    guard beginning.hasPrefix("<?xml"), let end = beginning.firstRange(of: "?>") else { return nil }
    let words = beginning[..<end.lowerBound].split { $0.isWhitespace || $0 == "=" || $0 == "\"" || $0 == "'" }
    let at = words.firstIndex(of: "encoding")
    return at.flatMap { words.dropFirst($0 + 1).first }.map(String.init)
  }
}
