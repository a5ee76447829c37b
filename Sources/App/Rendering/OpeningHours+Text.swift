import Domain

extension OpeningHours {
  /// Returns the hours of a usual week in words, such as `Mon–Fri 9:00–18:00, Sat closed`; `nil` if they vary.
  func text(_ glyphs: MapGlyphs = .unicode, in language: Language = .english) -> String? {
    guard let week else { return nil }
    var parts: [String] = []
    let monday = week.days.first ?? nil
    if let monday, week.days.allSatisfy({ $0 == monday }) {
      parts.append(
        Self.isWholeDay(monday)
          ? Phrase.alwaysOpen.text(language) : Phrase.daily.text(language, Self.text(monday, glyphs, in: language))
      )
    } else {
      let names = Phrase.weekdays.text(language).split(separator: " ")
      var first = 0
      for day in week.days.indices where day + 1 == week.days.count || week.days[day + 1] != week.days[day] {
        let name = names[first]
        let last = day == first ? "" : "\(glyphs.range)\(names[day])"
        if let times = week.days[day] { parts.append("\(name)\(last) \(Self.text(times, glyphs, in: language))") }
        first = day + 1
      }
    }
    // The same hours as on any day need no mention.
    if let holidays = week.holidays, parts.count > 1 || holidays != monday {
      parts.append(Phrase.holidays.text(language, Self.text(holidays, glyphs, in: language)))
    }
    return parts.joined(separator: ", ")
  }

  private static func isWholeDay(_ times: [Range<Int>]) -> Bool { times == [0..<1_440] }

  private static func text(_ times: [Range<Int>], _ glyphs: MapGlyphs, in language: Language) -> String {
    guard !times.isEmpty else { return Phrase.closedDay.text(language) }
    guard !isWholeDay(times) else { return Phrase.wholeDay.text(language) }
    return times.map { "\(clock($0.lowerBound))\(glyphs.range)\(clock($0.upperBound))" }.joined(
      separator: Phrase.and.text(language)
    )
  }

  /// Returns a time of day such as `9:00`; midnight at the end of a day is `24:00`.
  private static func clock(_ minutes: Int) -> String {
    let minutes = minutes > 1_440 ? minutes - 1_440 : minutes
    return "\(minutes / 60):\((minutes % 60).text(ofDigits: 2))"
  }
}
