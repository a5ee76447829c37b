#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Turns CP949, the Korean code page of Windows and a superset of EUC-KR, into UTF-8 by the system's converter.
///
/// Safety: the descriptor is open from the end of `init` to `deinit`, and nobody else has it.
@safe
struct KoreanText: ~Copyable {
  /// The name of the encoding.
  static let encoding = "CP949"

  private let descriptor: iconv_t

  /// Opens the converter; `nil` when the system has none for this encoding.
  init?() {
    // glibc calls it UHC, and knows CP949 as another name only where its list of aliases is installed.
    for name in [Self.encoding, "UHC"] {
      let opened: iconv_t? = unsafe iconv_open("UTF-8", name)
      guard let opened = unsafe opened, unsafe opened != iconv_t(bitPattern: -1) else { continue }
      unsafe descriptor = opened
      return
    }
    return nil
  }

  deinit { unsafe _ = iconv_close(descriptor) }

  /// Turns bytes into the text they stand for.
  ///
  /// - Parameter bytes: CP949.
  /// - Returns: UTF-8; `nil` when the bytes are not CP949 from beginning to end.
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
        return Int(bitPattern: UInt(bitPattern: Int(outcome))) == -1 || bytesLeft > 0 ? nil : output.count - room
      }
    }
    guard let written else { return nil }
    text.removeLast(text.count - written)
    return text
  }
}
