/// A word or sign of opening hours.
enum OpeningHoursToken: Sendable, Hashable {
  case number(Int, digits: Int)
  /// Weekdays, 0 for Monday.
  case weekdays(first: Int, last: Int)
  /// A word for every day, which means nothing without times.
  case everyDay
  /// A month, 1...12.
  case month(Int)
  case holiday(isSchool: Bool)
  case sun(SolarEvent)
  case easter, week, day
  case state(OpeningState)
  /// `am`, or `pm` with the flag.
  case meridiem(isAfternoon: Bool)
  case hours, minutes
  /// A word for an unknown end, as in `17:00 till late`.
  case late
  case fallback
  case comment
  /// One of `-,;:+/()[].`
  case sign(Character)
}

/// The words of opening hours: OpenStreetMap's, English and Korean.
enum OpeningHoursWords {
  /// The words in Latin letters, in lower case.
  static let latin: [String: OpeningHoursToken] = {
    var words: [String: OpeningHoursToken] = [
      "ph": .holiday(isSchool: false), "sh": .holiday(isSchool: true), "easter": .easter, "week": .week, "day": .day,
      "days": .day, "dawn": .sun(.dawn), "sunrise": .sun(.sunrise), "sunset": .sun(.sunset), "dusk": .sun(.dusk),
      "open": .state(.open), "off": .state(.closed), "closed": .state(.closed), "unknown": .state(.unknown),
      "am": .meridiem(isAfternoon: false), "pm": .meridiem(isAfternoon: true), "to": .sign("-"), "through": .sign("-"),
      "thru": .sign("-"), "until": .sign("-"), "till": .sign("-"), "and": .sign(","), "h": .hours, "hr": .hours,
      "hrs": .hours, "hour": .hours, "hours": .hours, "uhr": .hours, "late": .late, "close": .late, "daily": .everyDay,
      "everyday": .everyDay,
      "wd": .weekdays(first: 0, last: 4), "weekdays": .weekdays(first: 0, last: 4),
      "weekends": .weekdays(first: 5, last: 6),
      "weekend": .weekdays(first: 5, last: 6),
    ]
    let weekdays = [
      "mo mon monday mondays", "tu tue tues tuesday tuesdays di", "we wed weds wednesday wednesdays mi",
      "th thu thur thurs thursday thursdays do", "fr fri friday fridays", "sa sat saturday saturdays",
      "su sun sunday sundays so",
    ]
    for (day, names) in weekdays.enumerated() {
      for name in names.split(separator: " ") { words[String(name)] = .weekdays(first: day, last: day) }
    }
    let months = [
      "jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
      "sep sept september", "oct october", "nov november", "dec december",
    ]
    for (month, names) in months.enumerated() {
      for name in names.split(separator: " ") { words[String(name)] = .month(month + 1) }
    }
    return words
  }()

  /// The Korean words, longer words before their prefixes; a word without a token is skipped.
  static let korean: [(word: [Unicode.Scalar], token: OpeningHoursToken?)] =
    ([
      ("연중무휴", .everyDay), ("공휴일", .holiday(isSchool: false)), ("법정공휴일", .holiday(isSchool: false)),
      ("매일", .everyDay), ("매주", nil), ("평일", .weekdays(first: 0, last: 4)), ("주말", .weekdays(first: 5, last: 6)),
      ("휴무일", .state(.closed)), ("휴무", .state(.closed)), ("휴관", .state(.closed)), ("휴점", .state(.closed)),
      ("휴진", .state(.closed)), ("오전", .meridiem(isAfternoon: false)), ("오후", .meridiem(isAfternoon: true)),
      ("시간", .hours), ("시", .hours), ("분", .minutes), ("부터", .sign("-")), ("까지", nil), ("및", .sign(",")),
    ] + weekdays).map { (Array($0.0.unicodeScalars), $0.1) }

  private static let weekdays: [(String, OpeningHoursToken?)] = "월화수목금토일".enumerated().flatMap {
    [("\($1)요일", OpeningHoursToken.weekdays(first: $0, last: $0)), (String($1), .weekdays(first: $0, last: $0))]
  }
}
