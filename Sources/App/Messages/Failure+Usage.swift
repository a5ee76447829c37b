import Domain

/// What is wrong with a command line; found before any request.
extension Failure {
  static var needsTerminal: Failure { Failure(named: "needsTerminal") }
  /// A terminal is there, of a type that has no screen.
  static func terminalWithoutScreen(_ type: String) -> Failure { Failure(named: "terminalWithoutScreen", type) }
  static func sampleWithoutPlace(_ services: [Service]) -> Failure {
    Failure(named: "sampleWithoutPlace", SourceConfiguration.sampleCenter, services.advice)
  }
  static func argumentNotUTF8(_ argument: String) -> Failure { Failure(named: "argumentNotUTF8", argument) }
  /// A line of the user's file of options is wrong.
  static func configuration(_ path: String, _ line: Int, _ failure: Failure) -> Failure {
    Failure(named: "configuration", path, line, failure.message)
  }
  static var noLongOption: Failure { Failure(named: "noLongOption") }
  static func unknownOption(_ name: String) -> Failure {
    let names = Option.allCases.flatMap(\.names).map { "--" + $0 }
    return Failure(named: "unknownNameInFile", name, guess(NearestWord.of(name, among: names)))
  }
  static func notInFile(_ option: Option) -> Failure {
    option == .keyFile ? Failure(named: "keyInFile") : Failure(named: "notInFile", option)
  }
  static var nothingAsked: Failure { Failure(named: "nothingAsked") }
  static func unknownCommand(_ word: String, nearest: String?) -> Failure {
    let guess = guess(nearest ?? Option.named(word)?.spelling)
    return Failure(named: "unknownCommand", word, guess, advice(on: word, isGuessed: nearest != nil))
  }
  static func unknownOption(
    _ spelling: String,
    nearest: String?,
    _ command: Command,
    _ services: [Service]
  ) -> Failure {
    ["--key", "--api-key", "--apikey"].contains(spelling)
      ? Failure(named: "keyAsArgument", services.keyVariable)
      : Failure(named: "unknownOption", spelling, guess(nearest), command.rawValue)
  }
  static func valueUnwanted(_ option: Option) -> Failure { Failure(named: "valueUnwanted", option) }
  static func repeatedWord(_ option: Option, _ word: String) -> Failure { Failure(named: "repeatedWord", option, word) }
  static func conflict(_ option: Option, _ other: Option) -> Failure { Failure(named: "conflict", option, other) }
  static func formOfTables(_ option: Option) -> Failure { Failure(named: "formOfTables", option) }
  static func needs(_ option: Option, _ other: Option) -> Failure { Failure(named: "needs", option, other) }
  static func unusedOption(_ option: Option, _ command: Command, action: String?) -> Failure {
    Failure(named: "unusedOption", option, [command.rawValue, action].compactMap(\.self).joined(separator: " "))
  }
  static func unknownWord(_ option: Option, _ word: String, nearest: String?, known: [String]) -> Failure {
    Failure(named: "unknownWord", option, word, guess(nearest), known.joined(separator: ", "))
  }
  static func sourceUnknown(_ word: String, _ known: [String]) -> Failure {
    Failure(named: "sourceUnknown", EnvironmentVariable.source.rawValue, word, known.joined(separator: ", "))
  }
  static func sameColumn(_ option: Option, _ other: Option, _ name: String) -> Failure {
    Failure(named: "sameColumn", option, other, name)
  }
  static func unknownFormat(path: String, known: [String]) -> Failure {
    Failure(named: "unknownFormat", path, known.joined(separator: ", "))
  }
  static func textTooLong(_ count: Int) -> Failure { Failure(named: "textTooLong", count, SearchText.maximumLength) }
  static func unreadable(_ option: Option, _ text: String, _ shape: ValueShape) -> Failure {
    Failure(named: "unreadable", option, text, shape.rawValue)
  }
  static func positionName(_ name: String) -> Failure { Failure(named: "positionName", name) }
  static func needsPosition(_ command: Command) -> Failure { Failure(named: "needsPosition", command.rawValue) }
  static func operandMissing(_ command: Command, _ word: String) -> Failure {
    Failure(named: "operandMissing", command.rawValue, word)
  }
  static func noSuchEntry(_ number: Int, count: Int) -> Failure {
    Failure(named: "noSuchEntry", number, count > 0 ? "; the last one is \(count)" : "")
  }
  static var indexWithoutInput: Failure { Failure(named: "indexWithoutInput") }
  static func inputWithTwoCategories(_ path: String) -> Failure { Failure(named: "inputWithTwoCategories", path) }
  static var severalIndexes: Failure { Failure(named: "severalIndexes") }
  static var resumeNeedsRecords: Failure { Failure(named: "resumeNeedsRecords") }
  static func standardOutputTaken(_ option: Option) -> Failure { Failure(named: "standardOutputTaken", option) }
  static var keyAndRowsFromInput: Failure { Failure(named: "keyAndRowsFromInput") }
  static var indexAndRowsFromInput: Failure { Failure(named: "indexAndRowsFromInput") }
  static var noDefaultIndex: Failure { Failure(named: "noDefaultIndex") }
  static var indexUnnamed: Failure { Failure(named: "indexUnnamed") }
  static func valueMissing(_ option: Option, next: String?, _ services: [Service]) -> Failure {
    guard let next else { return Failure(named: "valueMissing", option, example(of: option, services)) }
    return Failure(named: "valueFollowed", option, next, ShellWord.quoted(next))
  }
  /// Without a similar category of the source, the most similar word is proposed.
  static func unknownCategory(_ word: String, nearest: String?) -> Failure {
    if nearest == nil, let known = PlaceCategory(word: word).meaning {
      let advice = known.group.map { known == .group($0) ? "" : " -c \($0.slug) finds every kind of it." }
      return Failure(named: "categoryLacking", word, advice ?? "")
    }
    let advice =
      (nearest ?? NearestWord.of(word, among: PlaceCategory.everyWord)).map {
        "; did you mean \($0)? `placefind categories` lists every word; to search for a name, use -q."
      }
      ?? ". To search for a name, use -q \(ShellWord.quoted(word)); `placefind categories` lists every word for a category."
    return Failure(named: "unknownCategory", word, advice)
  }
  static func outOfRange(_ option: Option, _ text: String, from lower: String, to upper: String?) -> Failure {
    let range = upper.map { "it must be between \(lower) and \($0)" } ?? "the minimum is \(lower)"
    return Failure(named: "outOfRange", option, text, range)
  }
  static func coordinate(_ error: CoordinateError) -> Failure {
    switch error {
    case .latitudeOutOfRange(let latitude, true): Failure(named: "latitudeSwapped", latitude.decimalText)
    case .latitudeOutOfRange(let latitude, false): Failure(named: "latitudeOutOfRange", latitude.decimalText)
    case .longitudeOutOfRange(let longitude): Failure(named: "longitudeOutOfRange", longitude.decimalText)
    }
  }
  static func box(_ error: BoundingBoxError) -> Failure {
    switch error {
    case .longitudeOutOfRange(let longitude): Failure(named: "boxLongitude", longitude.decimalText)
    case .latitudeOutOfRange(let latitude): Failure(named: "boxLatitude", latitude.decimalText)
    case .northBelowSouth(let south, let north): Failure(named: "boxSwapped", north.decimalText, south.decimalText)
    }
  }
  static func query(_ error: PlaceQueryError) -> Failure {
    switch error {
    case .nothingToLookFor: Failure(named: "subjectMissing")
    case .distanceOrderWithoutCenter: Failure(named: "centerMissing")
    }
  }
  static func unknownPosition(_ name: String, in kept: NamedPositions) -> Failure {
    let names = kept.positions.map(\.name)
    if let nearest = NearestWord.of(name, among: names) { return Failure(named: "positionLike", name, nearest) }
    let known = names.isEmpty ? "" : ", only \(names.prefix(8).joined(separator: ", "))"
    return Failure(named: "unknownPosition", name, known, ShellWord.quoted(name))
  }
  static func unknownAction(_ command: Command, _ word: String?, nearest: String?, known: [String]) -> Failure {
    let actions = known.joined(separator: ", ")
    guard let word else { return Failure(named: "actionMissing", command.rawValue, actions) }
    return Failure(named: "unknownAction", command.rawValue, word, guess(nearest), actions)
  }

  private static func example(of option: Option, _ services: [Service]) -> String {
    switch option.value {
    case .none: ""
    case .text(let word): ", as in \(option.spelling) \(word)"
    case .file: ", as in \(option.spelling) FILE"
    case .word: ", one of \(option.words(services).joined(separator: ", "))"
    case .words: ", any of \(option.words(services).joined(separator: ","))"
    }
  }

  /// What to write instead of a word that is not a command.
  private static func advice(on word: String, isGuessed: Bool) -> String {
    if PlaceCategory(word: word).isKnown {
      return "It is a category: placefind -c \(ShellWord.quoted(word)) --at LAT,LNG"
    }
    if let point = try? CoordinateParser.coordinate(word) {
      return
        "It is a point: placefind -c gas --at \(point.latitude.decimalText),\(point.longitude.decimalText)"
    }
    let name =
      isGuessed || word.allSatisfy(\.isASCII)
      ? "" : "To search for a name, use -q \(ShellWord.quoted(word)). "
    return name + "`placefind --help` lists the commands."
  }

  private static func guess(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "." }
}
