/// Why a JSON text could not be read on.
enum JSONTrouble: Error {
  /// The text ends within a value.
  case incomplete
  /// The text is not JSON.
  case malformed
}

/// Reads JSON from front to back without building anything: the caller asks for what it expects or passes over it.
///
/// Nesting costs no stack: passing over a value counts brackets.
struct JSONCursor {
  /// The text.
  let bytes: ByteView
  /// Where the next byte is.
  var offset: Int

  /// The next byte that is not white space.
  @inline(__always)
  mutating func peek() throws(JSONTrouble) -> UInt8 {
    while offset < bytes.count {
      let byte = bytes.byte(at: offset)
      if byte > 0x20 { return byte }
      offset += 1
    }
    throw .incomplete
  }

  /// Passes over a byte that must come next.
  @inline(__always)
  mutating func expect(_ byte: UInt8) throws(JSONTrouble) {
    guard try peek() == byte else { throw .malformed }
    offset += 1
  }

  /// Passes over a byte if it comes next.
  @inline(__always)
  mutating func take(_ byte: UInt8) throws(JSONTrouble) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  /// Goes to the next member of an object, after its `{` or the last value; `nil` past the last.
  @inline(__always)
  mutating func nextKey(isFirst: inout Bool) throws(JSONTrouble) -> JSONString? {
    if try take(UInt8(ascii: "}")) { return nil }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    let key = try string()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Goes to the next element of an array, after its `[` or the last value; `false` past the last.
  @inline(__always)
  mutating func nextElement(isFirst: inout Bool) throws(JSONTrouble) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Reads a string.
  @inline(__always)
  mutating func string() throws(JSONTrouble) -> JSONString {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var isEscaped = false
    while true {
      // Eight bytes at a time while none of them is a quote or a backslash.
      while offset + 8 <= bytes.count, Self.isOrdinary(bytes.load(UInt64.self, at: offset)) { offset += 8 }
      guard offset < bytes.count else { throw .incomplete }
      let byte = bytes.byte(at: offset)
      offset += 1
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        guard offset < bytes.count else { throw .incomplete }
        offset += 1
      }
    }
    return JSONString(raw: bytes.part(start..<offset - 1), isEscaped: isEscaped)
  }

  @inline(__always)
  private static func isOrdinary(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let zeros = (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
    return zeros & (ones &* 0x80) == 0
  }

  /// Passes over a value of any kind.
  mutating func skip() throws(JSONTrouble) {
    switch try peek() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    default: _ = try scalar()
    }
  }

  private mutating func skipNested() throws(JSONTrouble) {
    var depth = 0
    repeat {
      switch try peek() {
      case UInt8(ascii: "\""): _ = try string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        offset += 1
      default: offset += 1
      }
    } while depth > 0
  }

  /// Reads a number or one of the words `true`, `false`, `null`, as it stands.
  @inline(__always)
  mutating func scalar() throws(JSONTrouble) -> ByteView {
    _ = try peek()
    let start = offset
    while true {
      // A number at the very end of the text may go on behind it.
      guard offset < bytes.count else { throw .incomplete }
      let byte = bytes.byte(at: offset)
      let isPart =
        byte >= 0x30 && byte <= 0x39 || byte == 0x2E || byte == 0x2D || byte == 0x2B
        || (byte | 0x20) >= 0x61
          && (byte | 0x20) <= 0x7A
      guard isPart else { break }
      offset += 1
    }
    guard offset > start else { throw .malformed }
    return bytes.part(start..<offset)
  }
}

/// A JSON string between its quotes.
struct JSONString {
  /// The bytes as they stand.
  let raw: ByteView
  /// Whether there is a backslash among them.
  let isEscaped: Bool
}
