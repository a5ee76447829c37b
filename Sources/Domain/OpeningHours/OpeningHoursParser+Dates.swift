/// The dates of a rule.
extension OpeningHoursParser {
  mutating func readDates(into days: inout DaySelector) throws(NotUnderstood) {
    // `Jan-Feb Jan 09-15` may mean both or either.
    guard days.dates.isEmpty else { throw NotUnderstood() }
    var month: Int?
    repeat {
      let first = try readBound(after: month, isEnd: false)
      var range = DateRange(first: Self.start(of: first), last: first)
      if take(.sign("+")) {
        range.last = nil
      } else if token(at) == .sign("-") {
        at += 1
        range.last = try readBound(after: Self.month(of: first), isEnd: !Self.isMonth(first))
        guard first.year != nil || range.last?.year == nil else { throw NotUnderstood() }
      }
      days.dates.append(range)
      month = Self.month(of: range.last ?? first)
    } while takeComma(before: { parser, index in
      switch parser.token(index) {
      case .month?, .easter?: return true
      case .number(_, 4)?:
        if case .month? = parser.token(index + 1) { return true }
        return parser.token(index + 1) == .easter
      case .number?: return parser.isDateAhead(index) || month != nil && !parser.isClock(index)
      default: return false
      }
    })
  }

  /// Reads a date or a month.
  ///
  /// - Parameters:
  ///   - month: The month of the date before, to which a day alone belongs.
  ///   - isEnd: Whether the bound ends a range that begins with a day, such as `Mar Su[-1]-Oct Su[-1]`.
  /// - Returns: The date or the month.
  /// - Throws: An error if there is neither.
  private mutating func readBound(after month: Int?, isEnd: Bool) throws(NotUnderstood) -> DateRange.Bound {
    var year: Int?
    if case .number(let number, 4)? = token(at), !isClock(at) {
      year = number
      at += 1
    }
    var bound: DateRange.Bound
    if take(.easter) {
      bound = DateRange.Bound(year: year, anchor: .easter)
    } else if case .month(let month)? = token(at) {
      guard (1...12).contains(month) else { throw NotUnderstood() }
      at += 1
      bound = DateRange.Bound(year: year, anchor: try readDay(of: month, isEnd: isEnd))
    } else {
      let day = try readNumber(1...31)
      if case .month(let month)? = token(at), (1...12).contains(month) {
        at += 1
        bound = DateRange.Bound(year: year, anchor: .day(month: month, day: day))
      } else if let month {
        bound = DateRange.Bound(year: year, anchor: .day(month: month, day: day))
      } else {
        throw NotUnderstood()
      }
    }
    if case .day(let month, let day) = bound.anchor {
      guard day <= CivilDay.length(ofMonth: month, year: bound.year ?? 2024) else { throw NotUnderstood() }
    }
    bound.offsetDays = readOffsetDays()
    return bound
  }

  /// Reads the day after a month: its number, or the nth weekday of a range; a month without a day is the whole month.
  private mutating func readDay(of month: Int, isEnd: Bool) throws(NotUnderstood) -> DateRange.Anchor {
    if case .number(let day, let digits)? = token(at), digits <= 2, !isClock(at), lengthOfAlways(at) == nil {
      guard (1...31).contains(day) else { throw NotUnderstood() }
      at += 1
      return .day(month: month, day: day)
    }
    let start = at
    if case .weekdays(let first, let last)? = token(at), first == last {
      at += 1
      let positions = try readPositions()
      // `Oct Su[-1]` alone is a month and a weekday; as an end of a range, it is a date.
      if positions.count == 1, isEnd || isMonthAfterDash {
        return .weekday(first, nth: positions[0], month: month)
      }
      at = start
    }
    return .endOfMonth(month)
  }

  /// Whether a dash and a month follow.
  private var isMonthAfterDash: Bool {
    guard token(at) == .sign("-"), case .month? = token(at + 1) else { return false }
    return true
  }

  private static func isMonth(_ bound: DateRange.Bound) -> Bool {
    if case .endOfMonth = bound.anchor { true } else { false }
  }

  /// Returns the first day of a date or a month.
  private static func start(of bound: DateRange.Bound) -> DateRange.Bound {
    guard case .endOfMonth(let month) = bound.anchor else { return bound }
    var start = bound
    start.anchor = .day(month: month, day: 1)
    return start
  }

  private static func month(of bound: DateRange.Bound) -> Int? {
    switch bound.anchor {
    case .day(let month, _), .weekday(_, _, let month): month
    case .endOfMonth, .easter: nil
    }
  }
}
