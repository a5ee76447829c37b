import Domain

extension ErrorReport {
  /// Reports what is wrong with a command line.
  init(_ error: UsageError) {
    self.init(Self.code(of: error), .usage, Self.sentence(for: error))
  }

  private static func code(of error: UsageError) -> String {
    switch error {
    case .unknownCommand: "unknown_command"
    case .unknownOption: "unknown_option"
    case .unknownCategory: "unknown_category"
    case .coordinate, .box: "coordinates_invalid"
    default: "usage"
    }
  }

  private static func sentence(for error: UsageError) -> String {
    switch error {
    case .needsTerminal:
      "`placefind browse` needs a terminal, and standard output is not one. Use `placefind find -f map` for a map."
    case .argumentNotUTF8(let argument):
      "The argument \(quoted(argument)) is not UTF-8, so it would name another file or text. Write it in UTF-8; a file "
        + "of such a name has to be renamed first."
    case .nothingAsked:
      "No query was given. Try `placefind -c gas --at 37.4979,127.0276`, or `placefind --help`."
    case .unknownCommand(let word, let nearest):
      "There is no command \(quoted(word))\(guess(nearest ?? Option.named(word)?.spelling)) "
        + Self.advice(on: word, isGuessed: nearest != nil)
    case .unexpectedArguments(let words, let given, let command):
      UnexpectedArguments(words, after: given, of: command).sentence
    case .unknownOption(let spelling, let nearest, let command):
      ["--key", "--api-key", "--apikey"].contains(spelling)
        ? "A key is never given as an argument, where other users can see it. "
          + "Set KAKAO_REST_API_KEY, or use --key-file FILE."
        : "There is no option \(spelling)\(guess(nearest)) See `placefind help \(command.rawValue)`."
    case .valueMissing(let option, nil): "\(option.spelling) needs a value\(example(of: option))."
    case .valueMissing(let option, let next?):
      "\(option.spelling) needs a value, but \(next) follows. If \(next) is the value, write "
        + "\(option.spelling)=\(ShellWord.quoted(next))."
    case .valueUnwanted(let option): "\(option.spelling) takes no value."
    case .repeatedWord(let option, let word): "\(option.spelling) names \(word) twice."
    case .conflict(let option, let other):
      "\(option.spelling) and \(other.spelling) cannot be used together."
    case .needs(let option, let other): "\(option.spelling) requires \(other.spelling)."
    case .unusedOption(let option, let command, let action):
      "\(option.spelling) cannot be used with `placefind \(command.rawValue)\(action.map { " " + $0 } ?? "")`."
    case .unknownWord(let option, let word, let nearest, let known):
      "\(option.spelling) does not accept \(quoted(word))\(guess(nearest)) It takes \(known.joined(separator: ", "))."
    case .sameColumn(let option, let other, let name):
      "\(option.spelling) and \(other.spelling) both name the column \(quoted(name)); each coordinate needs its own."
    case .unknownFormat(let path, let known):
      "The name \(path) suggests a format that cannot be written. Choose one with --format: "
        + "\(known.joined(separator: ", "))."
    case .textTooLong(let count):
      "The text has \(count) characters; the maximum is \(SearchText.maximumLength)."
    case .unknownCategory(let word, nil):
      "There is no category \(quoted(word)). To search for a name, use -q \(ShellWord.quoted(word)); "
        + "`placefind categories` lists every word for a category."
    case .unknownCategory(let word, let nearest?):
      "There is no category \(quoted(word)); did you mean \(nearest)? `placefind categories` lists every word; "
        + "to search for a name, use -q."
    case .unreadable(let option, let text, let shape):
      "\(option.spelling) does not accept \(quoted(text)). It takes \(Self.text(of: shape))."
    case .outOfRange(let option, let text, let lower, nil): "\(option.spelling) is \(text); the minimum is \(lower)."
    case .outOfRange(let option, let text, let lower, let upper?):
      "\(option.spelling) is \(text); it must be between \(lower) and \(upper)."
    case .coordinate(.latitudeOutOfRange(let latitude, true)):
      "The latitude \(latitude.decimalText) lies beyond the pole. Latitude and longitude look swapped; "
        + "latitude comes first: 37.4979,127.0276."
    case .coordinate(.latitudeOutOfRange(let latitude, false)):
      "The latitude is \(latitude.decimalText); it must be between -90 and 90."
    case .coordinate(.longitudeOutOfRange(let longitude)):
      "The longitude is \(longitude.decimalText); it must be between -180 and 180."
    case .addressWithoutPoint(let option, let host, true):
      "\(option.spelling): a short link of \(host) contains no coordinate, and placefind does not open it. Open it "
        + "in a browser, and copy the address that it leads to."
    case .addressWithoutPoint(let option, let host, false):
      "\(option.spelling): this address of \(host) contains no coordinate. Copy the address of a map whose centre or "
        + "marker is the point, or search for its name with --near TEXT."
    case .unknownPosition(let name, let nearest?, _):
      "There is no position \(quoted(name)); did you mean \(nearest)? `placefind here` lists them."
    case .unknownPosition(let name, nil, let known):
      "There is no position \(quoted(name))\(known.isEmpty ? "" : ", only \(known.prefix(8).joined(separator: ", "))"). "
        + "--at takes a point such as 37.4979,127.0276, or a position kept with `placefind here \(name) --at LAT,LNG`; "
        + "to search for a name, use --near \(ShellWord.quoted(name))."
    case .positionName(let name):
      "\(quoted(name)) is not a name for a position: a name starts with a letter, followed by letters, digits, '-', '_' or '.'."
    case .needsPosition(let command):
      "`placefind \(command.rawValue)` needs a point: --at LAT,LNG, --at NAME or --near TEXT."
    case .operandMissing(let command, let word):
      "`placefind \(command.rawValue)` needs \(word). See `placefind help \(command.rawValue)`."
    case .noSuchEntry(let number, let count):
      "The list has no query \(number)\(count > 0 ? "; the last one is \(count)" : ""). See `placefind history`."
    case .box(.longitudeOutOfRange(let longitude)):
      "The rectangle's edge \(longitude.decimalText) is not a longitude; the order is west,south,east,north."
    case .box(.latitudeOutOfRange(let latitude)):
      "The rectangle's edge \(latitude.decimalText) is not a latitude; the order is west,south,east,north."
    case .box(.northBelowSouth(let south, let north)):
      "The rectangle's northern edge \(north.decimalText) lies south of its southern edge \(south.decimalText); "
        + "the order is west,south,east,north."
    case .query(.nothingToLookFor): "Name what to search for: a category with -c, or text with -q."
    case .query(.distanceOrderWithoutCenter): "--sort distance needs a centre; add --at LAT,LNG or --near TEXT."
    case .unknownAction(let command, nil, _, let known):
      "`placefind \(command.rawValue)` needs an action: \(known.joined(separator: ", ")). "
        + "See `placefind help \(command.rawValue)`."
    case .unknownAction(let command, let word?, let nearest, let known):
      "`placefind \(command.rawValue)` has no action \(quoted(word))\(guess(nearest)) "
        + "It takes \(known.joined(separator: ", "))."
    case .indexWithoutInput: "Name at least one file to build from: placefind index build places.geojson"
    case .inputWithTwoCategories(let path): "\(path) is named twice, with different categories; name it once."
    case .severalIndexes: "`placefind index info` and `placefind index verify` take one file."
    case .resumeNeedsRecords: "--resume works with NDJSON only; leave out --format csv, or name an .ndjson file."
    case .standardOutputTaken(let option):
      "\(option.spelling) - would mix with the records on standard output; write the records to a file with --output, or "
        + "give \(option.spelling) a file."
    case .keyAndRowsFromInput:
      "Standard input cannot hold both the key and the rows; put one of them into a file: "
        + "--key-file FILE, or placefind batch ROWS."
    case .indexAndRowsFromInput:
      "Standard input cannot hold both the index and the rows; put one of them into a file: "
        + "--index FILE, or placefind batch ROWS."
    case .noDefaultIndex:
      "There is no default index, because neither HOME nor XDG_DATA_HOME is set. Name a file: "
        + "placefind index build INPUT -o FILE, or placefind index info FILE"
    case .indexUnnamed: "--source index needs a file; name it with --index FILE or PLACEFIND_INDEX."
    }
  }

