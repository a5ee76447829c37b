/// The days that satisfy all conditions of a rule.
struct DaySelector: Sendable, Hashable {
  var years: [NumberRange] = []
  var dates: [DateRange] = []
  var weeks: [NumberRange] = []
  var weekdays: [WeekdayCondition] = []
  var holidays: [HolidayCondition] = []
  /// Whether a day must satisfy both a weekday and a holiday, as in `SH Mo-Fr`.
  var needsBoth = false

  /// Whether every day is covered.
  var isEmpty: Bool { years.isEmpty && dates.isEmpty && weeks.isEmpty && weekdays.isEmpty && holidays.isEmpty }

  /// Whether the covered days repeat every week.
  var isWeekly: Bool {
    years.isEmpty && dates.isEmpty && weeks.isEmpty && holidays.isEmpty && weekdays.allSatisfy(\.positions.isEmpty)
  }

  /// Returns whether the days are the days of another selector or, if both repeat every week, contain them.
  func covers(_ other: DaySelector) -> Bool {
    isWeekly && other.isWeekly ? other.weekdayBits & ~weekdayBits == 0 : self == other
  }

  /// The weekdays of days that repeat every week, as bits from Monday.
  private var weekdayBits: Int {
    guard !weekdays.isEmpty else { return 0x7F }
    return weekdays.reduce(into: 0) { bits, days in
      for day in 0...(days.last - days.first + 7) % 7 {
        bits |= 1 << (((days.first + day + days.offsetDays) % 7 + 7) % 7)
      }
    }
  }

  func contains(_ day: CalendarDay, with holidays: HolidayAssumption) -> Bool {
    guard years.isEmpty || years.contains(where: { $0.contains(day.civil.year) }) else { return false }
    guard dates.isEmpty || dates.contains(where: { $0.contains(day) }) else { return false }
    guard weeks.isEmpty || weeks.contains(where: { $0.contains(day.week) }) else { return false }
    guard !weekdays.isEmpty || !self.holidays.isEmpty else { return true }
    let isWeekday = weekdays.contains { $0.contains(day) }
    let isHoliday = self.holidays.contains { $0.contains(day, with: holidays) }
    return needsBoth ? isWeekday && isHoliday : isWeekday || isHoliday
  }
}

/// Numbers of years or weeks, with an interval.
struct NumberRange: Sendable, Hashable {
  let first: Int
  let last: Int
  var interval = 1

  func contains(_ number: Int) -> Bool { number >= first && number <= last && (number - first) % interval == 0 }
}

/// Weekdays, or the nth of a month.
struct WeekdayCondition: Sendable, Hashable {
  /// The days of the week, 0 for Monday; the last may be before the first.
  let first: Int
  let last: Int
  /// The occurrences within the month, negative from its end; empty for every occurrence.
  var positions: [Int] = []
  /// The number of days after the weekday.
  var offsetDays = 0

  func contains(_ day: CalendarDay) -> Bool {
    let day = offsetDays == 0 ? day : CalendarDay(day.daysSince1970 - offsetDays)
    let weekday = day.weekday
    guard first <= last ? weekday >= first && weekday <= last : weekday >= first || weekday <= last else {
      return false
    }
    guard !positions.isEmpty else { return true }
    let length = CivilDay.length(ofMonth: day.civil.month, year: day.civil.year)
    let position = (day.civil.day - 1) / 7 + 1
    return positions.contains(position) || positions.contains(-((length - day.civil.day) / 7 + 1))
  }
}

/// Public or school holidays.
struct HolidayCondition: Sendable, Hashable {
  let isSchool: Bool
  /// The number of days after the holiday.
  var offsetDays = 0

  func contains(_ day: CalendarDay, with assumption: HolidayAssumption) -> Bool {
    isSchool ? assumption.areSchoolHolidays : assumption.isHoliday(day.daysSince1970 - offsetDays)
  }
}

/// The holidays, with an assumption for days on which they are unknown.
struct HolidayAssumption: Sendable {
  let calendar: HolidayCalendar?
  let areUnknownHolidays: Bool
  let areSchoolHolidays: Bool

  func isHoliday(_ day: Int) -> Bool { calendar?.isHoliday(day) ?? areUnknownHolidays }
}
