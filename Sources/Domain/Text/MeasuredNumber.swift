/// Reads the number of a value with a unit: `50 kW`, `1,650원`, `₩ 1,650`, `12 m²`, `1.2e4`.
package enum MeasuredNumber {
  /// Reads the number of a text, without its unit or currency.
  ///
  /// A comma between digits is a thousands separator if exactly three digits follow each comma and the number doesn't
  /// begin with 0; otherwise it is a decimal comma.
  ///
  /// - Returns: The number; `nil` if the text isn't a number with a unit, for example a time, a range or several
  ///   numbers. A wrong number would be worse than none.
  package static func value(of text: some Collection<UInt8>) -> Double? {
    let bytes = Array(text)
    guard let start = bytes.firstIndex(where: isDigit) else { return nil }
    var first = start
    if first > 0, bytes[first - 1] == UInt8(ascii: "-") || bytes[first - 1] == UInt8(ascii: "+") { first -= 1 }
    guard isCurrency(bytes[..<first]) else { return nil }
    var end = start
    while end < bytes.count, isDigit(bytes[end]) || isSeparator(at: end, in: bytes) { end += 1 }
    let exponent = exponent(at: end, in: bytes)
    guard isUnit(bytes[exponent.endIndex...]), let number = plain(bytes[start..<end], exponent) else { return nil }
    return first < start && bytes[first] == UInt8(ascii: "-") ? -number : number
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

  private static let currencies = ["$", "₩", "￦", "€", "£", "¥", "KRW", "EUR", "USD", "GBP", "JPY"].map {
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

  private static let fractions = ["½", "¼", "¾", "⅓", "⅔", "⅛"].map { Array($0.utf8) }
}
