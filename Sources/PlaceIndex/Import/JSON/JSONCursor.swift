/// The reason why a JSON text cannot be parsed.
enum JSONError: Error {
  /// The text ends within a value.
  case incomplete
  /// The text is not JSON.
  case malformed
}

/// Reads JSON (RFC 8259) sequentially without building values.
///
/// The caller reads what it expects, or skips it. What is not JSON is malformed, also where it is skipped; strings are checked
/// to be UTF-8.
///
/// Nesting takes no stack: skipping a value needs one bit for each level. Deeper nesting than ``maximumDepth`` is refused, which
/// limits how often a byte within values that never close is read again.
struct JSONCursor {
  /// The maximum nesting depth of a skipped value.
  static let maximumDepth = 128
  /// The text.
  let bytes: ByteView
  /// The offset of the next byte.
  var offset: Int

  /// The next byte that is not white space.
  @inline(__always)
  mutating func peek() throws(JSONError) -> UInt8 {
    while offset < bytes.count {
      let byte = bytes.byte(at: offset)
      if byte > 0x20 { return byte }
      guard Self.isWhiteSpace(byte) else { throw .malformed }
      offset += 1
    }
    throw .incomplete
  }

  /// Whether a byte is white space.
  @inline(__always)
  static func isWhiteSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }

  /// Skips a required byte.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(JSONError) {
    guard try peek() == byte else { throw .malformed }
    offset += 1
  }

  /// Skips a byte if it is the next one.
  @inline(__always)
  mutating func take(_ byte: UInt8) throws(JSONError) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  /// Moves to the next member of an object, after its `{` or the last value; `nil` past the last.
  @inline(__always)
  mutating func nextKey(isFirst: inout Bool) throws(JSONError) -> JSONString? {
    if try take(UInt8(ascii: "}")) { return nil }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    let key = try string()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Moves to the next element of an array, after its `[` or the last value; `false` past the last.
  ///
  /// The caller reads the element, which refuses a bracket after a comma.
  @inline(__always)
  mutating func nextElement(isFirst: inout Bool) throws(JSONError) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Calls a closure for each member of an object, before its value; skips what the closure does not read, and anything else.
  @inline(__always)
  mutating func forEachMember(
    _ body: (_ key: JSONString, inout JSONCursor) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try take(UInt8(ascii: "{")) else { return try skip() }
    var isFirst = true
    while let key = try nextKey(isFirst: &isFirst) {
      _ = try peek()
      let start = offset
      try body(key, &self)
      if offset == start { try skip() }
    }
  }

  /// Calls a closure for each element of an array; skips what the closure does not read, and anything else.
  @inline(__always)
  mutating func forEachElement(_ body: (inout JSONCursor) throws(JSONError) -> Void) throws(JSONError) {
    guard try take(UInt8(ascii: "[")) else { return try skip() }
    var isFirst = true
    while try nextElement(isFirst: &isFirst) {
      _ = try peek()
      let start = offset
      try body(&self)
      if offset == start { try skip() }
    }
  }

  /// Reads a string; one that is not UTF-8 is malformed (RFC 8259, section 8.1).
  @inline(__always)
  mutating func string() throws(JSONError) -> JSONString {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var isEscaped = false
    // The union of all bytes: most strings are ASCII, which needs no check.
    var union: UInt64 = 0
    while true {
      // Eight bytes at a time, up to a quote, a backslash or a control.
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.load(UInt64.self, at: offset))
        let special = Self.specialBytes(of: word)
        guard special == 0 else {
          let length = special.trailingZeroBitCount / 8
          union |= word & ~(UInt64.max << UInt64(8 * length))
          offset += length
          break
        }
        union |= word
        offset += 8
      }
      guard offset < bytes.count else { throw .incomplete }
      let byte = bytes.byte(at: offset)
      offset += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw .malformed }
      union |= UInt64(byte)
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try passOverEscape()
      }
    }
    let raw = bytes.part(start..<offset - 1)
    guard union & 0x8080_8080_8080_8080 == 0 || UTF8Check.isValid(raw) else { throw .malformed }
    return JSONString(raw: raw, isEscaped: isEscaped)
  }

  /// Skips what follows a backslash.
  private mutating func passOverEscape() throws(JSONError) {
    guard offset < bytes.count else { throw .incomplete }
    let code = bytes.byte(at: offset)
    offset += 1
    switch code {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      for _ in 0..<4 {
        guard offset < bytes.count else { throw .incomplete }
        switch bytes.byte(at: offset) {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: offset += 1
        default: throw .malformed
        }
      }
    default: throw .malformed
    }
  }

  /// Sets the highest bit of the first byte that is a quote, a backslash or a control, and perhaps of some after it; 0 if there
  /// is none.
  @inline(__always)
  private static func specialBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let special =
      (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- (ones &* 0x20)) & ~word
    return special & (ones &* 0x80)
  }
}
