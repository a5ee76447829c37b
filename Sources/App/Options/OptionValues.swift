import Domain

/// Reads the values of options as what they mean.
extension ParsedArguments {
  /// Reads a whole number in a range.
  func wholeNumber(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = self[option] else { return nil }
    guard let number = NumberText.wholeNumber(text) else { throw .unreadable(option, text, .wholeNumber) }
    guard range.contains(number) else {
      let upper = range.upperBound == .max ? nil : String(range.upperBound)
      throw .outOfRange(option, text, from: String(range.lowerBound), to: upper)
    }
    return number
  }

  /// Reads a number in a range.
  func number(_ option: Option, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = self[option] else { return nil }
    guard let number = NumberText.number(text) else { throw .unreadable(option, text, .number) }
    guard range.contains(number) else {
      throw .outOfRange(option, text, from: String(Int(range.lowerBound)), to: String(Int(range.upperBound)))
    }
    return number
  }

  /// Reads one of the words of an enumeration.
  func word<Words: RawRepresentable & CaseIterable>(
    _ option: Option,
    of _: Words.Type
  ) throws(UsageError) -> Words? where Words.RawValue == String {
    guard let text = self[option] else { return nil }
    if let word = Words(rawValue: text.lowercased()) { return word }
    let known = Words.allCases.map(\.rawValue)
    throw .unknownWord(option, text, nearest: NearestWord.of(text, among: known), known: known)
  }

  /// Reads a duration.
  func duration(_ option: Option) throws(UsageError) -> Duration? {
    guard let text = self[option] else { return nil }
    guard let duration = DurationText.duration(text) else { throw .unreadable(option, text, .duration) }
    return duration
  }

  /// Reads a path; an empty one names nothing.
  func path(_ option: Option) throws(UsageError) -> String? {
    guard let text = self[option] else { return nil }
    guard !text.isEmpty else { throw .unreadable(option, text, .path) }
    return text
  }

  /// Reads a list: the words of every time the option was given, parted by commas.
  func list(_ option: Option) throws(UsageError) -> [String]? {
    guard has(option) else { return nil }
    let texts = values(of: option)
    let words = texts.flatMap { text in
      text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }
    guard !words.isEmpty else { throw .unreadable(option, texts.joined(separator: ","), .list) }
    return words
  }

  /// Refuses options that contradict each other.
  func refuse(_ option: Option, with others: Option...) throws(UsageError) {
    guard has(option) else { return }
    for other in others where has(other) { throw .conflict(option, other) }
  }
}

private func trimmed(_ text: Substring) -> String {
  var text = text
  while text.first?.isWhitespace == true { text.removeFirst() }
  while text.last?.isWhitespace == true { text.removeLast() }
  return String(text)
}
