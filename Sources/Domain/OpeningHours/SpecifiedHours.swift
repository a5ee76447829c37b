import Tables

/// Converts schema.org's `openingHoursSpecification`, an object or a list of objects in any order.
enum SpecifiedHours {
  private static let keysOfBounds = [["validFrom", "valid_from"], ["validThrough", "valid_through"]]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The days and the times of a specification.
  private struct Rule {
    var dates: String
    var days: String
    /// The times; `nil` for closed days.
    var times: String?
    var isOfHolidays: Bool { days == "PH" }

    var text: String { [dates, days, times ?? "off"].filter { !$0.isEmpty }.joined(separator: " ") }
    /// The rank of the rule: holidays replace the usual days, dates replace both, and closed days come last.
    var rank: Int { (dates.isEmpty ? isOfHolidays ? 1 : 0 : 2) * 2 + (times == nil ? 1 : 0) }
  }

  /// Returns the hours as OpenStreetMap writes them; `nil` if a specification can't be read.
  static func text(of value: JSONValue) -> String? {
    var rules: [Rule] = []
    for specification in list(value) {
      guard let rule = rule(of: specification) else { return nil }
      rules.append(rule)
    }
    // Days with several times have a specification for each.
    let sorted = rules.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map(\.element)
    var text = ""
    for (number, rule) in sorted.enumerated() {
      let isAddition = number > 0 && sorted[number - 1].rank == rule.rank && sorted[number - 1].dates == rule.dates
      text += (number == 0 ? "" : isAddition ? ", " : "; ") + rule.text
    }
    return text.isEmpty ? nil : text
  }

  private static func list(_ value: JSONValue) -> [JSONValue] {
    if case .list(let elements) = value { elements } else { [value] }
  }

  private static func rule(of specification: JSONValue) -> Rule? {
    let opens = specification["opens"]?.string.flatMap(OpeningHoursNotation.minutes)
    let closes = specification["closes"]?.string.flatMap(OpeningHoursNotation.minutes)
    guard let opens, let closes, let dates = dates(of: specification) else { return nil }
    var days: [String] = []
    if let value = WeekdayHours.keysOfDays.lazy.compactMap({ specification[$0] }).first {
      for name in list(value) {
        guard let word = name.string?.split(separator: "/").last, let day = self.days(named: String(word)) else {
          return nil
        }
        days.append(day)
      }
    }
    let clock = OpeningHoursNotation.clock
    let times = opens == closes && opens == 0 ? nil : "\(clock(opens))-\(clock(closes == 0 ? 1440 : closes))"
    return Rule(dates: dates, days: days.joined(separator: ","), times: times)
  }

  /// Returns the day of a name, or several days of a text such as `Monday-Friday`; `nil` if it can't be read.
  private static func days(named name: String) -> String? {
    if name.lowercased() == "publicholidays" { return "PH" }
    if let day = WeekdayHours.weekday(named: name) { return OpeningHoursNotation.weekdays[day] }
    return OpeningHoursParser.rules(of: "\(name) 10:00-11:00")?.count == 1 ? name : nil
  }

  /// Returns whether a specification is valid for some dates only.
  static func isDated(_ specification: JSONValue) -> Bool { bounds(of: specification).contains { $0 != nil } }

  private static func bounds(of specification: JSONValue) -> [String?] {
    keysOfBounds.map { keys in keys.lazy.compactMap { specification[$0]?.string }.first }
  }

  /// Returns the dates of a specification, empty without any; `nil` if they can't be read.
  private static func dates(of specification: JSONValue) -> String? {
    guard isDated(specification) else { return "" }
    let days = bounds(of: specification).compactMap { $0.flatMap(day) }
    guard days.count == 2 else { return nil }
    return days.map { "\($0.year) \(months[$0.month - 1]) \($0.day.text(ofDigits: 2))" }.joined(separator: "-")
  }

  /// Returns the day of a date, or of a time.
  ///
  /// A time in UTC is usually the beginning or the last minute of a day in local time.
  private static func day(_ text: String) -> CivilDay? {
    guard text.hasSuffix("Z"), let time = LocalTime(String(text.prefix(16))) else {
      return LocalTime("\(text.prefix(10))T00:00").map { CivilDay(daysSince1970: $0.minute / 1440) }
    }
    let isLastMinute = time.minute % 60 == 59
    let nearestMidnight = (time.minute + (isLastMinute ? 1 : 0) + 720) / 1440
    return CivilDay(daysSince1970: isLastMinute ? nearestMidnight - 1 : nearestMidnight)
  }
}
