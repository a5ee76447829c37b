/// Opening hours by the rules of OpenStreetMap's `opening_hours`.
package struct OpeningHours: Sendable, Hashable {
  let rules: [OpeningRule]

  /// Makes opening hours of rules.
  init(rules: [OpeningRule]) { self.rules = rules }

  /// Reads opening hours; `nil` if a part of the text isn't understood.
  package init?(_ text: String) {
    guard let rules = OpeningHoursParser.rules(of: text) else { return nil }
    // `Mo off` says nothing about the other days.
    let areClosed = rules.allSatisfy { $0.state == .closed }
    self.rules = areClosed ? [OpeningRule(state: .unknown)] + rules : rules
  }

  /// The number of days that are searched for the next change.
  private static let horizonDays = 800

  /// Returns the state at a time, and its next change.
  ///
  /// - Parameters:
  ///   - minute: The local time, in minutes since 1970-01-01 00:00 local time.
  ///   - locality: The place, for its holidays and its sun.
  /// - Returns: The state; without a change if there is none within two years.
  package func status(at minute: Int, in locality: Locality) -> OpeningStatus {
    var day = (minute >= 0 ? minute : minute - minutesOfDay + 1) / minutesOfDay
    var yesterday = schedules(of: day - 1, in: locality)
    var today = schedules(of: day, in: locality)
    let now = Self.state(at: minute - day * minutesOfDay, yesterday, today)
    let lastDay = day + (repeatsWeekly ? 9 : Self.horizonDays)
    while day <= lastDay {
      let starts = Self.changes(yesterday, today)
      for start in starts where day * minutesOfDay + start > minute {
        let next = Self.state(at: start, yesterday, today)
        guard next == now else {
          return OpeningStatus(
            state: now,
            change: OpeningStatus.Change(minute: day * minutesOfDay + start, state: next)
          )
        }
      }
      day += 1
      yesterday = today
      today = schedules(of: day, in: locality)
    }
    return OpeningStatus(state: now, change: nil)
  }

  /// Returns the state at a local time.
  package func state(at minute: Int, in locality: Locality) -> OpeningState {
    let day = (minute >= 0 ? minute : minute - minutesOfDay + 1) / minutesOfDay
    return Self.state(
      at: minute - day * minutesOfDay,
      schedules(of: day - 1, in: locality),
      schedules(of: day, in: locality)
    )
  }

  /// Whether the hours depend only on the time and the weekday, so that a week of states answers every time.
  package var repeatsWeekly: Bool { rules.allSatisfy(\.days.isWeekly) && !usesSun }

  /// Whether the hours depend on the coordinate of the place.
  package var usesSun: Bool {
    rules.contains { rule in
      rule.times.contains { span in
        [span.start, span.end].contains { if case .sun? = $0 { true } else { false } }
      }
    }
  }

  /// Returns the minutes of the day at which the state may change, in order.
  private static func changes(_ yesterday: [DaySchedule], _ today: [DaySchedule]) -> [Int] {
    var minutes: Set<Int> = [0]
    for (schedules, offset) in [(yesterday, minutesOfDay), (today, 0)] {
      for segment in schedules.flatMap(\.segments) {
        minutes.insert(segment.minutes.lowerBound - offset)
        minutes.insert(segment.minutes.upperBound - offset)
      }
    }
    return minutes.filter { (0..<minutesOfDay).contains($0) }.sorted()
  }

  /// Returns the state that all possible schedules of a day and the day before agree on, otherwise unknown.
  private static func state(at minute: Int, _ yesterday: [DaySchedule], _ today: [DaySchedule]) -> OpeningState {
    var found: OpeningState?
    for schedule in today {
      for earlier in yesterday {
        // The hours of an evening end as written, also if another rule covers the next day.
        let state = OpeningState.combined(schedule.state(at: minute), earlier.state(at: minute + minutesOfDay))
        guard found == nil || found == state else { return .unknown }
        found = state
      }
    }
    return found ?? .unknown
  }

  /// Returns the possible schedules of a day; several if the hours depend on unknown holidays.
  func schedules(of days: Int, in locality: Locality) -> [DaySchedule] {
    let day = CalendarDay(days)
    var schedules: [DaySchedule] = []
    let conditions = rules.flatMap(\.days.holidays)
    let dependsOnHolidays = conditions.contains { condition in
      !condition.isSchool && locality.holidays?.isHoliday(days - condition.offsetDays) == nil
    }
    for areHolidays in dependsOnHolidays ? [false, true] : [false] {
      for areSchoolHolidays in conditions.contains(where: \.isSchool) ? [false, true] : [false] {
        let assumption = HolidayAssumption(
          calendar: locality.holidays,
          areUnknownHolidays: areHolidays,
          areSchoolHolidays: areSchoolHolidays
        )
        let schedule = DaySchedule(of: rules, on: day, with: assumption, in: locality)
        if !schedules.contains(schedule) { schedules.append(schedule) }
      }
    }
    return schedules
  }
}

/// The state of a place at a time, and its next change.
package struct OpeningStatus: Sendable, Hashable {
  /// The first time at which the state differs.
  package struct Change: Sendable, Hashable {
    /// The local time, in minutes since 1970-01-01 00:00 local time.
    package let minute: Int
    package let state: OpeningState
  }

  package let state: OpeningState
  /// The next change; `nil` if there is none within two years.
  package let change: Change?
}
