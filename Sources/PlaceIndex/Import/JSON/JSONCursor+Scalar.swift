extension JSONCursor {
  /// Reads a number, `true`, `false` or `null`, and returns its bytes.
  @inline(__always)
  mutating func scalar() throws(JSONError) -> ByteView {
    let first = try peek()
    let start = offset
    switch first {
    case UInt8(ascii: "-"), 0x30...0x39: try passOverNumber(from: first)
    case UInt8(ascii: "t"): try expect(word: "true")
    case UInt8(ascii: "f"): try expect(word: "false")
    case UInt8(ascii: "n"): try expect(word: "null")
    default: throw .malformed
    }
    return bytes.part(start..<offset)
  }

  private mutating func expect(word: StaticString) throws(JSONError) {
    let length = word.utf8CodeUnitCount
    guard bytes.count - offset >= length else {
      guard word.begins(with: bytes.part(offset..<bytes.count)) else { throw .malformed }
      throw .incomplete
    }
    guard bytes.part(offset..<offset + length).equals(word) else { throw .malformed }
    offset += length
  }

  /// Skips an optional minus, digits without a leading zero, a fraction, and an exponent.
  @inline(__always)
  private mutating func passOverNumber(from first: UInt8) throws(JSONError) {
    if first == UInt8(ascii: "-") { offset += 1 }
    let start = offset
    var next = try passOverDigits()
    guard offset - start == 1 || bytes.byte(at: start) != UInt8(ascii: "0") else { throw .malformed }
    if next == UInt8(ascii: ".") {
      offset += 1
      next = try passOverDigits()
    }
    if next | 0x20 == UInt8(ascii: "e") {
      offset += 1
      guard offset < bytes.count else { throw .incomplete }
      let sign = bytes.byte(at: offset)
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset += 1 }
      _ = try passOverDigits()
    }
  }

  /// Skips one or more digits; returns the byte after them, without which the number may be incomplete.
  @inline(__always)
  private mutating func passOverDigits() throws(JSONError) -> UInt8 {
    let start = offset
    while offset < bytes.count {
      let byte = bytes.byte(at: offset)
      guard byte >= 0x30, byte <= 0x39 else {
        guard offset > start else { throw .malformed }
        return byte
      }
      offset += 1
    }
    throw .incomplete
  }
}

extension StaticString {
  /// Whether the text begins with some bytes.
  fileprivate func begins(with bytes: ByteView) -> Bool {
    withUTF8Buffer { buffer in
      guard bytes.count <= buffer.count else { return false }
      for index in 0..<bytes.count where unsafe bytes.byte(at: index) != buffer[index] { return false }
      return true
    }
  }
}

extension JSONCursor {
  /// The open brackets: one bit for each, set for an object.
  struct Levels {
    private(set) var depth = 0
    private var bits: UInt128 = 0

    /// Whether the innermost is an object.
    var isObject: Bool { bits & 1 == 1 }

    mutating func open(isObject: Bool) {
      bits = bits << 1 | (isObject ? 1 : 0)
      depth += 1
    }

    mutating func close() {
      bits >>= 1
      depth -= 1
    }
  }
}
