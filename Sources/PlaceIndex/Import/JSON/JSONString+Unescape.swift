extension JSONString {
  /// Lends the text that the string stands for.
  @inline(__always)
  func withText<Result, Failure: Error>(_ body: (ByteView) throws(Failure) -> Result) throws(Failure) -> Result {
    guard isEscaped else { return try body(raw) }
    var text = GrowableBuffer<UInt8>(capacity: raw.count)
    unescape(into: &text)
    // The window does not keep the memory alive by itself.
    defer { withExtendedLifetime(text) {} }
    return try body(text.window(0..<text.count))
  }

  /// Appends the text that the string stands for; broken escapes and lone surrogates become U+FFFD.
  func unescape(into text: inout GrowableBuffer<UInt8>) {
    var offset = 0
    while offset < raw.count {
      let byte = raw.byte(at: offset)
      offset += 1
      guard byte == UInt8(ascii: "\\"), offset < raw.count else {
        text.append(byte)
        continue
      }
      let code = raw.byte(at: offset)
      offset += 1
      switch code {
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "u"): append(scalar(at: &offset), to: &text)
      default: text.append(code)
      }
    }
  }

  private func append(_ scalar: Unicode.Scalar, to text: inout GrowableBuffer<UInt8>) {
    for byte in Array(String(Character(scalar)).utf8) { text.append(byte) }
  }

  private func scalar(at offset: inout Int) -> Unicode.Scalar {
    guard let first = unit(at: offset) else { return "\u{FFFD}" }
    offset += 4
    guard first >= 0xD800, first < 0xDC00 else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
    guard offset + 2 <= raw.count, raw.byte(at: offset) == 0x5C, raw.byte(at: offset + 1) == 0x75,
      let second = unit(at: offset + 2), second >= 0xDC00, second < 0xE000
    else { return "\u{FFFD}" }
    offset += 6
    return Unicode.Scalar((first - 0xD800) << 10 + (second - 0xDC00) + 0x10000) ?? "\u{FFFD}"
  }

  private func unit(at offset: Int) -> UInt32? {
    guard offset + 4 <= raw.count else { return nil }
    var value: UInt32 = 0
    for index in 0..<4 {
      let byte = raw.byte(at: offset + index)
      switch byte {
      case 0x30...0x39: value = value << 4 | UInt32(byte - 0x30)
      case 0x41...0x46: value = value << 4 | UInt32(byte - 0x37)
      case 0x61...0x66: value = value << 4 | UInt32(byte - 0x57)
      default: return nil
      }
    }
    return value
  }
}
