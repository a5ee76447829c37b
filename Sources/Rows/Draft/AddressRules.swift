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
  private static let streets = ["english", "french"].flatMap { FieldNames.words($0, of: "streets") }
    .flatMap { [$0, $0.uppercased()] }.map { Array($0.utf8) }

  /// The union of ``mark(of:)`` for all words in the list.
  private static let streetMarks = streets.reduce(0) { $0 | ByteView.over($1, mark) }

  /// Returns one of 64 bits for a word, which rules out most words before a list is read.
  ///
  /// Threads that read a list itself for every row would contend for its reference count.
  static func mark(of word: ByteView) -> UInt64 { 1 << (ByteHash.stable.hash(word) >> 58) }
}

extension RowDraft {
  /// Joins the parts of an address, if the row has no complete address.
  package mutating func joinAddress(latitude: Int32, longitude: Int32) {
    let mayHaveStreet = !has(.placeText(.roadAddress)) && has(.street)
    guard mayHaveStreet || has(.placeText(.lotAddress)) && (has(.city) || has(.locality)) else { return }
    let point = (latitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
    let isLargeToSmall =
      text(.country).count == 2
      ? AddressOrder.isLargeToSmall(text(.country)) : CRSProjection.isSouthKorea(point)
    joinParts(mayHaveStreet: mayHaveStreet, isLargeToSmall: isLargeToSmall)
  }

  /// Joins the parts of an address.
  ///
  /// A separate function, because the compiler copies the draft for it, and most rows have no parts.
  @inline(never)
  private mutating func joinParts(mayHaveStreet: Bool, isLargeToSmall: Bool) {
    if mayHaveStreet { useNumber() }
    let hasStreet = mayHaveStreet && isStreetPart
    guard hasStreet || (has(.city) ? lacks(.city) : lacks(.locality)) else { return }
    if hasStreet { dropGuessedAddress() }
    let start = own.count
    switch (hasStreet, isLargeToSmall) {
    case (true, true):
      append([.province, .city, .locality, .district], missingIn: .street, by: " ", since: start)
      append(.street, after: " ", since: start)
      append(.houseNumber, after: " ", since: start)
    case (true, false):
      let isNumberFirst =
        AddressOrder.isNumberFirst(text(.street)) || Self.countriesOfFirst.value(of: text(.country)) != nil
      if isNumberFirst { append(.houseNumber, after: " ", since: start) }
      append(.street, after: " ", since: start)
      if !isNumberFirst { append(.houseNumber, after: " ", since: start) }
      append([.locality, .city], missingIn: .street, by: ", ", since: start)
    case (false, true):
      append([.province, .city, .locality], missingIn: .placeText(.lotAddress), by: " ", since: start)
      append(.placeText(.lotAddress), after: " ", since: start)
    case (false, false):
      append(.placeText(.lotAddress), after: ", ", since: start)
      let parts: [5 of ImportField] = [.locality, .city, .province, .postcode, .country]
      append(parts, missingIn: .placeText(.lotAddress), by: ", ", since: start)
    }
    useComposed(from: start, as: .placeText(hasStreet ? .roadAddress : .lotAddress), Precedence(.joined))
  }

  /// The countries where the house number precedes every street.
  private static let countriesOfFirst = WordTable(FieldNames.words("first", of: "streets").map { ($0, 1) })

  /// Appends the parts of an address that a field doesn't contain, each text once: a city may be a province too.
  private mutating func append<let count: Int>(
    _ parts: InlineArray<count, ImportField>,
    missingIn address: ImportField,
    by separator: StaticString,
    since start: Int
  ) {
    for index in parts.indices where address == .street ? fits(parts[index], address) : lacks(parts[index]) {
      var isRepeated = false
      for other in 0..<index where text(parts[other]).count == text(parts[index]).count {
        isRepeated = isRepeated || text(parts[other]).mentions(text(parts[index]))
      }
      if !isRepeated { append(parts[index], after: separator, since: start) }
    }
  }

  /// Whether the street is a part of the address, rather than of another address of the row.
  ///
  /// A text under a name for positions may be a building.
  private var isStreetPart: Bool {
    let address = ImportField.placeText(.lotAddress)
    guard has(address), precedences[ImportField.street.slot].isGuess else { return true }
    return precedences[address.slot].isGuess && !text(address).mentions(text(.street))
  }

  /// Removes a text under a name for positions that isn't the address of the street.
  private mutating func dropGuessedAddress() {
    let address = ImportField.placeText(.lotAddress)
    if precedences[address.slot].isGuess, !text(address).mentions(text(.street)) { precedences[address.slot] = .none }
  }

  /// Uses an address that is only a number as the number of the street, and no guessed number if the street has one.
  private mutating func useNumber() {
    let (address, number) = (ImportField.placeText(.lotAddress).slot, ImportField.houseNumber.slot)
    if text(.placeText(.lotAddress)).isHouseNumber {
      if !has(.houseNumber) || precedences[number].isGuess {
        texts[number] = texts[address]
        precedences[number] = Precedence(.lastResort)
      }
      precedences[address] = .none
    }
    guard precedences[number].isGuess else { return }
    if !text(.houseNumber).isHouseNumber || text(.street).hasHouseNumber { precedences[number] = .none }
  }

  /// Returns whether the row has a part of an address that its lot address doesn't contain.
  private func lacks(_ part: ImportField) -> Bool {
    let address = ImportField.placeText(.lotAddress)
    return fits(part, address) && !text(address).mentions(text(part))
  }

  /// Returns whether the row has a part of an address whose value may be one: a code of a city, a status and a word for
  /// yes or no aren't, nor is the English name of a city next to an address in another script.
  private func fits(_ part: ImportField, _ address: ImportField) -> Bool {
    guard has(part) else { return false }
    let value = text(part)
    // A guessed title may belong to another value: CAP to a small number, and LAN or GRAD to yes.
    let isGuess = precedences[part.slot].isGuess
    if isGuess || part == .province, Self.otherWords.value(of: value) != nil { return false }
    if part == .postcode { return !isGuess || value.count >= Self.fewestPostcodeDigits }
    return value.hasLetters && (value.isOfLatin ? text(address).isOfLatin : true)
  }

  private static let fewestPostcodeDigits = 4
  private static let otherWords = WordTable(
    (FieldNames.words("words", of: "statuses") + FieldNames.words("answer", of: "others")).map { ($0, 1) }
  )
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

  /// Whether the text is a house number: `12`, `12a`, `12-14`.
  fileprivate var isHouseNumber: Bool {
    guard count > 0, count <= Self.maximumNumberByteCount, byte(at: 0).isDigit else { return false }
    return (1..<count).allSatisfy { index in
      let isJoined = byte(at: index) < 0x80 && byte(at: index) != UInt8(ascii: " ")
      return isJoined && !(isLetter(at: index) && isLetter(at: index - 1))
    }
  }

  private static let maximumNumberByteCount = 10

  /// Whether the first or the last word of a street is a house number.
  fileprivate var hasHouseNumber: Bool {
    let space = UInt8(ascii: " ")
    guard let first = firstIndex(of: space), let last = lastIndex(of: space) else { return false }
    return part(0..<first).isHouseNumber || part(last + 1..<count).isHouseNumber
  }

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
