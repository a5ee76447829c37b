import Tables

/// Converts hours whose weekdays are keys: `{"Monday": "8:30-17:00"}`, or `[{"day": "Mon", "open": …, "close": …}]`.
enum WeekdayHours {
  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  static let keysOfDays = ["day", "weekday", "day_name", "dayName", "day_of_week", "dayOfWeek"]
  private static let keysOfHours = ["hours", "text", "value", "times", "time"]
  private static let keysOfTimes = [
    ("open", "close"), ("opens", "closes"), ("start", "end"), ("from", "to"), keysOfPeriod,
  ]
  /// The keys of OCPI, which numbers the weekdays from 1 for Monday.
  private static let keysOfPeriod = ("period_begin", "period_end")
  private static let keysOfClosedDays = ["closed", "isClosed", "is_closed"]
  private static let keysOfOpenDays = ["isOpen", "is_open", "open"]

  /// The hours of a day.
  private enum Day {
    case times(String)
    /// Nothing is written, which may mean closed or unknown.
    case nothing
    case unknown
  }

  /// Returns the hours as OpenStreetMap writes them; `nil` if any of the members or elements isn't a weekday, or if no
  /// day has hours.
  static func text(of value: JSONValue) -> String? {
    var days: [(name: String, hours: Day)] = []
    let members = members(of: value)
    let areShort = members.contains { ["mo", "tu", "we", "su"].contains($0.name.lowercased()) }
    for (name, hours) in members {
      // `fr` and `th` are languages too.
      guard name.count > 2 || areShort, let day = weekday(named: name), let hours = self.hours(hours) else {
        return nil
      }
      days.append((OpeningHoursNotation.weekdays[day], hours))
    }
    // Some publishers write empty days for hours that they don't know.
    let hasTimes = days.contains { if case .times = $0.hours { true } else { false } }
    guard hasTimes else { return nil }
    return OpeningHoursNotation.text(
      ofList: days.map { name, hours in
        switch hours {
        case .times(let times): "\(name) \(times)"
        case .nothing: "\(name) off"
        case .unknown: "\(name) unknown"
        }
      }
    )
  }

  /// Returns the number of the weekday with an English name or its abbreviation, from 0 for Monday.
  static func weekday(named name: String) -> Int? {
    let word = name.lowercased()
    return word.count < 2 ? nil : names.firstIndex { $0.hasPrefix(word) }
  }

  private static func members(of value: JSONValue) -> [(name: String, hours: JSONValue)] {
    if case .object(let members) = value { return members.map { ($0.key, $0.value) } }
    return value.elements.map { element in
      let name = keysOfDays.lazy.compactMap { element[$0] }.first
      if element[keysOfPeriod.0] != nil, let number = name?.integer, (1...7).contains(number) {
        return (names[number - 1], element)
      }
      guard !SpecifiedHours.isDated(element) else { return ("", element) }
      return (name.flatMap(self.name) ?? "", keysOfHours.lazy.compactMap { element[$0] }.first ?? element)
    }
  }

  /// Returns the name of a day, which may be wrapped: `{"en": "Monday", "fr": "lundi"}`.
  private static func name(_ value: JSONValue) -> String? {
    guard case .object(let members) = value else { return value.string }
    return members.lazy.compactMap(\.value.string).first { weekday(named: $0) != nil }
  }

  /// Returns the hours of a day; `nil` if they can't be read.
  private static func hours(_ value: JSONValue) -> Day? {
    let spans: [JSONValue] = if case .list(let elements) = value { elements } else { [value] }
    var times: [String] = []
    for span in spans where span != .null {
      guard let time = time(of: span) else { return nil }
      times.append(time)
    }
    guard !times.isEmpty else { return .nothing }
    return times.contains("") ? .unknown : .times(times.joined(separator: ","))
  }

  /// Returns a span such as `08:30-17:00`, or the text itself, which may be `closed` or empty.
  private static func time(of span: JSONValue) -> String? {
    if isClosed(span) { return "off" }
    let bounds: [String]
    if case .text(let text) = span {
      bounds = text.split(separator: "-").map { String($0.trimmed) }
      guard bounds.count == 2, bounds.allSatisfy({ OpeningHoursNotation.minutes($0) != nil }) else {
        return String(text.trimmed)
      }
    } else {
      bounds = keysOfTimes.lazy.map { [span[$0], span[$1]].compactMap { $0?.string } }.first { $0.count == 2 } ?? []
    }
    guard bounds.count == 2 else { return nil }
    let times = bounds.compactMap(OpeningHoursNotation.minutes)
    guard times.count == 2 else { return bounds.joined(separator: "-") }
    // Midnight twice is written for closed days and for whole days.
    guard times[0] != times[1] else { return "unknown" }
    // `9:00-5:00` may mean the afternoon, which the text's own digits decide.
    let isShort = bounds.allSatisfy { $0.utf8.count <= 5 } && times[1] < times[0]
    return isShort ? bounds.joined(separator: "-") : times.map(OpeningHoursNotation.clock).joined(separator: "-")
  }

  private static func isClosed(_ span: JSONValue) -> Bool {
    keysOfClosedDays.contains { span[$0] == .bool(true) } || keysOfOpenDays.contains { span[$0] == .bool(false) }
  }
}
