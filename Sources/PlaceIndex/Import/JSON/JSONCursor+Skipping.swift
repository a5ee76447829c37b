/// Values that are passed over unread.
extension JSONCursor {
  /// Skips a value of any type.
  mutating func skip() throws(JSONError) {
    switch try peek() {
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    default: _ = try scalar()
    }
  }

  private mutating func skipNested() throws(JSONError) {
    var levels = Levels()
    // Whether the innermost level has a member or element already.
    var isFirst = true
    repeat {
      if levels.depth > 0 {
        let isObject = levels.isObject
        if try take(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          levels.close()
          isFirst = false
          continue
        }
        if !isFirst { try expect(UInt8(ascii: ",")) }
        if isObject {
          _ = try string()
          try expect(UInt8(ascii: ":"))
        }
      }
      switch try peek() {
      case UInt8(ascii: "\""):
        _ = try string()
        isFirst = false
      case let bracket where bracket == UInt8(ascii: "{") || bracket == UInt8(ascii: "["):
        guard levels.depth < Self.maximumDepth else { throw .malformed }
        levels.open(isObject: bracket == UInt8(ascii: "{"))
        offset += 1
        isFirst = true
      default:
        _ = try scalar()
        isFirst = false
      }
    } while levels.depth > 0
  }

  /// Skips what is not JSON but has matching brackets and closed strings.
  mutating func skipBalanced() throws(JSONError) {
    var levels = Levels()
    repeat {
      let byte = try peek()
      switch byte {
      case UInt8(ascii: "\""):
        try passOverQuoted()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard levels.depth < Self.maximumDepth else { throw .malformed }
        levels.open(isObject: byte == UInt8(ascii: "{"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard levels.depth > 0, levels.isObject == (byte == UInt8(ascii: "}")) else { throw .malformed }
        levels.close()
      default: break
      }
      offset += 1
    } while levels.depth > 0
  }

  /// Skips a string regardless of its escapes.
  private mutating func passOverQuoted() throws(JSONError) {
    offset += 1
    while offset < bytes.count {
      let byte = bytes.byte(at: offset)
      guard byte >= 0x20 else { throw .malformed }
      offset += byte == UInt8(ascii: "\\") ? 2 : 1
      if byte == UInt8(ascii: "\"") { return }
    }
    offset = min(offset, bytes.count)
    throw .incomplete
  }
}
