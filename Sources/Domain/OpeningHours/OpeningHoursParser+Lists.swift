/// The separators of rules.
extension OpeningHoursParser {
  enum Separator {
    case semicolon, comma, fallback
    /// A line break, a slash or a space, which OpenStreetMap doesn't use, or a semicolon of a plain text.
    case list
  }

  /// Reads a separator after a rule; the end of the text counts as one after a semicolon.
  ///
  /// - Parameters:
  ///   - rule: The rule.
  ///   - beginsWithState: Whether its state is before its days, as in `closed Mo`.
  /// - Returns: The separator.
  /// - Throws: An error if the rest of the text isn't another rule.
  mutating func readSeparator(
    after rule: OpeningRule,
    beginsWithState: Bool
  ) throws(NotUnderstood) -> Separator {
    if take(.sign(";")) || take(.sign("\n")) {
      var isList = tokens[at - 1] == .sign("\n")
      while token(at) == .sign(";") || token(at) == .sign("\n") {
        isList = isList && token(at) == .sign("\n")
        at += 1
      }
      return isList || isPlainText ? .list : .semicolon
    }
    let separator: Separator = take(.fallback) ? .fallback : take(.sign(",")) ? .comma : .list
    guard separator == .list else {
      guard at < tokens.count else { throw NotUnderstood() }
      return separator
    }
    // `평일 09:00-18:00 / 토요일 09:00-13:00`, and with a space. `closed Mo Tu 9-17` and `9-17 closed Tu` are ambiguous.
    let isClear = rule.times.isEmpty ? rule.state == .closed : rule.state == .open
    guard take(.sign("/")) || isClear && !beginsWithState, isDayAhead else { throw NotUnderstood() }
    var next = self
    let following = try next.readRule()
    guard !following.times.isEmpty || following.state == .closed else { throw NotUnderstood() }
    return .list
  }

  private var isDayAhead: Bool {
    switch token(at) {
    case .weekdays?, .holiday?, .everyDay?, .month?: true
    default: false
    }
  }

  /// Sets the effect of a rule on the rules before it.
  ///
  /// People list `월 09:00-12:00, 월 13:00-18:00` to add hours, and `매일 10:00-22:00, 일 10:00-20:00` to replace them.
  func join(_ rule: inout OpeningRule, to rules: [OpeningRule], by separator: Separator) {
    switch separator {
    case .semicolon:
      let kept = indexesOfRules(keptBy: rule, in: rules)
      guard !kept.isEmpty else { return }
      let replaces = rules.indices.contains { !kept.contains($0) && rule.sharesDays(with: rules[$0]) }
      (rule.joining, rule.kept) = replaces ? (.replacing, kept) : (.adding, [])
    case .fallback: rule.joining = .fallback
    case .comma where !isPlainText || rule.isClosedAllDay: rule.joining = .adding
    case .comma, .list:
      rule.joining = Self.joining(ofListed: rule, after: rules) ?? (separator == .comma ? .adding : .replacing)
    }
  }

  /// Returns the indexes of the rules to which a rule adds hours, as in `Mo 17:00-20:00; Mo-Fr 09:00-12:00`.
  ///
  /// By the grammar, the second rule replaces the first, which would then mean nothing.
  private func indexesOfRules(keptBy rule: OpeningRule, in rules: [OpeningRule]) -> [Int] {
    guard rule.hasOpenTimes else { return [] }
    let covered = rules.indices.filter { rules[$0].hasOpenTimes && rule.days.covers(rules[$0].days) }
    return covered.contains { rule.overlaps(rules[$0]) } ? [] : covered
  }

  /// Returns the effect of a rule on the last rule for one of its days; `nil` if there is none.
  static func joining(ofListed rule: OpeningRule, after rules: [OpeningRule]) -> OpeningRule.Joining? {
    let last = rules.last { !$0.isClosedAllDay && rule.sharesDays(with: $0) }
    // The hours of dates and holidays replace those of weekdays.
    return last.map { $0.days.isWeekly && !rule.days.isWeekly || rule.overlaps($0) ? .replacing : .adding }
  }

