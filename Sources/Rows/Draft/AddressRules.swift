import Domain
import Tables

/// The order in which a country writes the parts of an address.
enum AddressOrder {
  /// Returns whether a country, by its code, writes the largest part first, separated by spaces: 서울특별시 강남구 테헤란로 152.
  static func isLargeToSmall(_ country: ByteView) -> Bool {
    country.equals("KR") || country.equals("JP") || country.equals("CN") || country.equals("TW")
  }

  /// Returns whether the house number precedes a street, judging by an English or French word: 152 Main Street, but
  /// Hauptstraße 152.
  fileprivate static func isNumberFirst(_ street: ByteView) -> Bool {
    guard let first = street.firstIndex(of: space), let last = street.lastIndex(of: space) else { return false }
    let words = (first: street.part(0..<first), last: street.part(last + 1..<street.count))
    guard streetMarks & (mark(of: words.first) | mark(of: words.last)) != 0 else { return false }
    return streets.contains { ByteView.over($0) { words.first.equals($0) || words.last.equals($0) } }
  }

  private static let space = UInt8(ascii: " ")
  private static let streets = FieldNames.lines("streets").flatMap(\.names).map { Array($0.utf8) }

  /// The union of ``mark(of:)`` for all words in the list.
  private static let streetMarks = streets.reduce(0) { $0 | ByteView.over($1, mark) }

  /// Returns one of 64 bits for a word, which rules out most words before a list is read.
  ///
  /// Threads that read a list itself for every row would contend for its reference count.
  fileprivate static func mark(of word: ByteView) -> UInt64 { 1 << (ByteHash.stable.hash(word) >> 58) }
}

extension RowDraft {
  /// Joins the parts of an address, if the row has no complete address.
  package mutating func joinAddress(latitude: Int32, longitude: Int32) {
    // A column called `street` is a part of the address only if there is no other.
    let isPart = !has(.placeText(.lotAddress)) || !precedences[ImportField.street.slot].isGuess
    let hasStreet = !has(.placeText(.roadAddress)) && has(.street) && isPart
    guard hasStreet || has(.placeText(.lotAddress)) && has(.city) else { return }
    let point = (latitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    let isLargeToSmall =
      text(.country).count == 2
      ? AddressOrder.isLargeToSmall(text(.country)) : CRSProjection.isSouthKorea(point)
    joinParts(hasStreet: hasStreet, isLargeToSmall: isLargeToSmall)
  }

  /// Joins the parts of an address.
  ///
  /// A separate function, because the compiler copies the draft for it, and most rows have no parts.
  @inline(never)
  private mutating func joinParts(hasStreet: Bool, isLargeToSmall: Bool) {
    guard hasStreet || lacks(.city) else { return }
    let start = own.count
    switch (hasStreet, isLargeToSmall) {
    case (true, true):
      let parts: [3 of ImportField] = [.province, .city, .district]
      for index in parts.indices where fits(parts[index], .street) { append(parts[index], after: " ", since: start) }
      append(.street, after: " ", since: start)
      append(.houseNumber, after: " ", since: start)
    case (true, false):
      let isNumberFirst = AddressOrder.isNumberFirst(text(.street))
      if isNumberFirst { append(.houseNumber, after: " ", since: start) }
      append(.street, after: " ", since: start)
      if !isNumberFirst { append(.houseNumber, after: " ", since: start) }
      if fits(.city, .street) { append(.city, after: ", ", since: start) }
    case (false, true):
      if lacks(.province) { append(.province, after: " ", since: start) }
      append(.city, after: " ", since: start)
      append(.placeText(.lotAddress), after: " ", since: start)
    case (false, false):
      append(.placeText(.lotAddress), after: ", ", since: start)
      let parts: [4 of ImportField] = [.city, .province, .postcode, .country]
      for index in parts.indices where lacks(parts[index]) { append(parts[index], after: ", ", since: start) }
    }
    useComposed(from: start, as: .placeText(hasStreet ? .roadAddress : .lotAddress), Precedence(.joined))
  }

  /// Returns whether the row has a part of an address that its lot address doesn't contain.
  private func lacks(_ part: ImportField) -> Bool {
    let address = ImportField.placeText(.lotAddress)
    return fits(part, address) && !text(address).mentions(text(part))
  }

  /// Returns whether the row has a part of an address whose value may be one: a code of a city and a status aren't, nor
  /// is the English name of a city next to an address in another script.
  private func fits(_ part: ImportField, _ address: ImportField) -> Bool {
    guard has(part) else { return false }
    let value = text(part)
    if part == .province, Self.statuses.value(of: value) != nil { return false }
    return part == .postcode || value.hasLetters && (value.isOfLatin ? text(address).isOfLatin : true)
  }

  private static let statuses = WordTable(FieldNames.words("words", of: "statuses").map { ($0, 1) })
}

extension ByteView {
  /// The maximum number of bytes of a part of an address that is searched without case.
  private static let maximumPartByteCount = 64

  /// Whether the text has a letter.
  fileprivate var hasLetters: Bool {
    for index in 0..<count where byte(at: index) >= 0x80 || isLetter(at: index) { return true }
    return false
  }

  /// Whether most letters are Latin.
  fileprivate var isOfLatin: Bool {
    var (latin, other) = (0, 0)
    for index in 0..<count {
      if isLetter(at: index) { latin += 1 } else if byte(at: index) >= 0x80 { other += 1 }
    }
    return latin >= other
  }

  private func isLetter(at index: Int) -> Bool { (0x61...0x7A).contains(byte(at: index) | 0x20) }

  /// Returns whether an address contains a part, also in capitals.
  fileprivate func mentions(_ part: ByteView) -> Bool {
    if contains(part) { return true }
    guard part.count <= min(Self.maximumPartByteCount, count) else { return false }
    return (0...count - part.count).contains { start in
      (0..<part.count).allSatisfy { byte(at: start + $0).lowercased == part.byte(at: $0).lowercased }
    }
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

/// Distinguishes Korean road-name addresses from lot-number addresses.
enum KoreanAddress {
  /// Returns whether an address is a road-name address (도로명주소), rather than a lot-number address (지번주소) or a foreign
  /// one.
  ///
  /// The name of a road ends in 로 or 길 and is followed by a building number: `동소문로47길 12`, `비슬로 지하2600`.
  static func isByRoad(_ address: ByteView) -> Bool {
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
