/// Turns the inside of a well-formed JSON string into text.
enum JSONUnescaping {
  /// The text of a string; a lone surrogate becomes U+FFFD.
  static func text(of inside: ArraySlice<UInt8>) -> String {
    var units: [UInt8] = []
    units.reserveCapacity(inside.count)
    var at = inside.startIndex
    while at < inside.endIndex {
      let byte = inside[at]
      at += 1
      guard byte == Ascii.backslash, at < inside.endIndex else {
        units.append(byte)
        continue
      }
      let escape = inside[at]
      at += 1
      if escape == UInt8(ascii: "u") {
        units.append(contentsOf: String(scalar(in: inside, after: &at)).utf8)
      } else {
        units.append(short(escape) ?? escape)
      }
    }
    return String(decoding: units, as: UTF8.self)
  }

  /// Well-formed JSON with every lone surrogate replaced by U+FFFD; as long as before.
  static func withoutLoneSurrogates(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var at = json.startIndex
    while at < json.endIndex {
      let start = at
      at += 1
      if json[start] == Ascii.backslash, at < json.endIndex {
        at += 1
        if json[at - 1] == UInt8(ascii: "u"), scalar(in: json, after: &at) == "\u{FFFD}" {
          result.append(text: #"\ufffd"#)
          continue
        }
      }
      result.append(contentsOf: json[start..<at])
    }
    return result
  }

  /// What a one-letter escape stands for, `nil` for a letter that is none.
  static func short(_ letter: UInt8) -> UInt8? {
    switch letter {
    case Ascii.quote, Ascii.backslash, Ascii.slash: letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): Ascii.lineFeed
    case UInt8(ascii: "r"): Ascii.carriageReturn
    case UInt8(ascii: "t"): Ascii.tab
    default: nil
    }
  }

  /// The value of a hexadecimal digit.
  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
  }

  private static func scalar(in inside: ArraySlice<UInt8>, after at: inout Int) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard let high = unit(in: inside, at: &at) else { return replacement }
    guard (0xD800...0xDBFF).contains(high) else { return Unicode.Scalar(high) ?? replacement }
    var next = at
    guard next + 1 < inside.endIndex, inside[next] == Ascii.backslash, inside[next + 1] == UInt8(ascii: "u") else {
      return replacement
    }
    next += 2
    guard let low = unit(in: inside, at: &next), (0xDC00...0xDFFF).contains(low) else { return replacement }
    at = next
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
  }

  /// The number that four hexadecimal digits make; `nil` when they are not there.
  static func unit(in inside: ArraySlice<UInt8>, at: inout Int) -> UInt32? {
    guard inside.endIndex - at >= 4 else { return nil }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = hexDigit(inside[at]) else { return nil }
      value = value << 4 | digit
      at += 1
    }
    return value
  }
}
