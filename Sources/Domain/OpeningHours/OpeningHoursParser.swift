/// Reads opening hours by OpenStreetMap's grammar, with the spellings that people use.
///
/// A text that contains anything else isn't understood, because only some of its rules could give a wrong result.
struct OpeningHoursParser {
  struct NotUnderstood: Error {}

  let tokens: [OpeningHoursToken]
  /// Whether days are in words instead of OpenStreetMap's abbreviations.
  let isPlainText: Bool
  var at = 0
  /// Whether a time shows that the clock has 24 hours: `08-11`, `14-18` or `9 Uhr`.
  var hasFullClock = false
  /// Whether a span may end in the evening, as `7-11` may.
  var hasHalfClock = false

  /// Returns the rules of a text; `nil` if a part isn't understood.
  static func rules(of text: String) -> [OpeningRule]? {
    guard let (tokens, isPlainText) = OpeningHoursLexer.tokens(of: text) else { return nil }
    var parser = OpeningHoursParser(tokens: tokens, isPlainText: isPlainText)
    return try? parser.readRules()
  }

  private mutating func readRules() throws(NotUnderstood) -> [OpeningRule] {
    var rules: [OpeningRule] = []
    var separator = Separator.semicolon
    var hasOnlyDays = false
    var hasOnlyTimes = false
    var timeless: Set<Int> = []
    while take(.sign(";")) || take(.sign("\n")) {}
    while at < tokens.count {
      let start = at
      var rule = if let closed = try readClosedDays() { closed } else { try readRule() }
      let hasState = tokens[start..<at].contains(where: \.isState)
      let namesDays = !rule.days.isEmpty || tokens[start..<at].contains(.everyDay)
      if separator != .fallback, hasOnlyDays, let last = rules.last, rule.hasOnlyTimes, !hasState {
        // `Mo-Fr, 9:00-17:00` and `Mo-Fr; 9:00-17:00` are one rule.
        rule.joining = last.joining
        rule.days = last.days
        rules[rules.count - 1] = rule
      } else if isPlainText, rule.isClosedAllDay, !namesDays, !rules.isEmpty {
        // `Sunday, closed` is one rule, and `9am-5pm, closed` doesn't say when.
        guard hasOnlyDays else { throw NotUnderstood() }
        rules[rules.count - 1].state = .closed
        rule = rules[rules.count - 1]
      } else if isPlainText, hasOnlyTimes, rule.hasOnlyDays, !hasState, at == tokens.count, rules.count == 1 {
        // `9am-5pm, Monday to Friday`
        rules[0].days = rule.days
        rule.times = rules[0].times
      } else {
        join(&rule, to: rules, by: separator)
        if rule.joining == .adding || !rule.kept.isEmpty, rule.hasOpenTimes, !namesDays,
          let last = separator == .semicolon ? rules.last(where: \.hasOpenTimes) : rules.last, last.hasOpenTimes
        {
          // `Mo-Fr 09:00-13:00; 14:00-18:00`
          (rule.joining, rule.kept) = (.adding, [])
          rule.days = last.days
        }
        rules.append(rule)
      }
      hasOnlyDays = rule.hasOnlyDays && !hasState
      hasOnlyTimes = rule.hasOnlyTimes && !hasState
      timeless.remove(rules.count - 1)
      if hasOnlyDays, rule.joining != .fallback { timeless.insert(rules.count - 1) }
      if let note = try readNote(after: rule) { rules.append(note) }
      guard at < tokens.count else { break }
      separator = try readSeparator(after: rule, beginsWithState: tokens[start].isState)
    }
    // `Thursdays` doesn't say when.
    guard !rules.isEmpty, !isPlainText || !hasOnlyDays, hasFullClock || !hasHalfClock else { throw NotUnderstood() }
    if rules.contains(where: { $0.hasOpenTimes && $0.joining != .fallback }) {
      // `Mo-Fr 9-17; May-Oct` doesn't say when.
      for index in timeless { rules[index].state = .unknown }
    }
    return isPlainText ? Self.withExceptionsLast(rules) : rules
  }

