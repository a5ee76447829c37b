import Domain

/// An encoding of text, by the name that `iconv` has for it.
enum TextEncoding: String, Sendable, Hashable {
  case utf8 = "UTF-8"
  case utf32 = "UTF-32"
  /// The Korean code page of Windows, a superset of EUC-KR.
  case cp949 = "CP949"
  case eucJP = "EUC-JP"
  /// The Japanese code page of Windows, a superset of Shift_JIS.
  case shiftJIS = "CP932"
  case big5 = "BIG5"
  /// A superset of GBK and GB 2312.
  case gb18030 = "GB18030"
  case latin1 = "ISO-8859-1"
  /// The code pages of Windows for western Europe and for Cyrillic.
  case cp1252 = "CP1252"
  case cp1251 = "CP1251"

  /// Encodings with code units of two or four bytes.
  enum Wide: Hashable {
    case utf16LittleEndian
    case utf16BigEndian
    case utf32
  }

  /// The encoding that a byte order mark at the beginning of a file indicates.
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

  /// The byte count of a UTF-8 byte order mark at the beginning of a file; 0 if there is none.
  static func markLength(of prefix: Span<UInt8>) -> Int {
    prefix.count >= 3 && prefix[0] == 0xEF && prefix[1] == 0xBB && prefix[2] == 0xBF ? 3 : 0
  }
}

/// Converts UTF-16 to UTF-8; a lone surrogate becomes a byte that is not UTF-8, so that only its row is skipped.
///
/// Safety: it writes only to the given buffer.
@safe
final class UTF16Stream: ByteStream {
  private static let invalid: UInt8 = 0xFF
  private var source: InputWindow
  private let isBigEndian: Bool

  /// Converts a stream that starts after its byte order mark.
  init(_ source: any ByteStream, isBigEndian: Bool) {
    self.source = InputWindow(source)
    self.isBigEndian = isBigEndian
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    // With a smaller buffer nothing could be written, which would look like the end of the input.
    precondition(buffer.count >= Self.leastRoomBytes)
    try source.fill(to: 4)
    let view = source.view
    var (read, written) = (0, 0)
    while read < view.count, written + Self.leastRoomBytes <= buffer.count {
      guard let (scalar, width) = scalar(in: view, at: read) else { break }
      read += width
      guard let scalar else {
        unsafe buffer[written] = Self.invalid
        written += 1
        continue
      }
      for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        unsafe buffer[written] = byte
        written += 1
      }
    }
    source.consume(read)
    return written
  }

  /// The scalar at an offset and its byte count; no scalar if it is invalid, and `nil` if more must be read to decide.
  private func scalar(in view: ByteView, at offset: Int) -> (scalar: Unicode.Scalar?, width: Int)? {
    let left = view.count - offset
    guard left >= 2 else { return source.isAtEnd ? (nil, left) : nil }
    let unit = unit(in: view, at: offset)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 2) }
    guard UTF16.isLeadSurrogate(unit) else { return (nil, 2) }
    guard left >= 4 else { return source.isAtEnd ? (nil, 2) : nil }
    let next = self.unit(in: view, at: offset + 2)
    guard UTF16.isTrailSurrogate(next) else { return (nil, 2) }
    let value = 0x1_0000 + (UInt32(unit & 0x3FF) << 10 | UInt32(next & 0x3FF))
    return (Unicode.Scalar(value), 4)
  }

  private func unit(in view: ByteView, at offset: Int) -> UInt16 {
    let (first, second) = (UInt16(view.byte(at: offset)), UInt16(view.byte(at: offset + 1)))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
