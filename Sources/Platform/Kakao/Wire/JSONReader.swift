/// The text is not JSON.
struct NotJSON: Error {}

/// A string of a JSON text, between its quotes.
struct JSONText: Sendable, Hashable {
  /// Where its bytes are.
  let range: Range<Int>
  /// Whether there is a backslash among them.
  let isEscaped: Bool
}

/// A value of a JSON text.
enum JSONValue: Sendable, Hashable {
  case text(JSONText)
  /// Where a number's bytes are.
  case number(Range<Int>)
  case bool(Bool)
  case null
  /// An object or an array, passed over.
  case nested
}

/// Reads JSON strictly (RFC 8259) and once, from front to back, and builds nothing.
///
/// Passed-over values are checked as well: what this reads to its end is JSON. Nesting costs no stack.
struct JSONReader: Sendable {
  /// Objects and arrays within one another, at most: one bit of a word for each.
  static let deepestNesting = UInt64.bitWidth

  /// The text, which the caller knows to be UTF-8.
  let bytes: [UInt8]
  /// Where the next byte is.
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private mutating func skipWhiteSpace() {
    while offset < bytes.count {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// The next byte that is not white space.
  mutating func peek() throws(NotJSON) -> UInt8 {
    skipWhiteSpace()
    guard offset < bytes.count else { throw NotJSON() }
    return bytes[offset]
  }

  /// Passes over a byte if it comes next.
  mutating func take(_ byte: UInt8) throws(NotJSON) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(NotJSON) {
    guard try take(byte) else { throw NotJSON() }
  }

  /// Makes sure that nothing follows.
  mutating func end() throws(NotJSON) {
    skipWhiteSpace()
    guard offset == bytes.count else { throw NotJSON() }
  }

  /// Goes to the next member of an object, after its `{` or the last value; `nil` past the last.
  mutating func nextKey(isFirst: inout Bool) throws(NotJSON) -> JSONText? {
    if try take(UInt8(ascii: "}")) { return nil }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    let key = try string()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Goes to the next element of an array, after its `[` or the last value; `false` past the last.
  mutating func nextElement(isFirst: inout Bool) throws(NotJSON) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Reads a value of any kind.
  mutating func value() throws(NotJSON) -> JSONValue {
    switch try peek() {
    case UInt8(ascii: "\""): return .text(try string())
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      try skipNested()
      return .nested
    default: return try scalar()
    }
  }

  private mutating func skipNested() throws(NotJSON) {
    // The lowest bit tells whether the innermost one is an object.
    var kinds: UInt64 = 0
    var depth = 0
    var isFirst = true
    repeat {
      if depth > 0 {
        let isOver = kinds & 1 == 1 ? try nextKey(isFirst: &isFirst) == nil : try !nextElement(isFirst: &isFirst)
        if isOver {
          (kinds, depth, isFirst) = (kinds >> 1, depth - 1, false)
          continue
        }
      }
      let byte = try peek()
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        guard depth < Self.deepestNesting else { throw NotJSON() }
        offset += 1
        (kinds, depth, isFirst) = (kinds << 1 | (byte == UInt8(ascii: "{") ? 1 : 0), depth + 1, true)
      } else {
        _ = try value()
      }
    } while depth > 0
  }

  private mutating func string() throws(NotJSON) -> JSONText {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var isEscaped = false
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return JSONText(range: start..<offset - 1, isEscaped: isEscaped) }
      guard byte >= 0x20 else { throw NotJSON() }
      guard byte == UInt8(ascii: "\\") else { continue }
      isEscaped = true
      guard JSONEscape(in: bytes, at: &offset) != nil else { throw NotJSON() }
    }
    throw NotJSON()
  }

  private mutating func scalar() throws(NotJSON) -> JSONValue {
    switch bytes[offset] {
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(NotJSON) -> JSONValue {
    guard bytes[offset...].starts(with: word.utf8) else { throw NotJSON() }
    offset += word.utf8.count
    return value
  }

  private mutating func number() throws(NotJSON) -> Range<Int> {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let whole = try digits()
    guard whole.count == 1 || bytes[whole.lowerBound] != UInt8(ascii: "0") else { throw NotJSON() }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      _ = try digits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      _ = try digits()
    }
    return start..<offset
  }

  /// One digit or more.
  private mutating func digits() throws(NotJSON) -> Range<Int> {
    let start = offset
    while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
    guard offset > start else { throw NotJSON() }
    return start..<offset
  }
}
