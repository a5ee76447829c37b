import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Converts CP949, the Korean code page of Windows and a superset of EUC-KR, to UTF-8 with the system's converter.
///
/// Safety: the descriptor is open from the end of `init` to `deinit`, and is not shared.
@safe
struct KoreanText: ~Copyable {
  /// The name of the encoding.
  static let encoding = "CP949"

  private let descriptor: iconv_t

  /// Opens the converter; `nil` if the system has none for this encoding.
  init?() {
    // glibc calls it UHC, and knows the alias CP949 only if its list of aliases is installed.
    for name in [Self.encoding, "UHC"] {
      let opened: iconv_t? = unsafe iconv_open("UTF-8", name)
      guard let opened = unsafe opened, unsafe opened != iconv_t(bitPattern: -1) else { continue }
      unsafe descriptor = opened
      return
    }
    return nil
  }

  deinit { unsafe _ = iconv_close(descriptor) }

  /// Converts bytes.
  ///
  /// - Parameter bytes: CP949.
  /// - Returns: UTF-8; `nil` if the bytes are not valid CP949.
  mutating func utf8(of bytes: Span<UInt8>) -> [UInt8]? {
    var source = [UInt8](capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
    // A character of one byte takes one in UTF-8, a character of two bytes at most three.
    var text = [UInt8](repeating: 0, count: bytes.count * 2)
    let written: Int? = unsafe source.withUnsafeMutableBytes { input in
      unsafe text.withUnsafeMutableBytes { output in
        var from = unsafe input.bindMemory(to: CChar.self).baseAddress
        var into = unsafe output.bindMemory(to: CChar.self).baseAddress
        var bytesLeft = input.count
        var room = output.count
        _ = unsafe iconv(descriptor, nil, nil, nil, nil)
        let outcome = unsafe iconv(descriptor, &from, &bytesLeft, &into, &room)
        return Int(outcome) == -1 || bytesLeft > 0 ? nil : output.count - room
      }
    }
    guard let written else { return nil }
    text.removeLast(text.count - written)
    return text
  }
}

/// A conversion table for CP949, made once with the system's converter: converting each character with that takes three times
/// as long as reading the rows.
struct KoreanTable: Sendable {
  private static let firstLeadByte = 0x81
  private static let leadByteCount = 0xFE - 0x81 + 1
  /// The replacement for an invalid character.
  private static let invalid: UInt8 = 0xFF

  /// The scalar of each pair of bytes, by lead and trail byte; 0 for none.
  private let scalars: [UInt16]

  /// Makes the table; `nil` if the system has no converter.
  init?() {
    guard var converter = KoreanText() else { return nil }
    var scalars = [UInt16](repeating: 0, count: Self.leadByteCount << 8)
    for lead in 0..<Self.leadByteCount {
      for trail in 0x41...0xFE {
        let pair = [UInt8(lead + Self.firstLeadByte), UInt8(trail)]
        guard let text = converter.utf8(of: pair.span), text.count == 3 || text.count == 2,
          let scalar = String(decoding: text, as: UTF8.self).unicodeScalars.first, scalar.value <= 0xFFFF
        else { continue }
        scalars[lead << 8 | trail] = UInt16(scalar.value)
      }
    }
    self.scalars = scalars
  }

  /// Converts as many bytes as the output has room for.
  ///
  /// - Parameters:
  ///   - view: CP949.
  ///   - isAtEnd: Whether no more bytes follow.
  ///   - output: The buffer, at least 4 bytes.
  /// - Returns: The number of bytes read and written.
  func convert(
    _ view: ByteView,
    isAtEnd: Bool,
    into output: UnsafeMutableRawBufferPointer
  ) -> (read: Int, written: Int) {
    var (read, written) = (0, 0)
    let count = view.count
    let room = output.count
    while read < count {
      // Eight bytes of ASCII at a time.
      while read + 8 <= count, written + 8 <= room {
        let word = view.load(UInt64.self, at: read)
        guard word & 0x8080_8080_8080_8080 == 0 else { break }
        unsafe output.storeBytes(of: word, toByteOffset: written, as: UInt64.self)
        read += 8
        written += 8
      }
      guard read < count, written + 3 <= room else { break }
      let byte = view.byte(at: read)
      guard byte >= 0x80 else {
        unsafe output[written] = byte
        read += 1
        written += 1
        continue
      }
      guard read + 1 < count || isAtEnd else { break }
      let lead = Int(byte) - Self.firstLeadByte
      let scalar =
        lead >= 0 && lead < Self.leadByteCount && read + 1 < count
        ? scalars[lead << 8 | Int(view.byte(at: read + 1))] : 0
      guard scalar != 0 else {
        unsafe output[written] = Self.invalid
        written += 1
        read += 1
        continue
      }
      if scalar < 0x800 {
        unsafe output[written] = UInt8(0xC0 | scalar >> 6)
        unsafe output[written + 1] = UInt8(0x80 | scalar & 0x3F)
        written += 2
      } else {
        unsafe output[written] = UInt8(0xE0 | scalar >> 12)
        unsafe output[written + 1] = UInt8(0x80 | scalar >> 6 & 0x3F)
        unsafe output[written + 2] = UInt8(0x80 | scalar & 0x3F)
        written += 3
      }
      read += 2
    }
    return (read, written)
  }
}

/// Converts CP949 to UTF-8; an invalid character becomes a byte that is not UTF-8, so that only its row is skipped.
final class KoreanStream: ByteStream {
  private var source: InputWindow
  private let table: KoreanTable

  /// Converts a stream; `nil` if the system cannot.
  init?(_ source: any ByteStream) {
    guard let table = KoreanTable() else { return nil }
    self.source = InputWindow(source)
    self.table = table
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(IndexFileError) -> Int {
    // With a smaller buffer nothing could be written, which would look like the end of the input.
    precondition(buffer.count >= Self.leastRoomBytes)
    try source.fill(to: 2)
    let view = source.view
    guard view.count > 0 else { return 0 }
    let (read, written) = unsafe table.convert(view, isAtEnd: source.isAtEnd, into: buffer)
    source.consume(read)
    return written
  }
}