  mutating func readRule() throws(NotUnderstood) -> OpeningRule {
    var rule = OpeningRule()
    let start = at
    var state = readLeadingState()
    var isEveryDay = try readDays(into: &rule.days)
    if state == nil { state = readLeadingState() }
    let isAlways = takeAlways()
    if isAlways, !rule.days.isEmpty {
      rule.times = [TimeSpan(start: .clock(minutes: 0), end: .clock(minutes: minutesOfDay))]
    } else if !isAlways, isTimeAhead(at) {
      rule.times = try readTimes()
      if rule.days.isEmpty, !isEveryDay {
        isEveryDay = try readDays(into: &rule.days)
        guard !isTimeAhead(at) else { throw NotUnderstood() }
      }
    }
    var hasComment = false
    while at < tokens.count {
      if take(.comment) {
        hasComment = true
      } else if case .state(let written) = tokens[at], state == nil {
        state = written
        at += 1
      } else {
        break
      }
    }
    // `closed Sa-Su Mo-Fr 9-17` has two rules.
    guard token(start) != .state(.closed) || rule.times.isEmpty || !hasSpaceBetweenDays(from: start) else {
      throw NotUnderstood()
    }
    let hasTimes = isAlways || !rule.times.isEmpty
    let isEmpty = rule.days.isEmpty && !isEveryDay && state == nil && !hasTimes && !hasComment
    // `open daily` doesn't say when.
    let isTimeless = isEveryDay && !hasTimes && !hasComment && (state == nil || state == .open)
    guard !isEmpty, !isTimeless else { throw NotUnderstood() }
    // A comment without times or a state doesn't say when the place is open.
    rule.state = state ?? (hasComment && !hasTimes ? .unknown : .open)
    return rule
  }

  /// Reads a state before the days or times, as in `open daily 9-18` and `closed Mo`.
  private mutating func readLeadingState() -> OpeningState? {
    guard at < tokens.count, case .state(let state) = tokens[at], at + 1 < tokens.count else { return nil }
    switch tokens[at + 1] {
    case .weekdays, .everyDay, .holiday, .number, .always:
      at += 1
      return state
    default: return nil
    }
  }

  /// Reads `24/7`, or a word for it.
  private mutating func takeAlways() -> Bool {
    guard let length = lengthOfAlways(at) else { return false }
    at += length
    return true
  }

  private static let always: [[OpeningHoursToken]] = [
    [.number(24, digits: 2), .sign("/"), .number(7, digits: 1)],
    [.number(24, digits: 2), .hours, .sign("/"), .number(24, digits: 2)], [.always],
  ]

  /// Returns the number of tokens that mean all day and every day; `nil` if there are none.
  func lengthOfAlways(_ index: Int) -> Int? {
    Self.always.first { tokens[min(index, tokens.count)...].starts(with: $0) }?.count
  }
}

/// Functions that read single tokens.
extension OpeningHoursParser {
  func token(_ index: Int) -> OpeningHoursToken? { index < tokens.count ? tokens[index] : nil }

  mutating func take(_ token: OpeningHoursToken) -> Bool {
    guard self.token(at) == token else { return false }
    at += 1
    return true
  }

  /// Reads a number within a range.
  mutating func readNumber(_ range: ClosedRange<Int>) throws(NotUnderstood) -> Int {
    guard case .number(let number, _)? = token(at), range.contains(number) else { throw NotUnderstood() }
    at += 1
    return number
  }

  /// Reads a number of days after or before, such as `+1 day`; 0 if there is none.
  mutating func readOffsetDays() -> Int {
    for (sign, factor) in [("+", 1), ("-", -1)] as [(Character, Int)] {
      guard token(at) == .sign(sign), case .number(let days, _)? = token(at + 1), token(at + 2) == .day else {
        continue
      }
      at += 3
      return days * factor
    }
    return 0
  }

  /// Returns whether a time begins at a token after the days of a rule.
  func isTimeAhead(_ index: Int) -> Bool {
    switch token(index) {
    case .number?: !isDateAhead(index) && lengthOfAlways(index) == nil
    case .sun?, .meridiem?: true
    case .sign("(")?: if case .sun? = token(index + 1) { true } else { false }
    default: false
    }
  }

  /// Returns whether the tokens that are read since an index have days without a comma between them.
  private func hasSpaceBetweenDays(from start: Int) -> Bool {
    (start + 1..<at).contains { index in
      guard case .weekdays = tokens[index], case .weekdays = tokens[index - 1] else { return false }
      return true
    }
  }

  /// Returns whether the number at a token begins a date: a year, or a day before its month.
  func isDateAhead(_ index: Int) -> Bool {
    guard case .number(_, let digits)? = token(index) else { return false }
    if case .month? = token(index + 1) { return true }
    return digits == 4 && !isClock(index)
  }

  /// Returns whether the number at a token is the hour of a time.
  func isClock(_ index: Int) -> Bool {
    switch token(index + 1) {
    case .sign(":")?, .sign(".")?:
      if case .number(_, 2)? = token(index + 2) { true } else { false }
    case .hours?, .meridiem?: true
    default: false
    }
  }
}
