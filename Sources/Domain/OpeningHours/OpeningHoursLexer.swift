/// Divides opening hours into tokens.
struct OpeningHoursLexer {
  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var tokens: [OpeningHoursToken] = []
  /// The words that were read, in lower case.
  private var words: Set<String> = []
  /// Whether the last word was `every`.
  private var isAfterEvery = false
  /// Whether days are in words instead of OpenStreetMap's abbreviations.
  private var isPlainText = false

  private init(_ text: String) {
    scalars = text.composed.unicodeScalars.map { scalar in
      // Full-width digits, which East Asian texts use.
      (0xFF10...0xFF19).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 48)) : scalar
    }
  }

  /// Returns the tokens, and whether days are in words instead of OpenStreetMap's abbreviations; `nil` if the text has
  /// a word or sign that isn't known, or a word that means another day in another language.
  static func tokens(of text: String) -> (tokens: [OpeningHoursToken], isPlainText: Bool)? {
    var lexer = OpeningHoursLexer(text)
    while lexer.at < lexer.scalars.count {
      guard lexer.readToken() else { return nil }
    }
    guard !OpeningHoursWords.areAmbiguous(lexer.words), !lexer.hasAmbiguousMonth else { return nil }
    return (lexer.tokens, lexer.isPlainText)
  }

  private mutating func readToken() -> Bool {
    let scalar = scalars[at]
    switch scalar {
    case "0"..."9": return readNumber()
    case _ where Self.isLatin(scalar): return readWord()
    case "\"", "“", "”", "„": return readComment()
    case "\n", "\r": return add(.sign("\n"))
    case "|":
      guard at + 1 < scalars.count, scalars[at + 1] == "|" else { return add(.sign("/")) }
      at += 1
      return add(.fallback)
    case _ where Self.dashes.contains(scalar): return add(.sign("-"))
    case _ where scalar.properties.isWhitespace:
      at += 1
      return true
    case ":" where at + 1 < scalars.count && scalars[at + 1].properties.isWhitespace:
      // The colon in `Dec 12: 10:00-14:00` doesn't belong to a time.
      at += 1
      return true
    case "+" where at > 0 && scalars[at - 1] == " " && at + 1 < scalars.count && Self.isLatin(scalars[at + 1]):
      // `Jan 28 +Mo` is the Monday after a date, which isn't supported, and `Jan 28+ Mo` are the Mondays after it.
      return false
    default: break
    }
    if let sign = Self.signs.first(where: { $0.scalars.contains(scalar) }) { return add(.sign(sign.sign)) }
    return readKoreanWord()
  }

  /// The dashes and the wave signs of East Asian texts.
  private static let dashes = Set<Unicode.Scalar>("-‐‑‒–—―−~〜∼～－".unicodeScalars)

  private static let signs: [(sign: Character, scalars: [Unicode.Scalar])] = [
    (",", Array(",，、&·ㆍ".unicodeScalars)), (";", Array(";；".unicodeScalars)), (":", Array(":：".unicodeScalars)),
    ("+", Array("+".unicodeScalars)), ("/", Array("/".unicodeScalars)), ("(", Array("(".unicodeScalars)),
    (")", Array(")".unicodeScalars)), ("[", Array("[".unicodeScalars)), ("]", Array("]".unicodeScalars)),
    (".", Array(".".unicodeScalars)),
  ]

  private mutating func add(_ token: OpeningHoursToken) -> Bool {
    tokens.append(token)
    at += 1
    return true
  }

  private mutating func readNumber() -> Bool {
    let start = at
    var number = 0
    while at < scalars.count, ("0"..."9").contains(scalars[at]) {
      number = number * 10 + Int(scalars[at].value - 48)
      at += 1
      guard at - start <= 4 else { return false }
    }
    tokens.append(.number(number, digits: at - start))
    return true
  }

  private mutating func readWord() -> Bool {
    var word = ""
    while at < scalars.count, Self.isLatin(scalars[at]) {
      word.unicodeScalars.append(scalars[at])
      at += 1
    }
    word = word.lowercased()
    words.insert(word)
    if word == "m", skipToFriday() {
      add(word: .weekdays(first: 0, last: 4), length: 3)
      return true
    }
    if word == "a" || word == "p", readLetter("m") { word += "m" }
    // Only abbreviations end with a full stop.
    let isAbbreviated = at < scalars.count && scalars[at] == "." && (at == 0 || scalars[at - 1].properties.isAlphabetic)
    if isAbbreviated { at += 1 }
    let followsEvery = isAfterEvery
    isAfterEvery = word == "every"
    guard !isAfterEvery, !OpeningHoursWords.fillers.contains(word) else { return true }
    guard let token = OpeningHoursWords.latin[word] else { return false }
    let isLast = at == scalars.count || ",;/\n".unicodeScalars.contains(scalars[at])
    if word == "holiday", isLast, case .weekdays? = tokens.last {
      // `10:00-18:00, Sunday holiday`
      tokens.append(.state(.closed))
    } else {
      add(word: followsEvery && token == .day ? .everyDay : token, length: word.count)
    }
    return true
  }

  /// The abbreviations of weekdays that are neither French, Spanish nor Italian.
  private static let englishDays: Set = [
    "mo", "tu", "we", "th", "fr", "su", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
  ]

  /// Whether `mar` is the only month and neither a day of it nor a year is next to it: it may be Tuesday in French,
  /// Spanish or Italian.
  private var hasAmbiguousMonth: Bool {
    guard words.contains("mar"), words.isDisjoint(with: Self.englishDays),
      tokens.count(where: { if case .month = $0 { true } else { false } }) == 1,
      let index = tokens.firstIndex(of: .month(3))
    else { return false }
    if index > 0, case .number(let year, digits: 4) = tokens[index - 1], year > 1900 { return false }
    guard index + 1 < tokens.count, case .number = tokens[index + 1] else {
      return index == 0 || !tokens[index - 1].isNumber
    }
    return index + 2 < tokens.count && [.sign(":"), .sign("."), .hours].contains(tokens[index + 2])
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x250 && scalar.properties.isAlphabetic
  }

  /// Adds the token of a word with a number of letters, which OpenStreetMap's abbreviations don't exceed.
  private mutating func add(word token: OpeningHoursToken, length: Int) {
    switch token {
    case .weekdays: isPlainText = isPlainText || length > 2
    case .month: isPlainText = isPlainText || length > 3
    case .everyDay: isPlainText = true
    default: break
    }
    tokens.append(token)
  }

  /// Skips the rest of `M-F`; a single letter alone may mean anything.
  private mutating func skipToFriday() -> Bool {
    guard at + 1 < scalars.count, Self.dashes.contains(scalars[at]), "Ff".unicodeScalars.contains(scalars[at + 1]),
      at + 2 == scalars.count || !Self.isLatin(scalars[at + 2])
    else { return false }
    at += 2
    return true
  }

  /// Skips a letter after a full stop, as in `a.m.`.
  private mutating func readLetter(_ letter: Unicode.Scalar) -> Bool {
    guard at + 1 < scalars.count, scalars[at] == ".", scalars[at + 1].properties.lowercaseMapping == String(letter)
    else {
      return false
    }
    at += 2
    return true
  }

  private mutating func readComment() -> Bool {
    at += 1
    while at < scalars.count, !"\"“”„".unicodeScalars.contains(scalars[at]) { at += 1 }
    guard at < scalars.count else { return false }
    return add(.comment)
  }

  private mutating func readKoreanWord() -> Bool {
    let rest = scalars[at...]
    if tokens.isEmpty, let title = OpeningHoursWords.koreanTitles.first(where: rest.starts) {
      at += title.count
      if at < scalars.count, scalars[at] == ":" { at += 1 }
      return true
    }
    guard let found = OpeningHoursWords.korean.first(where: { rest.starts(with: $0.word) }) else { return false }
    let isAfterDigit = at > 0 && ("0"..."9").contains(scalars[at - 1])
    at += found.word.count
    guard isAfterDigit, found.word.count == 1, case .number(let number, _)? = tokens.last else {
      guard let token = found.token else { return true }
      // Lists such as `월화수` and `일요일 공휴일` need no comma.
      if token.isDay, tokens.last?.isDay == true { tokens.append(.sign(",")) }
      if token.isDay { isPlainText = true }
      add(word: token, length: 0)
      return true
    }
    // After a number, the words of Monday and Sunday mean month and day.
    switch found.token {
    case .weekdays(first: 0, _): tokens[tokens.count - 1] = .month(number)
    case .weekdays(first: 6, _): break
    case .weekdays: return false
    default: if let token = found.token { tokens.append(token) }
    }
    return true
  }
}
