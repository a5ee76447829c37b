/// What cells hold beside one text: lists, quoted texts, words that are compared.
extension ByteView {
  /// The offset of the last byte that is a given one.
  func lastIndex(of wanted: UInt8) -> Int? {
    var index = count - 1
    while index >= 0, byte(at: index) != wanted { index -= 1 }
    return index >= 0 ? index : nil
  }

  /// Visits the parts between `;`, `,` and `|`.
  func forEachPart(_ body: (ByteView) -> Void) {
    var start = 0
    for index in 0..<count
    where byte(at: index) == UInt8(ascii: ";") || byte(at: index) == UInt8(ascii: ",")
      || byte(at: index) == UInt8(ascii: "|")
    {
      if index > start { body(part(start..<index)) }
      start = index + 1
    }
    if start < count { body(part(start..<count)) }
  }

  /// The text between the next two quotes, in which a backslash goes before a quote or another; `nil` without any.
  func quotedText(from offset: inout Int) -> [UInt8]? {
    while offset < count, byte(at: offset) != UInt8(ascii: "\"") { offset += 1 }
    var text: [UInt8] = []
    offset += 1
    while offset < count, byte(at: offset) != UInt8(ascii: "\"") {
      if byte(at: offset) == UInt8(ascii: "\\"), offset + 1 < count { offset += 1 }
      text.append(byte(at: offset))
      offset += 1
    }
    guard offset < count else { return nil }
    offset += 1
    return text
  }

  /// Whether the bytes are those of an ASCII text.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { buffer in
      for index in 0..<count where unsafe byte(at: index) != buffer[index] { return false }
      return true
    }
  }
}
