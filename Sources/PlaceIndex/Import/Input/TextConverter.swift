import Domain

/// Converts text of another encoding to UTF-8 with the system's converter.
///
/// Safety: the descriptor is open from the end of `init` to `deinit`, and is not shared.
@safe
struct TextConverter: ~Copyable {
  /// The maximum byte count in UTF-8 of a character of one byte: that of `€` in CP1252.
  private static let maximumGrowth = 3

  private let descriptor: iconv_t

  /// Opens the converter; `nil` if the system has none for this encoding.
  init?(from encoding: TextEncoding) {
    // glibc calls CP949 UHC, and knows the alias only if its list of aliases is installed.
    for name in encoding == .cp949 ? [encoding.rawValue, "UHC"] : [encoding.rawValue] {
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
  /// - Returns: UTF-8; `nil` if the bytes are not valid in the encoding.
  mutating func utf8(of bytes: Span<UInt8>) -> [UInt8]? {
    var source = [UInt8](capacity: bytes.count) { output in
      for index in bytes.indices { output.append(bytes[index]) }
    }
    var text = [UInt8](repeating: 0, count: bytes.count * Self.maximumGrowth)
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
