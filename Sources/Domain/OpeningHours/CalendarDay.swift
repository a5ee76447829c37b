/// A day with everything that date selectors compare.
struct CalendarDay: Sendable, Hashable {
  /// The days since 1970-01-01.
  let daysSince1970: Int
  let civil: CivilDay

  init(_ daysSince1970: Int) {
    self.daysSince1970 = daysSince1970
    civil = CivilDay(daysSince1970: daysSince1970)
  }

  /// The day of the week, 0 for Monday.
  var weekday: Int { Self.weekday(of: daysSince1970) }

  /// The number of the week in its year (ISO 8601).
  var week: Int {
    let thursday = daysSince1970 - weekday + 3
    let year = CivilDay(daysSince1970: thursday).year
    return (thursday - CivilDay.daysSince1970(year: year, month: 1, day: 1)) / 7 + 1
  }

  /// Returns the day of the week, 0 for Monday, of a number of days since 1970-01-01, a Thursday.
  static func weekday(of days: Int) -> Int { ((days + 3) % 7 + 7) % 7 }
}

extension CivilDay {
  /// Returns the days since 1970-01-01 of a date; a day past the end of its month continues into the next month.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the number of days in a month.
  static func length(ofMonth month: Int, year: Int) -> Int {
    let isLeapYear = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  /// Returns the days since 1970-01-01 of the nth weekday of a month, counted from its end if negative; `nil` if the
  /// month has fewer.
  static func daysSince1970(ofWeekday weekday: Int, nth: Int, month: Int, year: Int) -> Int? {
    let length = length(ofMonth: month, year: year)
    let first = daysSince1970(year: year, month: month, day: 1)
    let day: Int
    if nth > 0 {
      day = (weekday - CalendarDay.weekday(of: first) + 7) % 7 + (nth - 1) * 7
    } else {
      let last = first + length - 1
      day = length - 1 - (CalendarDay.weekday(of: last) - weekday + 7) % 7 + (nth + 1) * 7
    }
    return day >= 0 && day < length ? first + day : nil
  }

  /// Returns Easter Sunday in days since 1970-01-01.
  ///
  /// Source: "Anonymous Gregorian algorithm", J. Meeus, "Astronomical Algorithms", 1991.
  static func easter(of year: Int) -> Int {
    let century = year / 100
    let golden = year % 19
    let epact = (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30
    let weekday = (32 + 2 * (century % 4) + 2 * (year % 100 / 4) - epact - year % 100 % 4) % 7
    let correction = (golden + 11 * epact + 22 * weekday) / 451
    let sum = epact + weekday - 7 * correction + 114
    return daysSince1970(year: year, month: sum / 31, day: sum % 31 + 1)
  }

  /// Returns Easter Sunday of the Eastern churches in days since 1970-01-01, in the Gregorian calendar.
  ///
  /// Source: J. Meeus, "Astronomical Algorithms", 1991; the difference of 13 days holds for 1900 to 2099.
  static func orthodoxEaster(of year: Int) -> Int {
    let moon = (19 * (year % 19) + 15) % 30
    let weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
    let sum = moon + weekday + 114
    return daysSince1970(year: year, month: sum / 31, day: sum % 31 + 1) + 13
  }
}
