/// Tells the two kinds of Korean address apart.
enum KoreanAddress {
  /// Whether an address goes by roads (도로명주소) rather than by lots (지번주소).
  ///
  /// A road's name ends in 로 or 길 and a building number follows it: `동소문로47길 12`, `비슬로 지하2600`. An address by lots
  /// has the name of a quarter there: `길음동 1280`.
  ///
  /// - Parameter address: UTF-8.
  /// - Returns: `false` also for an address of another country.
  static func isByRoad(_ address: ByteView) -> Bool {
    var start = 0
    var followsRoad = false
    for index in 0...address.count where index == address.count || address.byte(at: index) == UInt8(ascii: " ") {
      guard index > start else {
        start = index + 1
        continue
      }
      let word = address.part(start..<index)
      if followsRoad, isBuildingNumber(word) { return true }
      followsRoad = word.hasSuffix("로") || word.hasSuffix("길")
      start = index + 1
    }
    return false
  }

  private static func isBuildingNumber(_ word: ByteView) -> Bool {
    let first = word.byte(at: 0)
    return first >= 0x30 && first <= 0x39 || word.hasPrefix("지하")
  }
}

extension ByteView {
  /// Whether the bytes end with those of a text.
  func hasSuffix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && part(count - length..<count).equals(text)
  }

  /// Whether the bytes begin with those of a text.
  func hasPrefix(_ text: StaticString) -> Bool {
    let length = text.utf8CodeUnitCount
    return count >= length && part(0..<length).equals(text)
  }
}
