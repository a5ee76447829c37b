import Domain
import Tables

/// The local file header in an archive.
///
/// Source: APPNOTE.TXT of PKWARE, section 4.3.7.
struct ZipHeader {
  /// The number of bytes before the name.
  static let fixedByteCount = 30

  let flags: UInt16
  let method: UInt16
  /// The number of packed bytes; `nil` if it follows the file.
  let packedByteCount: Int?
  /// The CRC-32; `nil` if it follows the file, 0 if the writer left it out.
  let checksum: UInt32?
  package let name: String

  /// Returns the size of the whole header in bytes; `nil` if its fixed part is incomplete.
  package static func byteCount(in bytes: ByteView) -> Int? {
    guard bytes.count >= fixedByteCount else { return nil }
    return fixedByteCount + Int(bytes.load(UInt16.self, at: 26)) + Int(bytes.load(UInt16.self, at: 28))
  }

  /// Reads a complete header.
  init(_ bytes: ByteView) {
    flags = bytes.load(UInt16.self, at: 6)
    method = bytes.load(UInt16.self, at: 8)
    let extraStart = Self.fixedByteCount + Int(bytes.load(UInt16.self, at: 26))
    name = Self.text(bytes.part(Self.fixedByteCount..<extraStart))
    let extra = bytes.part(extraStart..<extraStart + Int(bytes.load(UInt16.self, at: 28)))
    let hasDescriptor = flags & 8 != 0
    let size = Int(bytes.load(UInt32.self, at: 18))
    packedByteCount = hasDescriptor ? nil : size == 0xFFFF_FFFF ? Self.wideSize(extra) ?? size : size
    checksum = hasDescriptor ? nil : bytes.load(UInt32.self, at: 14)
  }

  /// Decodes a name in UTF-8, or in the code page of Korean portals.
  private static func text(_ bytes: ByteView) -> String {
    if UTF8Check.isValid(bytes) { return bytes.text }
    var converter = TextConverter(from: .cp949)
    return converter?.utf8(of: bytes).map { String(decoding: $0, as: UTF8.self) } ?? bytes.text
  }

  /// Returns the packed size of a file of 4 GiB or more.
  private static func wideSize(_ extra: ByteView) -> Int? {
    var at = 0
    while at + 4 <= extra.count {
      let length = Int(extra.load(UInt16.self, at: at + 2))
      if extra.load(UInt16.self, at: at) == 1, length >= 16, at + 20 <= extra.count {
        return Int(exactly: extra.load(UInt64.self, at: at + 12))
      }
      at += 4 + length
    }
    return nil
  }
}
