/// A number with its unit: `50 kW`, `1,650원`, `2만5천원`, `₩ 1,650`, `€2.5M`, `1'000`, `12 m²`, `1.2e4`.
package struct MeasuredNumber: Sendable, Hashable {
  /// The number, multiplied by the words for thousands and the like.
  package let value: Double
  /// The unit; `nil` if there is none that can be converted.
  package let unit: MeasuredUnit?

  /// Reads a text.
  ///
  /// A comma between digits is a thousands separator if exactly three digits follow each comma and the number doesn't
  /// begin with 0; otherwise it is a decimal comma. An apostrophe in such a place is a thousands separator.
  ///
  /// `nil` means that the text isn't a number with a unit, but for example a time, a range or several numbers. A wrong
  /// number would be worse than none.
  package init?(_ text: some Collection<UInt8>) {
    self.init(bytes: Self.ordinary(Array(text))) { _ in true }
  }

  /// Reads a text in which nothing but a known unit, or a quotient of known units, follows the number.
  init?(typed text: String) {
    self.init(bytes: Self.ordinary(Array(text.utf8)), where: Self.isKnown)
  }

  /// Reads a text; `nil` if the text after the number isn't accepted.
  private init?(bytes: [UInt8], where accepts: (ArraySlice<UInt8>) -> Bool) {
    guard let start = bytes.firstIndex(where: Self.isDigit) else { return nil }
    var first = start
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") || bytes[first - 1] == UInt8(ascii: "+") { first -= 1 }
    guard Self.isCurrency(bytes[..<first]) else { return nil }
    let end = Self.endOfNumber(from: start, in: bytes)
    let exponent = Self.exponent(at: end, in: bytes)
    guard var number = Self.plain(bytes[start..<end], exponent) else { return nil }
    var unitStart = exponent.endIndex
    let word = NumeralWord(at: unitStart, in: bytes, isAmount: bytes[..<first].contains { $0 > 0x20 })
    if let word, word.mayFollow(number) {
      guard let sum = Self.sum(number, word, in: bytes) else { return nil }
      (number, unitStart) = (sum.value, sum.end)
    }
    if let feet = Self.feet(number, and: bytes[unitStart...]) {
      (number, unit) = (feet, MeasuredUnit("ft".utf8))
    } else {
      guard Self.isUnit(bytes[unitStart...]), accepts(bytes[unitStart...]) else { return nil }
      unit = MeasuredUnit(bytes[unitStart...])
    }
    value = first < start && bytes[first] == UInt8(ascii: "-") ? -number : number
  }

  /// The value in minutes, metres, tonnes, kilowatts or kilometres per hour; without a known unit, as written.
  package var standard: Double { value * (unit?.factor ?? 1) }

  /// Returns the value in another unit; `nil` if the units are of different kinds.
  ///
  /// A number whose unit isn't known is taken for one in that unit.
  package func value(in other: MeasuredUnit?) -> Double? {
    guard let unit, let other, unit != other else { return value }
    return unit.kind == other.kind ? value * unit.factor / other.factor : nil
  }

  /// Returns the value and the end of a number such as `2만5천` or `7천5백만`, whose first word follows `number`; `nil` if
  /// the text isn't one.
  private static func sum(_ number: Double, _ first: NumeralWord, in bytes: [UInt8]) -> (value: Double, end: Int)? {
    var (sum, word) = (NumeralSum(), first)
    guard sum.add(number, first) else { return nil }
    while true {
      let start = bytes[word.end...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.endIndex
      if start < bytes.endIndex, isDigit(bytes[start]) {
        let end = endOfNumber(from: start, in: bytes)
        guard let more = plain(bytes[start..<end], []), let next = NumeralWord(at: end, in: bytes),
          sum.add(more, next)
        else { return nil }
        word = next
      } else if let next = NumeralWord(at: word.end, in: bytes) {
        // The 만 in `3백만`.
        guard sum.multiply(next) else { return nil }
        word = next
      } else {
        break
      }
    }
    // The text after a word is a unit; a longer one may be a name that begins with these letters.
    let rest = String(decoding: bytes[word.end...], as: UTF8.self)
    return word.isDelimited || rest.first == " " || rest.count <= 2 ? (sum.value, word.end) : nil
  }

  /// Returns the feet of `6'2"` or `6 ft 2 in`, whose mark follows `number`; `nil` for another text.
  private static func feet(_ number: Double, and bytes: ArraySlice<UInt8>) -> Double? {
    guard let start = bytes.firstIndex(where: isDigit) else { return nil }
    let end = bytes[start...].firstIndex { !isDigit($0) && $0 != UInt8(ascii: ".") } ?? bytes.endIndex
    guard MeasuredUnit(bytes[..<start]) == MeasuredUnit("ft".utf8), let inches = parsed(bytes[start..<end]),
      inches < 12, end == bytes.endIndex || MeasuredUnit(bytes[end...]) == MeasuredUnit("in".utf8)
    else { return nil }
    return number + inches / 12
  }

  /// Returns a text with composed syllables, without the apostrophes between thousands.
  private static func ordinary(_ bytes: [UInt8]) -> [UInt8] {
    // The first byte of jamo.
    let isDecomposed = bytes.contains(0xE1)
    return withoutApostrophes(isDecomposed ? Array(String(decoding: bytes, as: UTF8.self).composed.utf8) : bytes)
  }

  /// Returns a text without the apostrophes between thousands, as in `1'000` and `1’234’567.50`.
  private static func withoutApostrophes(_ bytes: [UInt8]) -> [UInt8] {
    let ends = apostrophes.compactMap(\.last)
    guard bytes.contains(where: ends.contains), let start = bytes.firstIndex(where: isDigit),
      bytes[start] != UInt8(ascii: "0")
    else { return bytes }
    var joined = Array(bytes[..<start])
    var index = start
    while true {
      let end = bytes[index...].firstIndex { !isDigit($0) } ?? bytes.endIndex
      // Three digits follow each apostrophe; `6'2"` is a length.
      guard index == start ? end - index <= 3 : end - index == 3 else { return bytes }
      joined += bytes[index..<end]
      guard let mark = apostrophes.first(where: bytes[end...].starts), end + mark.count < bytes.count,
        isDigit(bytes[end + mark.count])
      else { return index == start ? bytes : joined + bytes[end...] }
      index = end + mark.count
    }
  }

  private static let apostrophes = ["'", "’"].map { Array($0.utf8) }

  private static func endOfNumber(from start: Int, in bytes: [UInt8]) -> Int {
    var end = start
    while end < bytes.count, isDigit(bytes[end]) || isSeparator(at: end, in: bytes) { end += 1 }
    return end
  }

  /// Returns the exponent after a number, such as `e4` or `E-7`; empty if the `e` begins a unit, as in `3e` or `5
  /// e-scooters`.
  private static func exponent(at start: Int, in bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard start < bytes.count, bytes[start] | 0x20 == UInt8(ascii: "e") else { return bytes[start..<start] }
    var first = start + 1
    if first < bytes.count, bytes[first] == UInt8(ascii: "-") || bytes[first] == UInt8(ascii: "+") { first += 1 }
    var end = first
    while end < bytes.count, isDigit(bytes[end]) { end += 1 }
    return end > first ? bytes[start..<end] : bytes[start..<start]
  }

  /// Parses a number with its separators and exponent.
  private static func plain(_ bytes: ArraySlice<UInt8>, _ exponent: ArraySlice<UInt8>) -> Double? {
    let groups = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let points = bytes.filter { $0 == UInt8(ascii: ".") }.count
    guard points <= 1 else { return nil }
    if groups.count == 1 { return parsed(bytes + exponent) }
    let integers = groups.dropFirst().dropLast() + [groups[groups.count - 1].prefix { $0 != UInt8(ascii: ".") }]
    let isGrouped = (1...3).contains(groups[0].count) && integers.allSatisfy { $0.count == 3 }
    if isGrouped, groups[0].first != UInt8(ascii: "0") {
      return parsed(bytes.filter { $0 != UInt8(ascii: ",") } + exponent)
    }
    guard groups.count == 2, points == 0 else { return nil }
    return parsed(groups[0] + [UInt8(ascii: ".")] + groups[1] + exponent)
  }

  private static func parsed(_ bytes: some Collection<UInt8>) -> Double? {
    guard bytes.count < 64, let number = DecimalNumber.value(of: Array(bytes).span), number.isFinite else { return nil }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Returns whether the byte is a point or comma followed by a digit.
  private static func isSeparator(at index: Int, in bytes: [UInt8]) -> Bool {
    guard bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") else { return false }
    return index + 1 < bytes.count && isDigit(bytes[index + 1])
  }

  /// Returns whether the text before a number is empty or a currency.
  ///
  /// The 1 in `지하 1` or `B1` isn't a value.
  private static func isCurrency(_ bytes: ArraySlice<UInt8>) -> Bool {
    let text = bytes.filter { $0 > 0x20 }
    return text.isEmpty || currencies.contains(text)
  }

  static let currencies = ["$", "₩", "￦", "€", "£", "¥", "KRW", "EUR", "USD", "GBP", "JPY", "CHF", "CNY"].map {
    Array($0.utf8)
  }

  /// Returns whether the text after a number is a unit.
  ///
  /// A digit may follow only a letter, as in `m2`. A time, a range, a fraction (`1½`) and a product (`2x3`) aren't
  /// units.
  private static func isUnit(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard !fractions.contains(where: bytes.starts) else { return false }
    var last = UInt8(0)
    for byte in bytes {
      let isAfterLetter = (0x61...0x7A).contains(last | 0x20) && last | 0x20 != UInt8(ascii: "x")
      if isDigit(byte), !isAfterLetter { return false }
      if last == 0, byte == UInt8(ascii: ":") || byte == UInt8(ascii: "~") { return false }
      last = byte
    }
    return true
  }

  /// Returns whether the text after a number is empty, a known unit, or a quotient of known units.
  private static func isKnown(_ bytes: ArraySlice<UInt8>) -> Bool {
    let unit = String(decoding: bytes, as: UTF8.self).trimmed
    guard !unit.isEmpty, MeasuredUnit(bytes) == nil else { return true }
    // The first part of `₩1,650/kWh` is before the number.
    let quotient = unit.hasPrefix("/") ? unit.dropFirst() : unit
    return quotient.lowercased().split(separator: "/", omittingEmptySubsequences: false)
      .allSatisfy { part in knownUnits.contains(String(part.trimmed)) || MeasuredUnit(part.utf8) != nil }
  }

  /// Units and currencies without a ``MeasuredUnit``, in lower case.
  private static let knownUnits = [
    "m2", "m²", "㎡", "km2", "km²", "ft2", "ft²", "ha", "m3", "m³", "l", "ml", "gal", "kwh", "va", "kva", "v", "kv", "a",
    "ma", "ah", "hz", "month", "year", "%", "‰", "°", "°c", "°f",
    "bar", "hpa", "kpa", "psi", "mbit", "gbit", "$", "₩", "￦", "€", "£", "¥", "krw", "eur", "usd", "gbp", "jpy", "cny",
    "chf", "won", "원", "円", "元", "리터", "평", "주", "월", "개월", "년", "개", "대", "면", "명", "인", "석", "실",
    "층", "호", "동", "곳", "병상", "회",
  ]

  private static let fractions = ["½", "¼", "¾", "⅓", "⅔", "⅛"].map { Array($0.utf8) }
}
