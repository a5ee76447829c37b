import Tables

/// Converts hours whose weekdays are keys: `{"Monday": "8:30-17:00"}`, or `[{"day": "Mon", "open": …, "close": …}]`.
enum WeekdayHours {
  private static let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let keysOfDays = ["day", "weekday"]
  private static let keysOfTimes = [("open", "close"), ("opens", "closes"), ("start", "end"), ("from", "to")]

  /// Returns the hours as OpenStreetMap writes them; `nil` if any of the members or elements isn't a weekday.
  static func text(of value: JSONValue) -> String? {
    var rules: [String] = []
    for (name, hours) in days(of: value) {
      // `fr` and `th` are languages too.
      guard let day = names.firstIndex(where: { name.count > 2 && $0.hasPrefix(name.lowercased()) }),
        let rule = rule(of: hours, on: OpeningHoursNotation.weekdays[day])
      else { return nil }
      rules.append(rule)
    }
    return rules.isEmpty ? nil : OpeningHoursNotation.text(ofList: rules)
  }

  private static func days(of value: JSONValue) -> [(name: String, hours: JSONValue)] {
    if case .object(let members) = value { return members.map { ($0.key, $0.value) } }
    return value.elements.map { element in
      (keysOfDays.lazy.compactMap { element[$0]?.string }.first ?? "", element["hours"] ?? element)
    }
  }

  /// Returns the rule of a day; `nil` for hours that can't be read.
  private static func rule(of hours: JSONValue, on day: String) -> String? {
    let spans: [JSONValue] = if case .list(let elements) = hours { elements } else { [hours] }
    var times: [String] = []
    for span in spans where span != .null {
      guard let time = time(of: span) else { return nil }
      times.append(time)
    }
    return "\(day) \(times.isEmpty ? "off" : times.joined(separator: ","))"
  }

  /// Returns a span such as `08:30-17:00`, or the text itself, which may be `closed`.
  private static func time(of span: JSONValue) -> String? {
    let bounds: [String]
    if case .text(let text) = span {
      bounds = text.split(separator: "-").map { String($0.trimmed) }
      guard bounds.count == 2, bounds.allSatisfy({ OpeningHoursNotation.minutes($0) != nil }) else { return text }
    } else {
      bounds = keysOfTimes.lazy.map { [span[$0], span[$1]].compactMap { $0?.string } }.first { $0.count == 2 } ?? []
    }
    guard bounds.count == 2 else { return nil }
    let times = bounds.compactMap(OpeningHoursNotation.minutes)
    guard times.count == 2 else { return bounds.joined(separator: "-") }
    // Midnight twice is written for closed days and for whole days.
    guard times[0] != times[1] else { return "unknown" }
    return times.map(OpeningHoursNotation.clock).joined(separator: "-")
  }
}
