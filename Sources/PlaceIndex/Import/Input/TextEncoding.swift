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

  /// The name of an encoding of two or four bytes a character that the first bytes of a file announce.
  static func wideEncoding(of head: Span<UInt8>) -> String? {
    guard head.count >= 2 else { return nil }
    switch (head[0], head[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF): return "UTF-16"
    default: return nil
    }
  }

  /// Bytes of a mark that says UTF-8 at the beginning of a file; 0 when there is none.
  static func markLength(of head: Span<UInt8>) -> Int {
    head.count >= 3 && head[0] == 0xEF && head[1] == 0xBB && head[2] == 0xBF ? 3 : 0
  }
}
