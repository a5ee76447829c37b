extension ByteView {
  /// The bytes without white space at the ends, including ideographic, no-break and zero-width spaces.
  @inlinable @inline(__always)
  public var trimmed: ByteView { mayHaveSpaceAtEnds ? withoutSpaceAtEnds : self }

  /// Whether the text may have white space at its ends, judged by its first and last byte; few texts have any.
  @inlinable @inline(__always)
  var mayHaveSpaceAtEnds: Bool {
    guard count > 0 else { return false }
    let first = byte(at: 0)
    let last = byte(at: count - 1)
    let mayBegin = first <= 0x20 || first == 0xC2 || first == 0xE2 || first == 0xE3 || first == 0xEF
    return mayBegin || last <= 0x20 || last & 0xF0 == 0x80 || last == 0xA0 || last == 0xBF
  }

  @usableFromInline
  var withoutSpaceAtEnds: ByteView {
    var start = 0
    var end = count
    while start < end {
      let width = byte(at: start) <= 0x20 ? 1 : wideSpace(at: start, upTo: end)
      guard width > 0 else { break }
      start += width
    }
    while end > start {
      if byte(at: end - 1) <= 0x20 {
        end -= 1
      } else if end - start >= 2, wideSpace(at: end - 2, upTo: end) == 2 {
        end -= 2
      } else if end - start >= 3, wideSpace(at: end - 3, upTo: end) == 3 {
        end -= 3
      } else {
        break
      }
    }
    return start == 0 && end == count ? self : part(start..<end)
  }

  /// Returns the byte count of U+00A0, U+2000...200F, U+3000 or U+FEFF at an offset; 0 for any other character.
  @inline(__always)
  private func wideSpace(at start: Int, upTo end: Int) -> Int {
    let first = byte(at: start)
    guard first == 0xC2 || first == 0xE2 || first == 0xE3 || first == 0xEF, start + 1 < end else { return 0 }
    let second = byte(at: start + 1)
    if first == 0xC2 { return second == 0xA0 ? 2 : 0 }
    guard second == (first == 0xEF ? 0xBB : 0x80), start + 2 < end else { return 0 }
    let third = byte(at: start + 2)
    return (first == 0xE2 ? third <= 0x8F : third == (first == 0xE3 ? 0x80 : 0xBF)) ? 3 : 0
  }

  @inlinable
  public var isPlaceholder: Bool { count == 1 && byte(at: 0) == UInt8(ascii: "-") }

  /// Whether the text is `node`, `way` or `relation`.
  public var isElementType: Bool { equals("node") || equals("way") || equals("relation") }

  /// The beginning of the path of an element whose type the text names in any case, or by a letter as in Photon.
  public var elementPrefix: String? {
    guard count <= 8 else { return nil }
    return switch text.lowercased() {
    case "n", "node": "node/"
    case "w", "way": "way/"
    case "r", "relation": "relation/"
    default: nil
    }
  }

  /// The value of a text of 1 to 18 digits.
  public var number: Int? {
    guard count <= 18, (0..<count).allSatisfy({ byte(at: $0) >= 0x30 && byte(at: $0) <= 0x39 }) else { return nil }
    return Int(text)
  }

  /// The number of an OpenStreetMap element; negative for an element that an editor hasn't uploaded yet.
  public var elementNumber: Int? {
    guard count > 1, byte(at: 0) == UInt8(ascii: "-") else { return number }
    return part(1..<count).number.map { -$0 }
  }

  /// Whether the text is the path of an OpenStreetMap element, such as `node/123`.
  public var isElementPath: Bool {
    guard let slash = firstIndex(of: UInt8(ascii: "/")), part(0..<slash).isElementType else { return false }
    return part(slash + 1..<count).elementNumber != nil
  }

  /// The element that an id of `osmium export -u type_id` identifies.
  ///
  /// The number of an area is twice the number of its way, or twice the number of its relation plus 1.
  public var typedElement: (prefix: String, number: Int)? {
    guard count > 1 else { return nil }
    // The letter comes first: it rules out most ids of other sources.
    switch byte(at: 0) {
    case UInt8(ascii: "n"): return part(1..<count).elementNumber.map { ("node/", $0) }
    case UInt8(ascii: "w"): return part(1..<count).elementNumber.map { ("way/", $0) }
    case UInt8(ascii: "r"): return part(1..<count).elementNumber.map { ("relation/", $0) }
    case UInt8(ascii: "a"): return part(1..<count).elementNumber.map { ($0 % 2 == 0 ? "way/" : "relation/", $0 / 2) }
    default: return nil
    }
  }

  /// Calls a closure with the trimmed steps of a path `a > b > c`, last step first, until it returns `true`.
  @inlinable
  public func forEachStep(_ body: (ByteView) -> Bool) {
    var rest = self
    while rest.count > 0 {
      let start = rest.lastIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? 0
      if body(rest.part(start..<rest.count).trimmed) { return }
      rest = rest.part(0..<max(0, start - 1))
    }
  }

  /// Calls a closure with the non-empty parts between `;`, `,` and `|`.
  @inlinable
  public func forEachPart(_ body: (ByteView) -> Void) {
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

  /// Returns the offset of the first byte at or after an offset that isn't ASCII.
  public func firstBeyondASCII(from start: Int) -> Int? {
    var at = start
    while at + 8 <= count, load(UInt64.self, at: at) & 0x8080_8080_8080_8080 == 0 { at += 8 }
    while at < count, byte(at: at) < 0x80 { at += 1 }
    return at < count ? at : nil
  }

  /// Calls a closure with the texts between line feeds.
  @inlinable
  public func forEachLine(_ body: (ByteView) -> Void) {
    var start = 0
    while start < count {
      let end = firstIndex(of: 0x0A, from: start) ?? count
      body(part(start..<end))
      start = end + 1
    }
  }

  /// Returns the text between the next two quotes, in which a backslash escapes the next byte; `nil` if there is none.
  public func quotedText(from offset: inout Int) -> [UInt8]? {
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

  @inlinable
  public func hasSuffix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && part(count - length..<count).equals(text)
  }

  @inlinable @inline(__always)
  public func hasPrefix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && part(0..<length).equals(text)
  }

  public func contains(_ text: StaticString) -> Bool { contains(ByteView(text)) }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  @inlinable
  public var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// The byte, in lower case if it is an ASCII letter.
  @inlinable @inline(__always)
  public var lowered: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}
