import TextParsing

/// A JSON string between its quotes.
struct JSONString {
  /// The raw bytes.
  let raw: ByteView
  /// Whether there is a backslash among them.
  let isEscaped: Bool
}

extension JSONString {
  /// Calls a closure with the unescaped text.
  @inline(__always)
  func withText<Result, Failure: Error>(_ body: (ByteView) throws(Failure) -> Result) throws(Failure) -> Result {
    guard isEscaped else { return try body(raw) }
    var text = GrowableBuffer<UInt8>(capacity: raw.count)
    unescape(into: &text)
    // The window does not keep the memory alive by itself.
    defer { withExtendedLifetime(text) {} }
    return try body(text.window(0..<text.count))
  }

  /// Appends the unescaped text; invalid escapes and lone surrogates become U+FFFD.
  func unescape(into text: inout GrowableBuffer<UInt8>) {
    raw.withSpan { raw in
      var offset = 0
      while offset < raw.count {
        let byte = raw[offset]
        offset += 1
        guard byte == UInt8(ascii: "\\"), offset < raw.count else {
          text.append(byte)
          continue
        }
        let letter = raw[offset]
        if let escape = JSONEscape(in: raw, at: &offset) {
          for byte in String(Character(escape.scalar)).utf8 { text.append(byte) }
        } else if letter == UInt8(ascii: "u") {
          for byte in "\u{FFFD}".utf8 { text.append(byte) }
        } else {
          // An unknown escape stands for its letter.
          text.append(letter)
        }
      }
    }
  }
}
