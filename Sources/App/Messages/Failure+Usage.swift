import Domain

/// What is wrong with a command line; found before any request.
extension Failure {
  private static func usage(_ sentence: String, code: String = "usage") -> Failure { Failure(code, .usage, sentence) }

  static var needsTerminal: Failure {
    usage("`placefind browse` needs a terminal, and standard output is not one. Use `placefind find -f map` for a map.")
  }
  static func argumentNotUTF8(_ argument: String) -> Failure {
    usage(
      "The argument \(quoted(argument)) is not UTF-8, so it would name another file or text. Write it in UTF-8; a file "
        + "of such a name has to be renamed first."
    )
  }
  /// A line of the user's file of options is wrong.
  static func configuration(_ path: String, _ line: Int, _ failure: Failure) -> Failure {
    usage("\(path), line \(line): \(failure.message)", code: "configuration")
  }
  static var noLongOption: Failure {
    usage("A line is one option with its long name, as in `--limit 3`; this one does not begin with two dashes.")
  }
  static func unknownOption(_ name: String) -> Failure {
    let names = Option.allCases.flatMap(\.entry.names).map { "--" + $0 }
    return usage("There is no option --\(name)\(guess(NearestWord.of(name, among: names)))")
  }
  static func notInFile(_ option: Option) -> Failure {
    usage(
      option == .keyFile
        ? "A key stays out of this file; set its variable in the environment."
        : "\(option.spelling) belongs on a command line, not in this file."
    )
  }
  static var nothingAsked: Failure {
    usage("No query was given. Try `placefind -c gas --at 37.4979,127.0276`, or `placefind --help`.")
  }
  static func unknownCommand(_ word: String, nearest: String?) -> Failure {
    usage(
      "There is no command \(quoted(word))\(guess(nearest ?? Option.named(word)?.spelling)) "
        + advice(on: word, isGuessed: nearest != nil),
      code: "unknown_command"
    )
  }
  static func unknownOption(
    _ spelling: String,
    nearest: String?,
    _ command: Command,
    _ services: [Service]
  ) -> Failure {
    usage(
      ["--key", "--api-key", "--apikey"].contains(spelling)
        ? "A key is never given as an argument, where other users can see it. "
          + "Set \(services.keyVariable), or use --key-file FILE."
        : "There is no option \(spelling)\(guess(nearest)) See `placefind help \(command.rawValue)`.",
      code: "unknown_option"
    )
  }
  static func valueUnwanted(_ option: Option) -> Failure { usage("\(option.spelling) takes no value.") }
  static func repeatedWord(_ option: Option, _ word: String) -> Failure {
    usage("\(option.spelling) names \(word) twice.")
  }
  static func conflict(_ option: Option, _ other: Option) -> Failure {
    usage("\(option.spelling) and \(other.spelling) cannot be used together.")
  }
  static func needs(_ option: Option, _ other: Option) -> Failure {
    usage("\(option.spelling) requires \(other.spelling).")
  }
  static func unusedOption(_ option: Option, _ command: Command, action: String?) -> Failure {
    usage("\(option.spelling) cannot be used with `placefind \(command.rawValue)\(action.map { " " + $0 } ?? "")`.")
  }
  static func unknownWord(_ option: Option, _ word: String, nearest: String?, known: [String]) -> Failure {
    usage(
      "\(option.spelling) does not accept \(quoted(word))\(guess(nearest)) It takes \(known.joined(separator: ", "))."
    )
  }
  static func sourceUnknown(_ word: String, _ known: [String]) -> Failure {
    usage(
      "\(EnvironmentVariable.source.rawValue) does not accept \(quoted(word)); it takes \(known.joined(separator: ", "))."
    )
  }
  static func sameColumn(_ option: Option, _ other: Option, _ name: String) -> Failure {
    usage(
      "\(option.spelling) and \(other.spelling) both name the column \(quoted(name)); each coordinate needs its own."
    )
  }
  static func unknownFormat(path: String, known: [String]) -> Failure {
    usage(
      "The name \(path) suggests a format that cannot be written. Choose one with --format: "
        + "\(known.joined(separator: ", "))."
    )
  }
  static func textTooLong(_ count: Int) -> Failure {
    usage("The text has \(count) characters; the maximum is \(SearchText.maximumLength).")
  }
  static func unreadable(_ option: Option, _ text: String, _ shape: ValueShape) -> Failure {
    usage("\(option.spelling) does not accept \(quoted(text)). It takes \(shape.rawValue).")
  }
  static func positionName(_ name: String) -> Failure {
    usage(
      "\(quoted(name)) is not a name for a position: a name starts with a letter, followed by letters, digits, '-', '_' or '.'."
    )
  }
  static func needsPosition(_ command: Command) -> Failure {
    usage("`placefind \(command.rawValue)` needs a point: --at LAT,LNG, --at NAME or --near TEXT.")
  }
  static func operandMissing(_ command: Command, _ word: String) -> Failure {
    usage("`placefind \(command.rawValue)` needs \(word). See `placefind help \(command.rawValue)`.")
  }
  static func noSuchEntry(_ number: Int, count: Int) -> Failure {
    usage("The list has no query \(number)\(count > 0 ? "; the last one is \(count)" : ""). See `placefind history`.")
  }
  static var indexWithoutInput: Failure {
    usage("Name at least one file to build from: placefind index build places.geojson")
  }
  static func inputWithTwoCategories(_ path: String) -> Failure {
    usage("\(path) is named twice, with different categories; name it once.")
  }
  static var severalIndexes: Failure { usage("`placefind index info` and `placefind index verify` take one file.") }
  static var resumeNeedsRecords: Failure {
    usage("Answers of a service are resumed from NDJSON only; leave out --format and --add, or name an .ndjson file.")
  }
  static func standardOutputTaken(_ option: Option) -> Failure {
    usage(
      "\(option.spelling) - would mix with the records on standard output; write the records to a file with --output, or "
        + "give \(option.spelling) a file."
    )
  }
  static var keyAndRowsFromInput: Failure {
    usage(
      "Standard input cannot hold both the key and the rows; put one of them into a file: "
        + "--key-file FILE, or placefind batch ROWS."
    )
  }
  static var indexAndRowsFromInput: Failure {
    usage(
      "Standard input cannot hold both the index and the rows; put one of them into a file: "
        + "--index FILE, or placefind batch ROWS."
    )
  }
  static var noDefaultIndex: Failure {
    usage(
      "There is no default index, because neither HOME nor XDG_DATA_HOME is set. Name a file: "
        + "placefind index build INPUT -o FILE, or placefind index info FILE"
    )
  }
  static var indexUnnamed: Failure {
    usage("--source index needs a file; name it with --index FILE or PLACEFIND_INDEX.")
  }
  static func valueMissing(_ option: Option, next: String?, _ services: [Service]) -> Failure {
    guard let next else { return usage("\(option.spelling) needs a value\(example(of: option, services)).") }
    return usage(
      "\(option.spelling) needs a value, but \(next) follows. If \(next) is the value, write "
        + "\(option.spelling)=\(ShellWord.quoted(next))."
    )
  }
  /// Without a similar category of the source, the most similar word is proposed.
  static func unknownCategory(_ word: String, nearest: String?) -> Failure {
    let advice =
      (nearest ?? NearestWord.of(word, among: PlaceCategory.everyWord)).map {
        "; did you mean \($0)? `placefind categories` lists every word; to search for a name, use -q."
      }
      ?? ". To search for a name, use -q \(ShellWord.quoted(word)); `placefind categories` lists every word for a category."
    return usage("There is no category \(quoted(word))\(advice)", code: "unknown_category")
  }
  static func outOfRange(_ option: Option, _ text: String, from lower: String, to upper: String?) -> Failure {
    let range = upper.map { "it must be between \(lower) and \($0)" } ?? "the minimum is \(lower)"
    return usage("\(option.spelling) is \(text); \(range).")
  }
  static func coordinate(_ error: CoordinateError) -> Failure {
    let sentence =
      switch error {
      case .latitudeOutOfRange(let latitude, true):
        "The latitude \(latitude.decimalText) lies beyond the pole. Latitude and longitude look swapped; "
          + "latitude comes first: 37.4979,127.0276."
      case .latitudeOutOfRange(let latitude, false):
        "The latitude is \(latitude.decimalText); it must be between -90 and 90."
      case .longitudeOutOfRange(let longitude):
        "The longitude is \(longitude.decimalText); it must be between -180 and 180."
      }
    return usage(sentence, code: "coordinates_invalid")
  }
  static func box(_ error: BoundingBoxError) -> Failure {
    let sentence =
      switch error {
      case .longitudeOutOfRange(let longitude): "edge \(longitude.decimalText) is not a longitude"
      case .latitudeOutOfRange(let latitude): "edge \(latitude.decimalText) is not a latitude"
      case .northBelowSouth(let south, let north):
        "northern edge \(north.decimalText) lies south of its southern edge \(south.decimalText)"
      }
    return usage("The rectangle's \(sentence); the order is west,south,east,north.", code: "coordinates_invalid")
  }
  static func query(_ error: PlaceQueryError) -> Failure {
    switch error {
    case .nothingToLookFor: usage("Name what to search for: a category with -c, or text with -q.")
    case .distanceOrderWithoutCenter:
      usage("--sort distance needs a centre; add --at LAT,LNG or --near TEXT.")
    }
  }
  static func unknownPosition(_ name: String, in kept: NamedPositions) -> Failure {
    let names = kept.positions.map(\.name)
    if let nearest = NearestWord.of(name, among: names) {
      return usage("There is no position \(quoted(name)); did you mean \(nearest)? `placefind here` lists them.")
    }
    let known = names.isEmpty ? "" : ", only \(names.prefix(8).joined(separator: ", "))"
    return usage(
      "There is no position \(quoted(name))\(known). --at takes a point such as 37.4979,127.0276, or a position kept with "
        + "`placefind here \(name) --at LAT,LNG`; to search for a name, use --near \(ShellWord.quoted(name))."
    )
  }
  static func unknownAction(_ command: Command, _ word: String?, nearest: String?, known: [String]) -> Failure {
    let actions = known.joined(separator: ", ")
    guard let word else {
      return usage(
        "`placefind \(command.rawValue)` needs an action: \(actions). See `placefind help \(command.rawValue)`."
      )
    }
    return usage("`placefind \(command.rawValue)` has no action \(quoted(word))\(guess(nearest)) It takes \(actions).")
  }

  private static func example(of option: Option, _ services: [Service]) -> String {
    switch option.entry.value {
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

  private static func quoted(_ text: String) -> String { "'\(text)'" }

  private static func guess(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "." }
}
