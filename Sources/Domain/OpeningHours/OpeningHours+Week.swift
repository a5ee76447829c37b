extension OpeningHours {
  /// The open times of a usual week.
  package struct Week: Sendable, Hashable {
    /// The open times of each day from Monday, in minutes since midnight; `nil` for a day that no rule mentions.
    ///
    /// Times past midnight exceed 24 hours.
    package let days: [[Range<Int>]?]
    /// The open times of a public holiday; `nil` if holidays have no rule.
    package let holidays: [Range<Int>]?
  }

  /// The open times of a usual week; `nil` if they depend on a date or the sun, or if a time is open-ended or unknown.
  package var week: Week? {
    let isUsual = rules.allSatisfy { rule in
      var days = rule.days
      days.holidays = []
      return days.isWeekly && !days.needsBoth && rule.days.holidays.allSatisfy { !$0.isSchool && $0.offsetDays == 0 }
    }
    guard isUsual, !usesSun else { return nil }
    let hasHolidays = rules.contains { !$0.days.holidays.isEmpty }
    guard let days = openTimes(areHolidays: false) else { return nil }
    guard hasHolidays else { return Week(days: days, holidays: nil) }
    // The hours of a holiday may depend on its weekday.
    guard let holidays = openTimes(areHolidays: true), Set(holidays).count == 1 else { return nil }
    return Week(days: days, holidays: holidays[0])
  }

  /// Returns the open times of seven days from a Monday, `nil` for a day that no rule mentions; `nil` if a state is
  /// unknown.
  private func openTimes(areHolidays: Bool) -> [[Range<Int>]?]? {
    // Neither the place nor the date matters.
    let locality = Locality(coordinate: .middleOfSeoul, holidays: nil, zone: nil)
    let assumption = HolidayAssumption(calendar: nil, areUnknownHolidays: areHolidays, areSchoolHolidays: false)
    var days: [[Range<Int>]?] = []
    for number in 4..<11 {
      let day = CalendarDay(number)
      guard rules.contains(where: { $0.days.contains(day, with: assumption) }) else {
        days.append(nil)
        continue
      }
      let schedule = DaySchedule(of: rules, on: day, with: assumption, in: locality)
      guard schedule.segments.allSatisfy({ $0.state != .unknown }) else { return nil }
      var times: [Range<Int>] = []
      let open = schedule.segments.filter { $0.state == .open }.map(\.minutes)
      for next in open.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = times.last, last.upperBound >= next.lowerBound {
          times[times.count - 1] = last.lowerBound..<max(last.upperBound, next.upperBound)
        } else {
          times.append(next)
        }
      }
      days.append(times)
    }
    return days
  }
}
