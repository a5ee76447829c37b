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
  /// A word for all day and every day.
  case always
  /// A word for the day after, before the end of a span.
  case nextDay
  case fallback
  case comment
  /// One of `-,;:+/()[].`, or a line break.
  case sign(Character)

  var isState: Bool { if case .state = self { true } else { false } }
  var isNumber: Bool { if case .number = self { true } else { false } }

  /// Whether the token is a weekday or a holiday.
  var isDay: Bool {
    switch self {
    case .weekdays, .holiday: true
    default: false
    }
  }
}

/// The words of opening hours: OpenStreetMap's, English and Korean, German abbreviations of days, and whole words of
/// German, French, Spanish, Italian and Dutch.
enum OpeningHoursWords {
  /// The words in Latin letters, in lower case.
  static let latin: [String: OpeningHoursToken] = {
    var words: [String: OpeningHoursToken] = [
      "ph": .holiday(isSchool: false), "sh": .holiday(isSchool: true), "easter": .easter, "week": .week, "day": .day,
      "days": .day, "dawn": .sun(.dawn), "sunrise": .sun(.sunrise), "sunset": .sun(.sunset), "dusk": .sun(.dusk),
      "open": .state(.open), "off": .state(.closed), "closed": .state(.closed), "unknown": .state(.unknown),
      "am": .meridiem(isAfternoon: false), "pm": .meridiem(isAfternoon: true), "to": .sign("-"), "through": .sign("-"),
      "thru": .sign("-"), "until": .sign("-"), "till": .sign("-"), "and": .sign(","), "h": .hours, "hr": .hours,
      "hrs": .hours, "hour": .hours, "hours": .hours, "uhr": .hours, "uur": .hours, "late": .late, "close": .late,
      "daily": .everyDay, "everyday": .everyDay, "always": .always, "midnight": .number(24, digits: 2),
      "noon": .number(12, digits: 2),
      "wd": .weekdays(first: 0, last: 4), "weekdays": .weekdays(first: 0, last: 4),
      "weekends": .weekdays(first: 5, last: 6),
      "weekend": .weekdays(first: 5, last: 6),
    ]
    let weekdays = [
      "mo mon monday mondays", "tu tue tues tuesday tuesdays di", "we wed weds wednesday wednesdays mi",
      "th thu thur thurs thursday thursdays do", "fr fri friday fridays", "sa sat saturday saturdays",
      "su sun sunday sundays so",
    ]
    for (day, names) in (weekdays + wholeWeekdays).enumerated() {
      for name in names.split(separator: " ") { words[String(name)] = .weekdays(first: day % 7, last: day % 7) }
    }
    for (names, token) in wholeWords {
      for name in names.split(separator: " ") { words[String(name)] = token }
    }
    let months = [
      "jan january januar", "feb february februar", "mar march märz", "apr april", "may mai", "jun june juni",
      "jul july juli", "aug august", "sep sept september", "oct october okt oktober", "nov november",
      "dec december dez dezember",
    ]
    for (month, names) in months.enumerated() {
      for name in names.split(separator: " ") { words[String(name)] = .month(month + 1) }
    }
    return words
  }()

  /// The German abbreviations that mean other days elsewhere, each with the words beside which it is German.
  ///
  /// `Di` is Sunday in French, `Do` is Sunday in Spanish and Italian, and `So` is Saturday in Polish and Czech.
  private static let germanDays: [(day: String, evidence: Set<String>)] = [
    ("di", ["mo", "mi", "do", "fr", "so"]), ("do", ["mo", "di", "fr", "so"]),
    ("so", ["mo", "di", "mi", "do", "fr", "sa"]),
  ]
  private static let germanWords: Set<String> = [
    "uhr", "uur", "bis", "tot", "und", "von", "täglich", "geschlossen", "gesloten", "ruhetag",
  ]

  /// Returns whether words contain an abbreviation that means another day in another language.
  static func areAmbiguous(_ words: Set<String>) -> Bool {
    germanDays.contains { day, evidence in
      words.contains(day) && words.isDisjoint(with: evidence) && words.isDisjoint(with: germanWords)
        && !words.contains { word in ["tag", "tags", "tage", "tagen", "dag"].contains(where: word.hasSuffix) }
    }
  }

  private static let wholeWeekdays = [
    "montag montags lundi lunes lunedì maandag", "dienstag dienstags mardi martes martedì dinsdag",
    "mittwoch mittwochs mercredi miércoles mercoledì woensdag",
    "donnerstag donnerstags jeudi jueves giovedì donderdag", "freitag freitags vendredi viernes venerdì vrijdag",
    "samstag samstags sonnabend samedi sábado sábados sabato zaterdag",
    "sonntag sonntags dimanche domingo domingos domenica zondag",
  ]

  private static let wholeWords: [(names: String, token: OpeningHoursToken)] = [
    ("geschlossen ruhetag fermé fermée cerrado chiuso gesloten", .state(.closed)), ("täglich jours días", .everyDay),
    ("holiday holidays feiertag feiertage feiertags feiertagen festivos", .holiday(isSchool: false)),
    ("bis au à a tot", .sign("-")), ("und et y", .sign(",")),
  ]

  /// The words that are skipped.
  static let fillers: Set<String> = [
    "on", "from", "public", "bank", "von", "du", "de", "le", "tous", "les", "todos", "los",
  ]

  /// The Korean words for opening hours, which are skipped at the beginning of a text.
  static let koreanTitles = ["영업", "운영", "이용", "개방", "관람", "진료"].map { Array("\($0)시간".unicodeScalars) }

  /// The Korean words, longer words before their prefixes; a word without a token is skipped.
  static let korean: [(word: [Unicode.Scalar], token: OpeningHoursToken?)] =
    ([
      ("연중무휴", .everyDay), ("공휴일", .holiday(isSchool: false)), ("법정공휴일", .holiday(isSchool: false)),
      ("매일", .everyDay), ("일일", .everyDay), ("매주", nil), ("평일", .weekdays(first: 0, last: 4)),
      ("주말", .weekdays(first: 5, last: 6)),
      ("주중", .weekdays(first: 0, last: 4)), ("상시", .always), ("항상", .always), ("익일", .nextDay), ("다음날", .nextDay),
      ("일출", .sun(.sunrise)), ("일몰", .sun(.sunset)), ("영업", .state(.open)), ("운영", .state(.open)),
      ("개방", .state(.open)), ("새벽", .meridiem(isAfternoon: false)), ("아침", .meridiem(isAfternoon: false)),
      ("저녁", .meridiem(isAfternoon: true)),
      ("휴무일", .state(.closed)), ("휴무", .state(.closed)), ("휴관", .state(.closed)), ("휴점", .state(.closed)),
      ("휴진", .state(.closed)), ("오전", .meridiem(isAfternoon: false)), ("오후", .meridiem(isAfternoon: true)),
      ("시간", .hours), ("시", .hours), ("분", .minutes), ("부터", .sign("-")), ("까지", nil), ("및", .sign(",")),
    ] + weekdays).map { (Array($0.0.unicodeScalars), $0.1) }

  private static let weekdays: [(String, OpeningHoursToken?)] = "월화수목금토일".enumerated().flatMap {
    [("\($1)요일", OpeningHoursToken.weekdays(first: $0, last: $0)), (String($1), .weekdays(first: $0, last: $0))]
  }
}
