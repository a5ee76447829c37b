package import Tables

/// Converts opening hours in other notations to OpenStreetMap's.
package enum OpeningHoursNotation {
  static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// Converts Google's `regularOpeningHours`, schema.org's `openingHoursSpecification` or hours by weekday; `nil` for
  /// another value.
  package static func text(of value: JSONValue) -> String? {
    if let periods = value["periods"] { return text(ofPeriods: periods.elements) }
    if let days = value["weekdayDescriptions"] ?? value["weekday_text"], !days.elements.isEmpty {
      return text(ofList: days.elements.compactMap(\.string))
    }
    if let week = WeekdayHours.text(of: value) { return week }
    var text = ""
    for specification in list(value) {
      guard let rule = rule(of: specification) else { return nil }
      // Days with several times have a rule for each; dates replace the usual days.
      let isDated = specification["validFrom"] != nil
      text += (text.isEmpty ? "" : isDated ? "; " : ", ") + rule
    }
    return text.isEmpty ? nil : text
  }

  /// Joins a list of texts, such as schema.org's `openingHours` and Google's `weekdayDescriptions`.
  package static func text(ofList texts: [String]) -> String {
    var joined = texts.first ?? ""
    var earlier = texts.first.flatMap(OpeningHoursParser.rules) ?? []
    for text in texts.dropFirst() {
      let rules = OpeningHoursParser.rules(of: text) ?? []
      let isAddition = rules.contains { OpeningHoursParser.joining(ofListed: $0, after: earlier) == .adding }
      joined += (isAddition ? ", " : "; ") + text
      earlier += rules
    }
    return joined
  }

  private static func list(_ value: JSONValue) -> [JSONValue] {
    if case .list(let elements) = value { elements } else { [value] }
  }

  // MARK: - Google

  private static func text(ofPeriods periods: [JSONValue]) -> String? {
    var spans = [[String]](repeating: [], count: 7)
    for period in periods {
      guard let open = period["open"], let day = open["day"]?.integer, (0...6).contains(day),
        let start = minutes(of: open)
      else { return nil }
      guard let close = period["close"] else {
        // Always open is a period from Sunday at midnight without an end.
        return periods.count == 1 && day == 0 && start == 0 ? "24/7" : nil
      }
      guard let closeDay = close["day"]?.integer, (0...6).contains(closeDay), let end = minutes(of: close) else {
        return nil
      }
      let nights = (closeDay - day + 7) % 7
      guard nights > 0 || end > start else { return nil }
      // Sunday is 0 in the periods.
      let first = (day + 6) % 7
      guard nights > 1 || nights == 1 && end > start else {
        spans[first].append("\(clock(start))-\(clock(nights == 0 || end > 0 ? end : 1440))")
        continue
      }
      // A span of several days, such as a weekend.
      spans[first].append("\(clock(start))-24:00")
      for night in 1..<nights { spans[(first + night) % 7].append("00:00-24:00") }
      if end > 0 { spans[(first + nights) % 7].append("00:00-\(clock(end))") }
    }
    return text(ofDays: spans.map { $0.joined(separator: ",") })
  }

  private static func minutes(of point: JSONValue) -> Int? {
    if let hour = point["hour"]?.integer { return minutes(hour, point["minute"]?.integer ?? 0) }
    guard let time = point["time"]?.string else { return point["day"] == nil ? nil : 0 }
    return minutes(time)
  }

  /// Returns the rules of a week, from Monday; days in a row with the same times are one rule.
  private static func text(ofDays times: [String]) -> String? {
    var rules: [String] = []
    var day = 0
    while day < times.count {
      var last = day
      while last + 1 < times.count, times[last + 1] == times[day] { last += 1 }
      let days = day == last ? weekdays[day] : "\(weekdays[day])-\(weekdays[last])"
      if !times[day].isEmpty { rules.append("\(days) \(times[day])") }
      day = last + 1
    }
    return rules.isEmpty ? nil : rules.joined(separator: "; ")
  }

  // MARK: - schema.org

  private static func rule(of specification: JSONValue) -> String? {
    let opens = specification["opens"]?.string.flatMap(minutes)
    let closes = specification["closes"]?.string.flatMap(minutes)
    guard let opens, let closes else { return nil }
    var days: [String] = []
    if let value = specification["dayOfWeek"] {
      for name in list(value) {
        guard let word = name.string?.split(separator: "/").last, let day = day(named: word.lowercased()) else {
          return nil
        }
        days.append(day)
      }
    }
    guard let dates = dates(of: specification) else { return nil }
    let times = opens == closes && opens == 0 ? "off" : "\(clock(opens))-\(clock(closes == 0 ? 1440 : closes))"
    return [dates, days.joined(separator: ","), times].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private static func day(named name: String) -> String? {
    if name == "publicholidays" { return "PH" }
    return weekdays.first { name.hasPrefix($0.lowercased()) }
  }

  /// Returns the dates of a specification, empty without any; `nil` if they can't be read.
  private static func dates(of specification: JSONValue) -> String? {
    let bounds = ["validFrom", "validThrough"].map { specification[$0]?.string }
    guard bounds.contains(where: { $0 != nil }) else { return "" }
    let dates = bounds.compactMap { $0.flatMap { LocalTime("\($0.prefix(10))T00:00") } }
    guard dates.count == 2 else { return nil }
    return dates.map { date in
      let day = CivilDay(daysSince1970: date.minute / 1440)
      return "\(day.year) \(months[day.month - 1]) \(day.day.text(ofDigits: 2))"
    }
    .joined(separator: "-")
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  // MARK: - Columns

  /// Returns the hours of a table with columns for starts and ends; `nil` without times of weekdays.
  ///
  /// The columns are for weekdays, Saturdays, and holidays, which include Sundays in Korea.
  package static func text(
    weekdays: (start: String, end: String),
    saturdays: (start: String, end: String),
    holidays: (start: String, end: String)
  ) -> String? {
    guard let weekday = span(weekdays) else { return nil }
    // Midnight to midnight is written for closed days and for whole days.
    let parts = [("Mo-Fr", weekday), ("Sa", span(saturdays) ?? "unknown"), ("Su,PH", span(holidays) ?? "unknown")]
    return parts.map { "\($0) \($1)" }.joined(separator: "; ")
  }

  private static func span(_ bounds: (start: String, end: String)) -> String? {
    guard let start = minutes(bounds.start), let end = minutes(bounds.end), start != end, start < 1440 else {
      return nil
    }
    return "\(clock(start))-\(clock(end == 0 || end == 1439 ? 1440 : end))"
  }

  // MARK: - Times

  /// Reads `09:00`, `9:00:00` or `0900`.
  static func minutes(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map(String.init)
    if parts.count == 1, text.utf8.count == 4, let number = Int(text) { return minutes(number / 100, number % 100) }
    guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1].prefix(2)) else {
      return nil
    }
    return minutes(hour, minute)
  }

  private static func minutes(_ hour: Int, _ minute: Int) -> Int? {
    (0...24).contains(hour) && (0..<60).contains(minute) && hour * 60 + minute <= 1440 ? hour * 60 + minute : nil
  }

  static func clock(_ minutes: Int) -> String {
    "\((minutes / 60).text(ofDigits: 2)):\((minutes % 60).text(ofDigits: 2))"
  }
}
