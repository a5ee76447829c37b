import TextParsing

/// Turns the inside of a well-formed JSON string into text.
enum JSONUnescaping {
  /// The text of a string; a lone surrogate becomes U+FFFD.
  static func text(of inside: ArraySlice<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(inside.count)
    JSONEscape.resolve(inside.span, into: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Well-formed JSON with every lone surrogate replaced by U+FFFD; as long as before.
  static func withoutLoneSurrogates(_ json: ArraySlice<UInt8>) -> [UInt8] {
    let json = json.span
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var at = 0
    while at < json.count {
      let start = at
      at += 1
      if json[start] == Ascii.backslash, let escape = JSONEscape(in: json, at: &at), escape.isLoneSurrogate {
        result.append(text: #"\ufffd"#)
      } else {
        for index in start..<at { result.append(json[index]) }
      }
    }
    return result
  }
}
