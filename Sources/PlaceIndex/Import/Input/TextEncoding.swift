/// The encodings that a table of places may be in.
enum TextEncoding: Sendable, Hashable {
  /// ASCII so far: what was looked at does not tell.
  case ascii
  /// UTF-8.
  case utf8
  /// CP949, or something else that is not UTF-8: the converter will tell.
  case cp949

  /// Tells the encoding of whole rows.
  ///
  /// - Parameter rows: Bytes that do not end within a character.
  init(rows: ByteView) {
    self = UTF8Check.isASCII(rows) ? .ascii : UTF8Check.isValid(rows) ? .utf8 : .cp949
  }

  /// Encodings of two or four bytes a character.
  enum Wide: Hashable {
    case utf16LittleEndian
    case utf16BigEndian
    case utf32
  }

  /// The encoding that a byte order mark at the beginning of a file announces.
  static func wideEncoding(of prefix: Span<UInt8>) -> Wide? {
    guard prefix.count >= 2 else { return nil }
    let endsInZeros = prefix.count >= 4 && prefix[2] == 0 && prefix[3] == 0
    switch (prefix[0], prefix[1]) {
    case (0xFF, 0xFE): return endsInZeros ? .utf32 : .utf16LittleEndian
    case (0xFE, 0xFF): return .utf16BigEndian
    case (0, 0): return prefix.count >= 4 && prefix[2] == 0xFE && prefix[3] == 0xFF ? .utf32 : nil
    default: return nil
    }
  }

  /// Bytes of a mark that says UTF-8 at the beginning of a file; 0 when there is none.
  static func markLength(of prefix: Span<UInt8>) -> Int {
    prefix.count >= 3 && prefix[0] == 0xEF && prefix[1] == 0xBB && prefix[2] == 0xBF ? 3 : 0
  }
}
