import Domain

extension FoundPlace {
  /// Returns the state of the place at the query's time, for people: a column of tables, a mark on a page, a line on a
  /// card; `nil` if the query has no time.
  func status(in language: Language = .english) -> (title: String, text: String, state: String)? {
    computed.opening.map { (Phrase.open.text(language), $0.text(in: language), "\($0.state)") }
  }
}

extension PlaceOpening {
  /// Returns the opening in words, such as `open until 22:00` and `closed, opens Mon 09:00`.
  fileprivate func text(in language: Language) -> String {
    switch state {
    case .open: (openUntil == nil ? Phrase.isOpen : .isOpenUntil).text(language, changeText(in: language))
    case .closed: (opensAt == nil ? Phrase.isClosed : .opensAt).text(language, changeText(in: language))
    case .unknown: Phrase.hoursUnknown.text(language)
    }
  }

  /// The time of the next change: within a day without the day, within a week with the weekday, otherwise the date.
  private func changeText(in language: Language) -> String {
    guard let (time, minutes) = nextChange else { return "" }
    let parts = time.text.split(separator: "T").map(String.init)
    guard minutes >= Self.minutesOfDay else { return parts[1] }
    guard minutes < 7 * Self.minutesOfDay else { return parts[0] }
    return "\(Phrase.weekdays.text(language).split(separator: " ")[time.weekday]) \(parts[1])"
  }

  private static let minutesOfDay = 24 * 60
}

extension OpeningCondition {
  /// Returns the options of the command line for the condition.
  func options(_ option: (_ name: String, _ value: String) -> [String]) -> [String] {
    guard let timeText else { return [] }
    return (isNow ? ["--open-now"] : option("--open-at", timeText)) + (keepsUnknown ? ["--open-unknown"] : [])
      + (zone.map { option("--timezone", $0) } ?? [])
  }

  /// Returns the words for the condition in the sentence of a query.
  func phrases(in language: Language) -> [String] {
    isNow ? [Phrase.openNow.text(language)] : timeText.map { [Phrase.openAt.text(language, $0)] } ?? []
  }
}
