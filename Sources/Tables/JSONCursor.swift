/// The bytes of a JSON text, at their offsets.
public protocol JSONBytes {
  associatedtype Text
  /// Whether the text ends with the bytes: then a number may too.
  static var isWhole: Bool { get }
  /// Whether `NaN`, `Infinity` and `-Infinity`, as Python writes them, are read as `null`.
  static var allowsNaN: Bool { get }
  var limit: Int { get }
  func byte(at offset: Int) -> UInt8
  /// Eight bytes, the first the lowest.
  func word(at offset: Int) -> UInt64
  /// The escape after a backslash; see ``JSONEscape/init(in:at:)``.
  func escape(at offset: inout Int) -> JSONEscape?
  /// The string between two quotes; `nil` if it is not UTF-8 (RFC 8259, section 8.1).
  func text(in range: Range<Int>, isEscaped: Bool, isASCII: Bool) -> Text?
}

/// Reads JSON (RFC 8259) sequentially without building values.
///
/// The caller reads what it expects, or skips it. What is not JSON is refused, also where it is skipped.
///
/// It is public because the compiler specialises only public generics in other modules.
/// Nesting takes no stack: skipping a value needs one bit for each level. Deeper nesting than ``maximumNesting`` is
/// refused, which limits how often a byte within values that never close is read again.
public struct JSONCursor<Bytes: JSONBytes> {
  /// The maximum nesting depth of a skipped value.
  @inlinable public static var maximumNesting: Int { UInt128.bitWidth }

  public let bytes: Bytes
  /// The offset of the next byte.
  public var offset: Int
  /// Whether there was a lone surrogate.
  public internal(set) var hasLoneSurrogate = false
  /// Whether a lone surrogate is read as U+FFFD instead of refused.
  @usableFromInline let allowsLoneSurrogates: Bool

  @inlinable
  public init(_ bytes: Bytes, at offset: Int, allowsLoneSurrogates: Bool = true) {
    self.bytes = bytes
    self.offset = offset
    self.allowsLoneSurrogates = allowsLoneSurrogates
  }

  /// Whether a byte is white space.
  @inlinable @inline(__always)
  public static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// The next byte that is not white space.
  @inlinable @inline(__always)
  public mutating func peek() throws(SyntaxError) -> UInt8 {
    while offset < bytes.limit {
      let byte = bytes.byte(at: offset)
      if byte > 0x20 { return byte }
      guard Self.isWhiteSpace(byte) else { throw .malformed }
      offset += 1
    }
    throw .incomplete
  }

  /// Skips a required byte.
  @inlinable @inline(__always)
  public mutating func expect(_ byte: UInt8) throws(SyntaxError) {
    guard try peek() == byte else { throw .malformed }
    offset += 1
  }

  /// Skips a byte if it is the next one.
  @inlinable @inline(__always)
  public mutating func take(_ byte: UInt8) throws(SyntaxError) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  /// Moves to the next member of an object, after its `{` or the last value; `nil` past the last.
  @inlinable @inline(__always)
  public mutating func nextKey(isFirst: inout Bool) throws(SyntaxError) -> Bytes.Text? {
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
  @inlinable @inline(__always)
  public mutating func nextElement(isFirst: inout Bool) throws(SyntaxError) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Calls a closure for each member of an object, before its value; skips what the closure does not read, and
  /// anything else.
  @inlinable @inline(__always)
  public mutating func forEachMember(
    _ body: (_ key: Bytes.Text, inout JSONCursor) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
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
  @inlinable @inline(__always)
  public mutating func forEachElement(_ body: (inout JSONCursor) throws(SyntaxError) -> Void) throws(SyntaxError) {
    guard try take(UInt8(ascii: "[")) else { return try skip() }
    var isFirst = true
    while try nextElement(isFirst: &isFirst) {
      _ = try peek()
      let start = offset
      try body(&self)
      if offset == start { try skip() }
    }
  }

  /// Reads a string.
  @inlinable @inline(__always)
  public mutating func string() throws(SyntaxError) -> Bytes.Text {
    try expect(UInt8(ascii: "\""))
    let start = offset
    var isEscaped = false
    // The union of all bytes: most strings are ASCII, which needs no check.
    var union: UInt64 = 0
    while true {
      // Eight bytes at a time, up to a quote, a backslash or a control.
      while offset + 8 <= bytes.limit {
        let word = bytes.word(at: offset)
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
      guard offset < bytes.limit else { throw .incomplete }
      let byte = bytes.byte(at: offset)
      offset += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else { throw .malformed }
      union |= UInt64(byte)
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        try skipEscape()
      }
    }
    let isASCII = union & 0x8080_8080_8080_8080 == 0
    guard let text = bytes.text(in: start..<offset - 1, isEscaped: isEscaped, isASCII: isASCII) else {
      throw .malformed
    }
    return text
  }

  public mutating func skipEscape() throws(SyntaxError) {
    guard offset < bytes.limit else { throw .incomplete }
    var next = offset
    guard let escape = bytes.escape(at: &next) else {
      let isCut = bytes.byte(at: offset) == UInt8(ascii: "u") && bytes.limit - offset < 5
      throw isCut ? .incomplete : .malformed
    }
    offset = next
    guard escape.isLoneSurrogate else { return }
    guard allowsLoneSurrogates else { throw .malformed }
    hasLoneSurrogate = true
  }

  /// Sets the highest bit of the first byte that is a quote, a backslash or a control, and perhaps of some after it;
  /// 0 if there is none.
  @inlinable @inline(__always)
  public static func specialBytes(of word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let slashes = word ^ (ones &* 0x5C)
    let special =
      (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- (ones &* 0x20)) & ~word
    return special & (ones &* 0x80)
  }
}

extension JSONCursor: Sendable where Bytes: Sendable {}
