/// Reads numbers and literals, and skips values.
extension JSONCursor {
  /// Reads a number, `true`, `false` or `null`, and returns the range of its bytes; also `NaN` and `Infinity` if the
  /// bytes allow them.
  @inlinable @inline(__always)
  public mutating func scalarRange() throws(SyntaxError) -> Range<Int> {
    let first = try peek()
    let start = offset
    switch first {
    case UInt8(ascii: "-") where Bytes.allowsNaN && offset + 1 < bytes.limit && bytes.byte(at: offset + 1) == 0x49:
      offset += 1
      try skipLiteral("Infinity")
    case UInt8(ascii: "-"), 0x30...0x39: try skipNumber(from: first)
    case UInt8(ascii: "N") where Bytes.allowsNaN: try skipLiteral("NaN")
    case UInt8(ascii: "I") where Bytes.allowsNaN: try skipLiteral("Infinity")
    case UInt8(ascii: "t"): try skipLiteral("true")
    case UInt8(ascii: "f"): try skipLiteral("false")
    case UInt8(ascii: "n"): try skipLiteral("null")
    default: throw .malformed
    }
    return start..<offset
  }

  @inlinable
  public mutating func skipLiteral(_ literal: StaticString) throws(SyntaxError) {
    for index in 0..<literal.utf8CodeUnitCount {
      guard offset < bytes.limit else { throw .incomplete }
      // In bounds: the index is below the literal's number of code units.
      guard unsafe bytes.byte(at: offset) == literal.utf8Start[index] else { throw .malformed }
      offset += 1
    }
  }

  /// Skips an optional minus, digits without a leading zero, a fraction, and an exponent.
  @inlinable @inline(__always)
  public mutating func skipNumber(from first: UInt8) throws(SyntaxError) {
    if first == UInt8(ascii: "-") { offset += 1 }
    let start = offset
    var next = try skipDigits()
    guard offset - start == 1 || bytes.byte(at: start) != UInt8(ascii: "0") else { throw .malformed }
    if next == UInt8(ascii: ".") {
      offset += 1
      next = try skipDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      offset += 1
      guard offset < bytes.limit else { throw .incomplete }
      let sign = bytes.byte(at: offset)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset += 1 }
      _ = try skipDigits()
    }
  }

  /// Skips one or more digits; returns the byte after them, or 0 at the end of the text.
  @inlinable @inline(__always)
  public mutating func skipDigits() throws(SyntaxError) -> UInt8 {
    let start = offset
    while offset < bytes.limit {
      let byte = bytes.byte(at: offset)
      guard byte >= 0x30, byte <= 0x39 else {
        guard offset > start else { throw .malformed }
        return byte
      }
      offset += 1
    }
    guard Bytes.isWhole, offset > start else { throw .incomplete }
    return 0
  }

  /// Skips a value of any type.
  @inlinable
  public mutating func skip() throws(SyntaxError) {
    // The lowest bit is 1 if the innermost container is an object.
    var containers: UInt128 = 0
    var depth = 0
    var isFirst = true
    repeat {
      if depth > 0 {
        let isOver = containers & 1 == 1 ? try nextKey(isFirst: &isFirst) == nil : try !nextElement(isFirst: &isFirst)
        if isOver {
          containers = containers >> 1
          depth = depth - 1
          isFirst = false
          continue
        }
      }
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""): _ = try string()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.maximumNesting else { throw .tooDeep }
        offset += 1
        containers = containers << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        depth = depth + 1
        isFirst = true
      default: _ = try scalarRange()
      }
    } while depth > 0
  }

  /// Skips text that isn't JSON but has matching brackets and closed strings.
  public mutating func skipBalanced() throws(SyntaxError) {
    var containers: UInt128 = 0
    var depth = 0
    repeat {
      let byte = try peek()
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): try skipQuoted()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.maximumNesting else { throw .tooDeep }
        containers = containers << 1 | (byte == UInt8(ascii: "{") ? 1 : 0)
        depth = depth + 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard depth > 0, (containers & 1 == 1) == (byte == UInt8(ascii: "}")) else { throw .malformed }
        containers = containers >> 1
        depth = depth - 1
      default: break
      }
    } while depth > 0
  }

  /// Skips the remainder of a string regardless of its escapes.
  private mutating func skipQuoted() throws(SyntaxError) {
    while offset < bytes.limit {
      let byte = bytes.byte(at: offset)
      guard byte >= 0x20 else { throw .malformed }
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    offset = min(offset, bytes.limit)
    throw .incomplete
  }
}