  /// Reads the closed days in `10:00-18:00 (월요일 휴관)`, and skips the note in `10:00-18:00 / 연중무휴`.
  mutating func readNote(after rule: OpeningRule) throws(NotUnderstood) -> OpeningRule? {
    let notes: [[OpeningHoursToken]] = [
      [.sign("/"), .everyDay], [.sign(","), .everyDay], [.sign("("), .everyDay, .sign(")")],
    ]
    if !rule.times.isEmpty, notes.contains(Array(tokens[at...])) { at = tokens.count }
    guard take(.sign("(")) else { return nil }
    let rule = try readRule()
    guard take(.sign(")")), rule.isClosedAllDay, !rule.days.isEmpty else { throw NotUnderstood() }
    return rule
  }

  /// Reads the closed days before days with times, as in `closed Mon, Tue-Sun 8am-5pm`; `nil` if there are none.
  mutating func readClosedDays() throws(NotUnderstood) -> OpeningRule? {
    guard token(at) == .state(.closed) else { return nil }
    var comma: Int?
    var index = at + 1
    while isDay(index) || token(index) == .sign("-") || token(index) == .sign(",") {
      if token(index) == .sign(",") { comma = index }
      index += 1
    }
    // In `off, 10:00-12:00`, the closed rule has no days.
    guard let comma, comma > at + 1, isTimeAhead(index) else { return nil }
    guard isPlainText else { throw NotUnderstood() }
    var closed = OpeningHoursParser(tokens: Array(tokens[..<comma]), isPlainText: true)
    closed.at = at
    let rule = try closed.readRule()
    guard closed.at == comma, rule.isClosedAllDay else { throw NotUnderstood() }
    at = comma
    return rule
  }

  private func isDay(_ index: Int) -> Bool {
    switch token(index) {
    case .weekdays?, .holiday?: true
    default: false
    }
  }

  /// Moves closed days and the hours of holidays after rules that cover the same days, because people mean exceptions
  /// in any order: `월요일 휴무, 매일 10:00-18:00`.
  static func withExceptionsLast(_ rules: [OpeningRule]) -> [OpeningRule] {
    let exceptions = rules.indices.filter { index in
      let rule = rules[index]
      return rules[(index + 1)...].contains { later in
        let isException = rule.isClosedAllDay ? later.state != .closed : rule.isOfHolidays && later.days.isWeekly
        return isException && rule.sharesDays(with: later)
      }
    }
    var sorted = rules.indices.filter { !exceptions.contains($0) }.map { rules[$0] }
    for index in exceptions {
      sorted.append(rules[index])
      if !rules[index].isClosedAllDay { sorted[sorted.count - 1].joining = .replacing }
    }
    sorted[0].joining = .replacing
    return sorted
  }
}

extension OpeningRule {
  /// Whether the rule closes whole days.
  var isClosedAllDay: Bool { state == .closed && times.isEmpty }
  /// Whether the rule has hours of holidays, and perhaps of other days.
  fileprivate var isOfHolidays: Bool { hasOpenTimes && !days.holidays.isEmpty && !days.needsBoth }

  /// Returns the segments of both rules on the days that both cover.
  private func common(with other: OpeningRule) -> [(own: [DaySchedule.Segment], other: [DaySchedule.Segment])] {
    // Neither the place nor the date of a week matters; other days are in 2024, a leap year.
    let locality = Locality(coordinate: .middleOfSeoul, holidays: nil, zone: nil)
    let isWeekly = days.isWeekly && other.days.isWeekly
    let year = 19_723..<20_089
    var common = Self.days(isWeekly ? 4..<11 : year, of: [self, other])
    if common.isEmpty, !isWeekly, [self, other].contains(where: { Self.days(year, of: [$0]).count < 7 }) {
      // A date falls on every weekday within these years, 2025 to 2034.
      common = Self.days(20_089..<23_741, of: [self, other])
    }
    return common.map { (segments(on: $0, in: locality), other.segments(on: $0, in: locality)) }
  }

  /// Returns the days of a range that all rules cover, if its holidays are unknown.
  private static func days(_ range: Range<Int>, of rules: [OpeningRule]) -> [CalendarDay] {
    let assumptions = [false, true].map {
      HolidayAssumption(calendar: nil, areUnknownHolidays: $0, areSchoolHolidays: $0)
    }
    return range.map(CalendarDay.init).filter { day in
      assumptions.contains { assumption in rules.allSatisfy { $0.days.contains(day, with: assumption) } }
    }
  }

  fileprivate func sharesDays(with other: OpeningRule) -> Bool { !common(with: other).isEmpty }

  fileprivate func overlaps(_ other: OpeningRule) -> Bool {
    common(with: other).contains { own, other in
      own.contains { segment in other.contains { $0.minutes.overlaps(segment.minutes) } }
    }
  }
}
