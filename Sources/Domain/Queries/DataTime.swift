/// A service's text for the time of its data, in UTC to the second, such as `2026-11-22T00:00:00Z`.
///
/// Sorting such texts sorts their times.
public enum DataTime {
  private static let shape = Array("0000-00-00T00:00:00Z".utf8)
  private static let daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

  /// Returns a text if it is a time; `nil` for any other text.
  public static func read(_ text: String?) -> String? {
    guard let text, isTime(Array(text.utf8)) else { return nil }
    return text
  }

  private static func isTime(_ text: [UInt8]) -> Bool {
    let zero = UInt8(ascii: "0")
    let isDigit = { (byte: UInt8) in (zero...UInt8(ascii: "9")).contains(byte) }
    guard text.count == shape.count, zip(text, shape).allSatisfy({ $1 == zero ? isDigit($0) : $0 == $1 }) else {
      return false
    }
    func number(_ range: Range<Int>) -> Int { text[range].reduce(0) { $0 * 10 + Int($1 - zero) } }
    let year = number(0..<4)
    let month = number(5..<7)
    let day = number(8..<10)
    guard (1...12).contains(month) else { return false }
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = daysOfMonths[month - 1] + (month == 2 && isLeapYear ? 1 : 0)
    return year > 0 && (1...days).contains(day) && number(11..<13) < 24 && number(14..<16) < 60 && number(17..<19) < 60
  }
}
