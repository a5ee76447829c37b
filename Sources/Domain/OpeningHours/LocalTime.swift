/// A date and time by the clocks of a place, to the minute.
public struct LocalTime: Sendable, Hashable {
  /// The minutes since 1970-01-01 00:00 local time.
  package let minute: Int

  package init(minute: Int) { self.minute = minute }

  /// Reads a time such as `2026-12-24T18:00`; a space may replace the `T`, seconds and a fraction of a second may
  /// follow.
  public init?(_ text: String) {
    var bytes = Array(text.utf8)
    if bytes.count > 20, bytes[19] == UInt8(ascii: "."), Self.isFraction(bytes[20...]) { bytes.removeSubrange(19...) }
    var shape = "0000-00-00T00:00"
    if bytes.count == 19 { shape += ":00" }
    guard bytes.count == shape.utf8.count else { return nil }
    var numbers = [0]
    for (byte, expected) in zip(bytes, shape.utf8) {
      if expected == UInt8(ascii: "0") {
        guard (0x30...0x39).contains(byte) else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(byte) - 0x30
      } else {
        guard byte == expected || expected == UInt8(ascii: "T") && byte == UInt8(ascii: " ") else { return nil }
        numbers.append(0)
      }
    }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    guard year >= 1, (1...12).contains(month), (1...CivilDay.length(ofMonth: month, year: year)).contains(day),
      numbers[3] < 24, numbers[4] < 60, numbers.count < 6 || numbers[5] < 60
    else { return nil }
    let days = CivilDay.daysSince1970(year: year, month: month, day: day)
    minute = days * minutesOfDay + numbers[3] * 60 + numbers[4]
  }

  private static func isFraction(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.count <= 9 && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The weekday, from 0 for Monday.
  package var weekday: Int {
    CalendarDay.weekday(of: (minute >= 0 ? minute : minute - minutesOfDay + 1) / minutesOfDay)
  }

  /// The time as `2026-12-24T18:00`.
  public var text: String {
    let days = (minute >= 0 ? minute : minute - minutesOfDay + 1) / minutesOfDay
    let rest = minute - days * minutesOfDay
    return "\(CivilDay(daysSince1970: days).text)T\((rest / 60).text(ofDigits: 2)):\((rest % 60).text(ofDigits: 2))"
  }
}
