/// A range of dates, in one year or in every year.
struct DateRange: Sendable, Hashable {
  /// A date that may depend on the year.
  enum Anchor: Sendable, Hashable {
    case day(month: Int, day: Int)
    case endOfMonth(Int)
    case easter
    case weekday(Int, nth: Int, month: Int)
  }

  /// An end of the range.
  struct Bound: Sendable, Hashable {
    var year: Int?
    var anchor: Anchor
    var offsetDays = 0

    /// Returns the days since 1970-01-01 of the bound; `nil` if the year doesn't have the date.
    func days(in year: Int) -> Int? {
      let year = self.year ?? year
      let days: Int
      switch anchor {
      case .day(let month, let day):
        guard day <= CivilDay.length(ofMonth: month, year: year) else { return nil }
        days = CivilDay.daysSince1970(year: year, month: month, day: day)
      case .endOfMonth(let month):
        days = CivilDay.daysSince1970(year: year, month: month, day: CivilDay.length(ofMonth: month, year: year))
      case .easter: days = CivilDay.easter(of: year)
      case .weekday(let weekday, let nth, let month):
        guard let found = CivilDay.daysSince1970(ofWeekday: weekday, nth: nth, month: month, year: year) else {
          return nil
        }
        days = found
      }
      return days + offsetDays
    }
  }

  var first: Bound
  /// The last day; `nil` without an end.
  var last: Bound?

  func contains(_ day: CalendarDay) -> Bool {
    let days = day.daysSince1970
    if let year = first.year { return contains(days, from: year) }
    // A range may begin in the year before, and an offset may move it out of its year.
    return (day.civil.year - 1...day.civil.year + 1).contains { contains(days, from: $0) }
  }

  /// Returns whether the range that begins in a year contains a day.
  private func contains(_ days: Int, from year: Int) -> Bool {
    guard let last else {
      // Without a year, a range without an end ends with the year.
      guard let start = first.days(in: year), days >= start else { return false }
      return first.year != nil || days < CivilDay.daysSince1970(year: year + 1, month: 1, day: 1)
    }
    if first == last { return first.days(in: year) == days }
    guard let start = first.days(in: year) ?? nextMonth(after: first, in: year) else { return false }
    guard var end = end(last, in: year) else { return false }
    if end < start, last.year == nil, endsNextYear(from: start, to: end, in: year) {
      end = self.end(last, in: year + 1) ?? end
    }
    return days >= start && days <= end
  }

  /// Returns whether a range that would end before its start ends in the next year.
  ///
  /// Easter is between 22 March and 25 April: `easter-Apr 01` has no days in a year with a later Easter.
  private func endsNextYear(from start: Int, to end: Int, in year: Int) -> Bool {
    if first.anchor == .easter {
      return end < CivilDay.daysSince1970(year: year, month: 3, day: 22) + first.offsetDays
    }
    guard let last, last.anchor == .easter else { return true }
    return start > CivilDay.daysSince1970(year: year, month: 4, day: 25) + last.offsetDays
  }

  /// Returns the end of a range; 29 February is the end of the month in other years.
  private func end(_ bound: Bound, in year: Int) -> Int? {
    bound.days(in: year) ?? nextMonth(after: bound, in: year).map { $0 - 1 }
  }

  /// Returns the first day of the next month, for a bound on 29 February of a year without it.
  private func nextMonth(after bound: Bound, in year: Int) -> Int? {
    guard case .day(let month, _) = bound.anchor else { return nil }
    return CivilDay.daysSince1970(year: bound.year ?? year, month: month, day: 1)
      + CivilDay.length(ofMonth: month, year: bound.year ?? year)
  }
}
