package import Tables

/// Converts opening hours in other notations to OpenStreetMap's.
package enum OpeningHoursNotation {
  static let weekdays = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]

  /// Converts Google's `regularOpeningHours`, schema.org's `openingHoursSpecification`, OCPI's `opening_times` or hours
  /// by weekday; `nil` for another value.
  package static func text(of value: JSONValue) -> String? {
    if let periods = value["periods"] {
      return text(ofPeriods: periods.elements, specialDays: specialDays(of: value))
    }
    if let days = value["weekdayDescriptions"] ?? value["weekday_text"], !days.elements.isEmpty {
      return text(ofList: days.elements.compactMap(\.string))
    }
    if value["twentyfourseven"] == .bool(true) { return "24/7" }
    if let days = value["regular_hours"] { return WeekdayHours.text(of: days) }
    return WeekdayHours.text(of: value) ?? SpecifiedHours.text(of: value)
      ?? keysOfUsualHours.lazy.compactMap { value[$0] }.first.flatMap(text)
  }

  /// The keys of the usual hours next to a type, as in NGSI (FIWARE), or to dated exceptions.
  private static let keysOfUsualHours = ["value", "weekly", "week", "regular", "usual", "schedule", "hours"]

  /// Returns whether a value, or an element of it, names days or dates, without which its texts would mean every day.
  package static func namesDays(_ value: JSONValue) -> Bool {
    switch value {
    case .list(let elements): elements.contains(where: namesDays)
    case .object(let members):
      members.contains { member in
        let key = member.key.lowercased()
        return ["day", "date", "valid"].contains { key.contains($0) } || namesDays(member.value)
      }
    default: false
    }
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

  // MARK: - Google

  private static func text(ofPeriods periods: [JSONValue], specialDays: [Int]) -> String? {
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
    for day in specialDays { spans[day] = ["unknown"] }
    return text(ofDays: spans.map { $0.joined(separator: ",") })
  }

  /// Returns the weekdays of the dates whose hours `currentOpeningHours` has instead of the usual ones.
  private static func specialDays(of value: JSONValue) -> [Int] {
    (value["specialDays"]?.elements ?? []).compactMap { element in
      guard let date = element["date"], let year = date["year"]?.integer, let month = date["month"]?.integer,
        let day = date["day"]?.integer, (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
      else { return nil }
      return CalendarDay.weekday(of: CivilDay.daysSince1970(year: year, month: month, day: day))
    }
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

  /// Reads `09:00`, `9:00:00`, `0900`, `9:00 AM`, `9 pm` or `오후 9:00`.
  static func minutes(_ text: String) -> Int? {
    var words = String(text.lowercased().trimmed)
    // Replacing takes half the time of importing a place of Google, whose times have no words.
    if words.utf8.contains(UInt8(ascii: "m")) {
      words = words.replacing("a.m.", with: "am").replacing("p.m.", with: "pm")
    }
    if let point = words.firstIndex(of: "."), words[point...].utf8.dropFirst().allSatisfy(\.isDigit) {
      // `09:00:00.000`
      words = String(words[..<point])
    }
    guard let isAfternoon = takeMeridiem(&words) else { return minutesOfFullClock(words) }
    if !words.contains(":") { words += ":00" }
    guard let minutes = minutesOfFullClock(words), (60..<13 * 60).contains(minutes) else { return nil }
    return minutes % (12 * 60) + (isAfternoon ? 12 * 60 : 0)
  }

  /// Removes the word for the half of the day; returns whether it is the afternoon, or `nil` if there is none.
  private static func takeMeridiem(_ text: inout String) -> Bool? {
    for (word, isAfternoon) in [("오전", false), ("오후", true)] where text.hasPrefix(word) {
      text = String(text.dropFirst(word.count).trimmed)
      return isAfternoon
    }
    for (word, isAfternoon) in [("am", false), ("pm", true)] where text.hasSuffix(word) {
      text = String(text.dropLast(word.count).trimmed)
      return isAfternoon
    }
    return nil
  }

  private static func minutesOfFullClock(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.utf8.count <= 4 && part.utf8.allSatisfy(\.isDigit) ? Int(part) : nil
    }
    guard numbers.count == parts.count else { return nil }
    if numbers.count == 1 { return text.utf8.count == 4 ? minutes(numbers[0] / 100, numbers[0] % 100) : nil }
    return (2...3).contains(numbers.count) && parts[0].utf8.count <= 2 ? minutes(numbers[0], numbers[1]) : nil
  }

  private static func minutes(_ hour: Int, _ minute: Int) -> Int? {
    (0...24).contains(hour) && (0..<60).contains(minute) && hour * 60 + minute <= 1440 ? hour * 60 + minute : nil
  }

  static func clock(_ minutes: Int) -> String {
    "\((minutes / 60).text(ofDigits: 2)):\((minutes % 60).text(ofDigits: 2))"
  }
}
