import Domain
import Tables

/// The date on which a place closed: `2025-03-01`, `20250301`, `3/1/2025`, `1 Mar 2025`, `1.3.25`, `2025`, seconds or
/// milliseconds since 1970, or days since 1900 as in a spreadsheet.
struct ClosingDate {
  private var year = 0
  private var month = 1
  private var day = 1

  /// A run of digits.
  private struct Number {
    package let value: Int
    let digitCount: Int
    /// The byte before the digits.
    let separator: UInt8
  }

  /// Returns whether a place closed on or before a day, according to a text.
  ///
  /// `isPastWithoutYear` for a text with a number but without a year; `false` for a text without a number, or with
  /// zeros only.
  static func isPast(_ text: ByteView, today: CivilDay, isPastWithoutYear: Bool = true) -> Bool {
    let numbers = numbers(in: text)
    guard numbers.contains(where: { $0.value != 0 }) else { return false }
    guard let date = ClosingDate(numbers, month: monthName(in: text), text) else {
      return isPastWithoutYear
    }
    // Day 1 of year 1 means a missing date.
    guard date.year >= earliestYear else { return false }
    return (date.year, date.month, date.day) <= (today.year, today.month, today.day)
  }

  private static let earliestYear = 1000

  private init?(_ numbers: [Number], month named: Int?, _ text: ByteView) {
    let first = numbers[0]
    if readMoment(first, isNegative: text.byte(at: 0) == UInt8(ascii: "-")) { return }
    // The time may follow the day: `20250301093000`.
    if [8, 12, 14].contains(first.digitCount) {
      let digits = first.value.prefix(8, of: first.digitCount)
      // In `28022019` the last four digits are the year: otherwise the month would exceed 12.
      let isYearLast = digits / 100 % 100 > 12
      year = isYearLast ? digits % 10_000 : digits / 10_000
      month = isYearLast ? digits / 10_000 % 100 : digits / 100 % 100
      day = isYearLast ? digits / 1_000_000 : digits % 100
      return
    }
    if numbers.count == 1, first.digitCount == 5, text.count == 5 {
      take(CivilDay(daysSince1970: first.value - Self.spreadsheetDayOf1970))
      return
    }
    // Between other letters, as in 令和3年3月31日, the year is counted in an era.
    if numbers.count == 3, numbers.allSatisfy({ $0.digitCount <= 2 }),
      numbers.dropFirst().allSatisfy({ $0.separator < 0x80 })
    {
      let isYearFirst = first.value > 31
      let short = numbers[isYearFirst ? 0 : 2].value
      year = short + (short > Self.latestShortYear ? 1900 : 2000)
      (month, day) = isYearFirst ? (numbers[1].value, numbers[2].value) : Self.monthAndDay(first, numbers[1])
      return
    }
    guard let position = numbers.prefix(3).firstIndex(where: { $0.digitCount == 4 }) else { return nil }
    year = numbers[position].value
    if let named {
      month = named
      day = position > 0 ? numbers[0].value : numbers.count > 1 ? numbers[1].value : 1
    } else if position == 0 {
      if numbers.count > 1, numbers[1].digitCount <= 2 { month = numbers[1].value }
      if numbers.count > 2, numbers[2].digitCount <= 2 { day = numbers[2].value }
    } else if position == 1 {
      month = first.value
    } else {
      (month, day) = Self.monthAndDay(first, numbers[1])
    }
  }

  /// Returns the month and the day of two numbers: between slashes, the month is first, as in the United States.
  private static func monthAndDay(_ first: Number, _ second: Number) -> (month: Int, day: Int) {
    let isMonthFirst = second.value > 12 || second.separator == UInt8(ascii: "/") && first.value <= 12
    return isMonthFirst ? (first.value, second.value) : (second.value, first.value)
  }

  private mutating func take(_ date: CivilDay) { (year, month, day) = (date.year, date.month, date.day) }

  /// Reads seconds or milliseconds since 1970; returns `false` for a number of another length.
  private mutating func readMoment(_ number: Number, isNegative: Bool) -> Bool {
    guard number.digitCount == 10 || number.digitCount == 13 || isNegative && number.digitCount > 8 else {
      return false
    }
    let seconds = number.digitCount >= 12 ? number.value / 1000 : number.value
    guard let time = CivilTime(secondsSince1970: Int64(isNegative ? -seconds : seconds)) else { return true }
    take(time.day)
    return true
  }

  /// The number of 1970-01-01 in a spreadsheet.
  private static let spreadsheetDayOf1970 = 25_569
  /// The last two-digit year that belongs to this century.
  private static let latestShortYear = 76

  private static let maximumDigitCount = 18
  private static let maximumNumberCount = 6

  private static func numbers(in text: ByteView) -> [Number] {
    var numbers: [Number] = []
    var start = 0
    for index in 0...text.count {
      if index < text.count, text.byte(at: index).isDigit { continue }
      if index > start, numbers.count < maximumNumberCount, index - start <= maximumDigitCount,
        let value = text.part(start..<index).number
      {
        let separator = start > 0 ? text.byte(at: start - 1) : 0
        numbers.append(Number(value: value, digitCount: index - start, separator: separator))
      }
      start = index + 1
    }
    return numbers
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ].map { Array($0.utf8) }

  /// Returns the month that the first word names in English; `nil` for any other word.
  private static func monthName(in text: ByteView) -> Int? {
    var start = 0
    while start < text.count, !(0x61...0x7A).contains(text.byte(at: start) | 0x20) { start += 1 }
    guard start + 3 <= text.count else { return nil }
    let found = months.firstIndex { name in name.indices.allSatisfy { text.byte(at: start + $0) | 0x20 == name[$0] } }
    return found.map { $0 + 1 }
  }
}

extension Int {
  /// Returns the first digits of a number with `digitCount` digits.
  fileprivate func prefix(_ count: Int, of digitCount: Int) -> Int {
    (count..<digitCount).reduce(self) { number, _ in number / 10 }
  }
}