  private static func text(of shape: ValueShape) -> String {
    switch shape {
    case .number: "a number"
    case .wholeNumber: "a whole number"
    case .wholeNumberOrAll: "a whole number or all"
    case .countOrShare: "a whole number or a share such as 5%"
    case .length: "a length such as 800, 800m, 1.5km, 1mi"
    case .duration: "a time such as 500ms, 10s, 2m, at most a day"
    case .position:
      "a point such as 37.4979,127.0276 (latitude first), the address of a map, or a position kept with `placefind here`"
    case .box: "four numbers: west,south,east,north"
    case .list: "words separated by commas"
    case .text: "a text that is not empty"
    case .path: "a path"
    }
  }

  private static func example(of option: Option) -> String {
    switch option.entry.value {
    case .none: ""
    case .text(let word): ", as in \(option.spelling) \(word)"
    case .file: ", as in \(option.spelling) FILE"
    case .words(let words): ", one of \(words().joined(separator: ", "))"
    case .list(let words): ", any of \(words().joined(separator: ","))"
    }
  }

  /// What to write instead of a word that is not a command.
  private static func advice(on word: String, isGuessed: Bool) -> String {
    if CategoryGroup(word: word) != nil {
      return "It is a category: placefind -c \(ShellWord.quoted(word)) --at LAT,LNG"
    }
    if let point = try? CoordinateText.coordinate(word) {
      return "It is a point: placefind -c gas --at \(point.latitude.decimalText),\(point.longitude.decimalText)"
    }
    let name = isGuessed || word.allSatisfy(\.isASCII) ? "" : "To search for a name, use -q \(ShellWord.quoted(word)). "
    return name + "`placefind --help` lists the commands."
  }

  private static func quoted(_ text: String) -> String { "'\(text)'" }

  private static func guess(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "." }
}
