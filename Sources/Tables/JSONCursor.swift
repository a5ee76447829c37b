/// The bytes of a JSON text, at their offsets.
public protocol JSONBytes {
  associatedtype Text
  /// Whether these bytes are the whole text, so that a number may end with them.
  static var isWhole: Bool { get }
  /// Whether to read `NaN`, `Infinity` and `-Infinity`, as Python writes them, as `null`.
  static var allowsNaN: Bool { get }
  var limit: Int { get }
  func byte(at offset: Int) -> UInt8
  /// Returns eight bytes as a number, the first byte lowest.
  func word(at offset: Int) -> UInt64
  /// Reads the escape after a backslash; see ``JSONEscape/init(in:at:)``.
  func escape(at offset: inout Int) -> JSONEscape?
  /// Returns the string between two quotes; `nil` if it isn't UTF-8 (RFC 8259, section 8.1).
  func text(in range: Range<Int>, isEscaped: Bool, isASCII: Bool) -> Text?
}

/// Reads JSON (RFC 8259) sequentially without building values.
///
/// The caller reads or skips each value. Invalid JSON is an error, even in a skipped value.
///
/// It is public because the compiler specialises only public generics in other modules. Nesting takes no stack:
/// skipping a value needs one bit for each level. Deeper nesting than ``maximumNesting`` is an error, which limits how
/// often bytes are read again in values that never close.
public struct JSONCursor<Bytes: JSONBytes> {
  /// The maximum nesting depth of a skipped value.
  @inlinable public static var maximumNesting: Int { UInt128.bitWidth }

  public let bytes: Bytes
  /// The offset of the next byte.
  public var offset: Int
  /// Whether a lone surrogate was read.
  public internal(set) var hasLoneSurrogate = false
  /// Whether to read a lone surrogate as U+FFFD instead of throwing an error.
  @usableFromInline let allowsLoneSurrogates: Bool

  @inlinable
  public init(_ bytes: Bytes, at offset: Int, allowsLoneSurrogates: Bool = true) {
    self.bytes = bytes
    self.offset = offset
    self.allowsLoneSurrogates = allowsLoneSurrogates
  }

  /// Returns whether a byte is white space.
  @inlinable @inline(__always)
  public static func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Returns the next byte that isn't white space.
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

  /// Skips a byte if it comes next.
  @inlinable @inline(__always)
  public mutating func take(_ byte: UInt8) throws(SyntaxError) -> Bool {
    guard try peek() == byte else { return false }
    offset += 1
    return true
  }

  /// Moves to the next member of an object, after its `{` or the previous value; returns `nil` after the last member.
  @inlinable @inline(__always)
  public mutating func nextKey(isFirst: inout Bool) throws(SyntaxError) -> Bytes.Text? {
    if try take(UInt8(ascii: "}")) { return nil }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    let key = try string()
    try expect(UInt8(ascii: ":"))
    return key
  }

  /// Moves to the next element of an array, after its `[` or the previous value; returns `false` after the last
  /// element.
  ///
  /// A bracket after a comma is an error when the caller reads the element.
  @inlinable @inline(__always)
  public mutating func nextElement(isFirst: inout Bool) throws(SyntaxError) -> Bool {
    if try take(UInt8(ascii: "]")) { return false }
    if !isFirst { try expect(UInt8(ascii: ",")) }
    isFirst = false
    return true
  }

  /// Calls a closure for each member of an object, before its value; skips a value that the closure doesn't read, and a
  /// value that isn't an object.
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

  /// Calls a closure for each element of an array; skips an element that the closure doesn't read, and a value that
  /// isn't an array.
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
    // A local copy, because the cursor's own offset would be written to memory for every word.
    var at = start
    let limit = bytes.limit
    var isEscaped = false
    // The union of all bytes: most strings are ASCII, which needs no check.
    var union: UInt64 = 0
    while true {
      // Eight bytes at a time, up to a quote, a backslash or a control character.
      while at + 8 <= limit {
        let word = bytes.word(at: at)
        let special = Self.specialBytes(of: word)
        guard special == 0 else {
          let length = special.trailingZeroBitCount / 8
          union |= word & ~(UInt64.max << UInt64(8 * length))
          at += length
          break
        }
        union |= word
        at += 8
      }
      guard at < limit else {
        offset = at
        throw .incomplete
      }
      let byte = bytes.byte(at: at)
      at += 1
      if byte == UInt8(ascii: "\"") { break }
      guard byte >= 0x20 else {
        offset = at
        throw .malformed
      }
      union |= UInt64(byte)
      if byte == UInt8(ascii: "\\") {
        isEscaped = true
        offset = at
        try skipEscape()
        at = offset
      }
    }
    offset = at
    let isASCII = union & 0x8080_8080_8080_8080 == 0
    guard let text = bytes.text(in: start..<at - 1, isEscaped: isEscaped, isASCII: isASCII) else {
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

  /// Returns a word with the highest bit set in the first byte that is a quote, a backslash or a control character;
  /// later bytes may be wrong.
  ///
  /// Returns 0 if there is none.
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
