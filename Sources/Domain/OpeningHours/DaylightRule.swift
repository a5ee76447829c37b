/// The rule for the time after the last change in a zone file, as in `EET-2EEST,M3.5.0/3,M10.5.0/4`.
///
/// Source: POSIX.1-2024, "Environment Variables", TZ.
struct DaylightRule: Sendable, Hashable {
  /// The start of a period in every year.
  private struct Change: Sendable, Hashable {
    let month: Int
    /// The position of the weekday in its month; 5 is the last.
    let position: Int
    /// The weekday, 0 for Monday.
    let weekday: Int
    let secondsAfterMidnight: Int

    func seconds(in year: Int) -> Int64 {
      let nth = position == 5 ? -1 : position
      let day = CivilDay.daysSince1970(ofWeekday: weekday, nth: nth, month: month, year: year) ?? 0
      return Int64(day) * 86_400 + Int64(secondsAfterMidnight)
    }
  }

  private let standardSeconds: Int
  private let daylightSeconds: Int
  private let daylight: Change?
  private let standard: Change?

  /// Reads a rule; `nil` if the text isn't one, or if its changes aren't on weekdays of months.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard Self.skipName(&rest), let west = Self.readSeconds(&rest) else { return nil }
    standardSeconds = -west
    guard !rest.isEmpty else {
      (daylightSeconds, daylight, standard) = (-west, nil, nil)
      return
    }
    guard Self.skipName(&rest) else { return nil }
    daylightSeconds = -(Self.readSeconds(&rest) ?? west - 3600)
    guard let daylight = Self.readChange(&rest), let standard = Self.readChange(&rest), rest.isEmpty else { return nil }
    (self.daylight, self.standard) = (daylight, standard)
  }

  func secondsAheadOfUTC(at seconds: Int64) -> Int {
    guard let daylight, let standard else { return standardSeconds }
    let days = Int((seconds + Int64(standardSeconds)) / 86_400)
    let year = CivilDay(daysSince1970: days).year
    // The clock before a change shows the other time.
    let start = daylight.seconds(in: year) - Int64(standardSeconds)
    let end = standard.seconds(in: year) - Int64(daylightSeconds)
    let isDaylight = start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
    return isDaylight ? daylightSeconds : standardSeconds
  }

  /// Skips the abbreviation of a zone: letters, or anything between `<` and `>`.
  private static func skipName(_ rest: inout ArraySlice<UInt8>) -> Bool {
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
      rest = rest[(end + 1)...]
      return true
    }
    let name = rest.prefix { (0x41...0x5A).contains($0 & 0xDF) }
    rest = rest.dropFirst(name.count)
    return !name.isEmpty
  }

  /// Reads hours with minutes and seconds; `nil` if there are none.
  private static func readSeconds(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard var seconds = readNumber(&rest) else { return nil }
    seconds *= 3600
    for unit in [60, 1] where rest.first == UInt8(ascii: ":") {
      rest = rest.dropFirst()
      guard let part = readNumber(&rest) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  private static func readNumber(_ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard (1...4).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// Reads a change such as `,M3.5.0/3`.
  private static func readChange(_ rest: inout ArraySlice<UInt8>) -> Change? {
    guard rest.starts(with: Array(",M".utf8)) else { return nil }
    rest = rest.dropFirst(2)
    var numbers: [Int] = []
    for index in 0..<3 {
      if index > 0 {
        guard rest.first == UInt8(ascii: ".") else { return nil }
        rest = rest.dropFirst()
      }
      guard let number = readNumber(&rest) else { return nil }
      numbers.append(number)
    }
    var seconds = 7200
    if rest.first == UInt8(ascii: "/") {
      rest = rest.dropFirst()
      guard let written = readSeconds(&rest) else { return nil }
      seconds = written
    }
    guard (1...12).contains(numbers[0]), (1...5).contains(numbers[1]), (0...6).contains(numbers[2]) else { return nil }
    // Sunday is 0 in the rule.
    return Change(
      month: numbers[0],
      position: numbers[1],
      weekday: (numbers[2] + 6) % 7,
      secondsAfterMidnight: seconds
    )
  }
}
