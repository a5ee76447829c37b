import Tables

/// Distinguishes Korean road-name addresses from lot-number addresses.
enum KoreanAddress {
  /// Returns whether an address is a road-name address (도로명주소), rather than a lot-number address (지번주소) or a foreign
  /// one.
  ///
  /// The name of a road ends in 로 or 길 and is followed by a building number: `동소문로47길 12`, `비슬로 지하2600`.
  static func isByRoad(_ address: ByteView) -> Bool {
    guard mayHaveRoad(address) else { return false }
    var start = 0
    var last = ByteView.empty
    var before = ByteView.empty
    while start < address.count {
      let end = address.firstIndex(of: UInt8(ascii: " "), from: start) ?? address.count
      let word = address.part(start..<end)
      start = end + 1
      guard word.count > 0 else { continue }
      if isBuildingNumber(word), isRoad(last, after: before) { return true }
      before = last
      last = word
    }
    return false
  }

  /// Returns whether any word but the last one ends with the last two bytes of 로 or 길.
  ///
  /// Most addresses have no such word.
  private static func mayHaveRoad(_ address: ByteView) -> Bool {
    var start = 0
    while let space = address.firstIndex(of: UInt8(ascii: " "), from: start) {
      start = space + 1
      guard space > 1 else { continue }
      let last = (address.byte(at: space - 2), address.byte(at: space - 1))
      if last == (0xA1, 0x9C) || last == (0xB8, 0xB8) { return true }
    }
    return false
  }

  private static func isRoad(_ word: ByteView, after district: ByteView) -> Bool {
    (word.hasSuffix("로") || word.hasSuffix("길")) && !isLots(word, after: district)
  }

  /// Returns whether a neighbourhood is named like a road but has lot numbers: 종로구 세종로 80-1.
  private static func isLots(_ word: ByteView, after district: ByteView) -> Bool {
    guard lotMarks & AddressOrder.mark(of: word) != 0 else { return false }
    return lots.contains { lot in
      ByteView.over(lot.name) { word.equals($0) }
        && (district.count == 0 || ByteView.over(lot.district) { district.equals($0) })
    }
  }

  private static let lots = FieldNames.lines("lots").map { line in
    (district: Array(line.key.utf8), name: Array((line.names.first ?? "").utf8))
  }

  /// The union of `AddressOrder.mark(of:)` for all names in the list.
  private static let lotMarks = lots.reduce(0) { $0 | ByteView.over($1.name, AddressOrder.mark) }

  private static func isBuildingNumber(_ word: ByteView) -> Bool {
    let first = word.byte(at: 0)
    return first >= 0x30 && first <= 0x39 || word.hasPrefix("지하")
  }
}
