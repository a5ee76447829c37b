extension ByteView {
  /// The bytes without white space at the ends.
  var trimmed: ByteView {
    var start = 0
    var end = count
    while start < end, byte(at: start) <= 0x20 { start += 1 }
    while end > start, byte(at: end - 1) <= 0x20 { end -= 1 }
    return start == 0 && end == count ? self : part(start..<end)
  }

  /// Whether the text only says that there is none: `-`.
  var isPlaceholder: Bool { count == 1 && byte(at: 0) == UInt8(ascii: "-") }

  /// Whether the text is one of OpenStreetMap's types of element.
  var isElementType: Bool { equals("node") || equals("way") || equals("relation") }

  /// Whether the text is a whole number, 1 to 18 digits.
  var isNumber: Bool {
    guard count > 0, count <= 18 else { return false }
    for index in 0..<count where byte(at: index) < 0x30 || byte(at: index) > 0x39 { return false }
    return true
  }

  /// What an id of `osmium export -u type_id` stands for: an area is twice the number of its way, or that of its relation
  /// and one.
  var typedElement: (prefix: String, number: Int)? {
    guard count > 1 else { return nil }
    // The letter first: most ids of other sources are done with it.
    switch byte(at: 0) {
    case UInt8(ascii: "n"), UInt8(ascii: "w"), UInt8(ascii: "r"), UInt8(ascii: "a"): break
    default: return nil
    }
    guard part(1..<count).isNumber, let number = Int(part(1..<count).text) else { return nil }
    return switch byte(at: 0) {
    case UInt8(ascii: "n"): ("node/", number)
    case UInt8(ascii: "w"): ("way/", number)
    case UInt8(ascii: "r"): ("relation/", number)
    default: (number % 2 == 0 ? "way/" : "relation/", number / 2)
    }
  }

  /// Whether a byte is among these.
  func contains(_ byte: UInt8) -> Bool { lastIndex(of: byte) != nil }

  /// Whether other bytes are among these, in a row.
  func contains(_ other: ByteView) -> Bool {
    guard other.count <= count else { return false }
    for start in 0...count - other.count where part(start..<start + other.count).compare(with: other) == 0 {
      return true
    }
    return false
  }
}
