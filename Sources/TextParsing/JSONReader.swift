/// The text is not JSON.
package struct NotJSON: Error {
  package init() {}
}

/// A string of a JSON text, between its quotes.
package struct JSONText: Sendable, Hashable {
  /// The range of its bytes.
  package let range: Range<Int>
  /// Whether there is a backslash among them.
  package let isEscaped: Bool
}

/// A value of a JSON text.
package enum JSONValue: Sendable, Hashable {
  case text(JSONText)
  /// The range of the bytes of a number.
  case number(Range<Int>)
  case bool(Bool)
  case null
  /// An object or an array, which was skipped.
  case nested
}

/// Reads JSON strictly (RFC 8259) and sequentially, without building values.
///
/// Skipped values are checked as well: what this reads to the end is JSON. Nesting takes no stack.
package struct JSONReader: Sendable {
  /// The maximum nesting depth: one bit of a word for each object or array.
  package static let maximumNesting = UInt128.bitWidth

  /// The text, which the caller knows to be UTF-8.
  package let bytes: [UInt8]
  /// The offset of the next byte.
  package private(set) var offset: Int
  /// Whether there was a lone surrogate.
  package private(set) var hasLoneSurrogate = false
  private let limit: Int
  /// Whether a lone surrogate is read as U+FFFD instead of refused.
  private let allowsLoneSurrogates: Bool

  package init(_ bytes: [UInt8], in range: Range<Int>? = nil, allowsLoneSurrogates: Bool = false) {
    self.bytes = bytes
    offset = range?.lowerBound ?? 0
    limit = range?.upperBound ?? bytes.count
    self.allowsLoneSurrogates = allowsLoneSurrogates
  }

  private mutating func skipWhiteSpace() {
    while offset < limit {
      let byte = bytes[offset]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      offset += 1
    }
  }

  /// The next byte that is not white space.
  package mutating func peek() throws(NotJSON) -> UInt8 {
    skipWhiteSpace()
    guard offset < limit else { throw NotJSON() }
    return bytes[offset]
  }

  /// Skips a byte if it is the next one.
  package mutating func take(_ byte: UInt8) throws(NotJSON) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(NotJSON) {
    guard try take(byte) else { throw NotJSON() }
  }

  /// Checks that only white space follows.
  package mutating func end() throws(NotJSON) {
    skipWhiteSpace()
    guard offset == limit else { throw NotJSON() }
  }

  /// Moves to the next member of an object, after its `{` or the last value; `nil` past the last.
  package mutating func nextKey(isFirst: inout Bool) throws(NotJSON) -> JSONText? {
    if try take(UInt8(ascii: "}")) { return nil }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    let key = try string()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Moves to the next element of an array, after its `[` or the last value; `false` past the last.
  package mutating func nextElement(isFirst: inout Bool) throws(NotJSON) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Skips exactly these bytes if they are the next ones; white space is not skipped.
  package mutating func takeLiteral(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard offset + count <= limit else { return false }
    for index in 0..<count {
      // In bounds: a static string has as many code units as it says.
      guard unsafe bytes[offset + index] == literal.utf8Start[index] else { return false }
    }
    offset += count
    return true
  }

  /// Reads a value of any type.
  package mutating func value() throws(NotJSON) -> JSONValue {
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
    var containers: UInt128 = 0
    var depth = 0
    var isFirst = true
    repeat {
      if depth > 0 {
        let isOver = containers & 1 == 1 ? try nextKey(isFirst: &isFirst) == nil : try !nextElement(isFirst: &isFirst)
        if isOver {
          (containers, depth, isFirst) = (containers >> 1, depth - 1, false)
          continue
        }
      }
      let byte = try peek()
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        guard depth < Self.maximumNesting else { throw NotJSON() }
        offset += 1
        (containers, depth, isFirst) = (containers << 1 | (byte == UInt8(ascii: "{") ? 1 : 0), depth + 1, true)
      } else {
        _ = try value()
      }
    } while depth > 0
  }

  private mutating func string() throws(NotJSON) -> JSONText {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var isEscaped = false
    while offset < limit {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return JSONText(range: start..<offset - 1, isEscaped: isEscaped) }
      guard byte >= 0x20 else { throw NotJSON() }
      guard byte == UInt8(ascii: "\\") else { continue }
      isEscaped = true
      var next = offset
      guard let escape = JSONEscape(in: bytes.span.extracting(..<limit), at: &next) else { throw NotJSON() }
      offset = next
      if escape.isLoneSurrogate {
        guard allowsLoneSurrogates else { throw NotJSON() }
        hasLoneSurrogate = true
      }
    }
    throw NotJSON()
  }

  private mutating func scalar() throws(NotJSON) -> JSONValue {
    switch bytes[offset] {
    case UInt8(ascii: "t") where takeLiteral("true"): .bool(true)
    case UInt8(ascii: "f") where takeLiteral("false"): .bool(false)
    case UInt8(ascii: "n") where takeLiteral("null"): .null
    default: .number(try number())
    }
  }

  private mutating func number() throws(NotJSON) -> Range<Int> {
    let start = offset
    if offset < limit, bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let whole = try digits()
    guard whole.count == 1 || bytes[whole.lowerBound] != UInt8(ascii: "0") else { throw NotJSON() }
    if offset < limit, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      _ = try digits()
    }
    if offset < limit, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < limit, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") { offset += 1 }
      _ = try digits()
    }
    return start..<offset
  }

  private mutating func digits() throws(NotJSON) -> Range<Int> {
    let start = offset
    while offset < limit, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
    guard offset > start else { throw NotJSON() }
    return start..<offset
  }

  /// Appends the unescaped contents of a string.
  package func append(_ text: JSONText, to output: inout [UInt8]) {
    guard text.isEscaped else { return output.append(contentsOf: bytes[text.range]) }
    JSONEscape.resolve(bytes.span.extracting(text.range), into: &output)
  }
}
