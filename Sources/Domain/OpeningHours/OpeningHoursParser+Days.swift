/// The days of a rule.
extension OpeningHoursParser {
  /// Reads the days of a rule.
  ///
  /// - Returns: Whether a word for every day was read.
  mutating func readDays(into days: inout DaySelector) throws(NotUnderstood) -> Bool {
    var isEveryDay = false
    while let next = token(at) {
      switch next {
      case .number where days.weekdays.isEmpty && isDateAhead(at): try readYearsOrDates(into: &days)
      case .month, .easter: try readDates(into: &days)
      case .week: try readWeeks(into: &days)
      case .weekdays, .holiday: try readWeekdays(into: &days)
      case .everyDay:
        isEveryDay = true
        at += 1
      case .sign(":") where isEveryDay || !days.isEmpty: at += 1
      default: return isEveryDay
      }
    }
    return isEveryDay
  }

  private mutating func readYearsOrDates(into days: inout DaySelector) throws(NotUnderstood) {
    guard case .number(_, 4)? = token(at) else { return try readDates(into: &days) }
    switch token(at + 1) {
    case .month?, .easter?: return try readDates(into: &days)
    default: break
    }
    repeat {
      let first = try readNumber(1900...9999)
      var range = NumberRange(first: first, last: first)
      if take(.sign("+")) {
        range = NumberRange(first: first, last: 9999)
      } else if take(.sign("-")) {
        range = NumberRange(first: first, last: try readNumber(first...9999))
        if take(.sign("/")) { range.interval = try readNumber(1...100) }
      }
      days.years.append(range)
    } while takeComma(before: { parser, index in
      guard case .number(_, 4)? = parser.token(index) else { return false }
      return parser.isDateAhead(index)
    })
  }

  private mutating func readWeeks(into days: inout DaySelector) throws(NotUnderstood) {
    at += 1
    repeat {
      let first = try readNumber(1...53)
      var last = first
      var interval = 1
      if take(.sign("-")) {
        last = try readNumber(1...53)
        if take(.sign("/")) { interval = try readNumber(1...53) }
      }
      if last >= first {
        days.weeks.append(NumberRange(first: first, last: last, interval: interval))
      } else {
        guard interval == 1 else { throw NotUnderstood() }
        days.weeks += [NumberRange(first: first, last: 53), NumberRange(first: 1, last: last)]
      }
    } while takeComma(before: { parser, index in
      if case .number? = parser.token(index) { !parser.isClock(index) } else { false }
    })
  }

  private mutating func readWeekdays(into days: inout DaySelector) throws(NotUnderstood) {
    let isDay: (OpeningHoursParser, Int) -> Bool = { parser, index in
      switch parser.token(index) {
      case .weekdays?, .holiday?: true
      default: false
      }
    }
    var hasComma = true
    var hasSpace = false
    var followsHoliday = false
    while isDay(self, at) {
      if case .holiday(let isSchool)? = token(at) {
        // `PH Mo` are the holidays on a Monday, and by `Su PH` people mean both days.
        guard !days.needsBoth else { throw NotUnderstood() }
        at += 1
        days.holidays.append(HolidayCondition(isSchool: isSchool, offsetDays: readOffsetDays()))
        followsHoliday = true
      } else if case .weekdays(let first, let last)? = token(at) {
        if !hasComma, followsHoliday { days.needsBoth = days.weekdays.isEmpty }
        followsHoliday = false
        if !hasComma, case .weekdays? = token(at - 1) {
          // `PH Sa Su` are three days.
          hasSpace = true
          days.needsBoth = false
        }
        at += 1
        var weekdays = WeekdayCondition(first: first, last: last)
        if token(at) == .sign("-"), case .weekdays(_, let last)? = token(at + 1) {
          at += 2
          weekdays = WeekdayCondition(first: first, last: last)
        }
        weekdays.positions = try readPositions()
        weekdays.offsetDays = readOffsetDays()
        days.weekdays.append(weekdays)
      }
      hasComma = takeComma(before: isDay)
      if !hasComma, token(at) == .sign("/"), isDay(self, at + 1) {
        // `일요일/공휴일 휴무`
        hasComma = take(.sign("/"))
      }
    }
    // `Mo Su` may be a range without its dash.
    let ends = days.weekdays.map { ($0.first, $0.last) }
    guard !hasSpace || ends.count != 2 || ends.contains(where: !=) || ends[1].0 == (ends[0].1 + 1) % 7 else {
      throw NotUnderstood()
    }
  }

  /// Reads the positions of a weekday in its month, such as `[1,3]`, `[1-2]` and `[-1]`.
  mutating func readPositions() throws(NotUnderstood) -> [Int] {
    guard take(.sign("[")) else { return [] }
    var positions: [Int] = []
    repeat {
      if take(.sign("-")) {
        positions.append(-(try readNumber(1...5)))
      } else {
        let first = try readNumber(1...5)
        let last = take(.sign("-")) ? try readNumber(first...5) : first
        positions += Array(first...last)
      }
    } while take(.sign(","))
    guard take(.sign("]")) else { throw NotUnderstood() }
    return positions
  }

  /// Skips a comma if the token after it continues a list.
  mutating func takeComma(before continues: (OpeningHoursParser, Int) -> Bool) -> Bool {
    guard token(at) == .sign(","), continues(self, at + 1) else { return false }
    at += 1
    return true
  }
}
