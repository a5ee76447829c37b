import Domain

/// Errors about a command line, found before any request.
extension Failure {
  // MARK: - Commands

  static var commandMissing: Failure {
    .usage("No query was given.\(terminal: " Try `placefind -c gas --at 37.4979,127.0276`, or `placefind help`.")")
  }

  /// Reports a query without a category and a text, and shows where in the command line they belong.
  static func nothingToLookFor(_ arguments: Arguments) -> Failure {
    let typed = arguments.parsedOptions.filter {
      [.place, .output].contains($0.option.heading) && arguments.hasTyped($0.option)
    }
    let place = arguments.query.hasPlace ? [] : [Option.at.with("37.4979,127.0276")]
    let line = ["placefind", Option.category.with("cafe")] + place + typed.map(\.text)
    let failure = Failure(InvalidQuery.nothingToLookFor)
    return failure.adding("\(terminal: "For example: `\(line.joined(separator: " "))`")")
  }

  static func argumentNotUTF8(_ argument: String) -> Failure {
    .usage("The argument '\(argument)' isn't valid UTF-8. Type it in UTF-8, or rename the file.")
  }

  /// Reports an unknown command and suggests the most similar command, or a query for plain words.
  static func unknownCommand(_ word: String, nearest: String?, before others: ArraySlice<String> = []) -> Failure {
    if let line = PlainWords.commandLine(of: [word] + others) {
      return Failure(.unknownCommand, "There is no command '\(word)'. A search has options: `\(line)`")
    }
    let isName = nearest == nil && !word.allSatisfy(\.isASCII)
    let name = isName ? " To search by name, use \(Option.query.with(word))." : ""
    let guess = guess(nearest ?? Option.named(word)?.spelling)
    return Failure(
      .unknownCommand,
      "There is no command '\(word)'\(guess)\(name) `placefind --help` lists the commands."
    )
  }

  static func unknownAction(_ command: Command, _ word: String?, nearest: String?, known: [String]) -> Failure {
    let actions = known.joined(separator: ", ")
    guard let word else { return operandMissing(command, "one of these words: \(actions)") }
    return .usage("`placefind \(command.rawValue)` doesn't take '\(word)'\(guess(nearest)) It takes \(actions).")
  }

  static func operandMissing(_ command: Command, _ word: String) -> Failure {
    .usage("`placefind \(command.rawValue)` needs \(word). See `placefind help \(command.rawValue)`.")
  }

  /// Reports arguments that no option takes, which are usually parts of an unquoted value.
  static func unexpectedArguments(
    _ words: [String],
    after parsedOption: ParsedArguments.ParsedOption?,
    _ command: Command
  ) -> Failure {
    let unexpected = "Unexpected argument '\(words.joined(separator: " "))'."
    if let parsedOption, let option = PlainWords.option(parsedOption, completedBy: words) {
      return .usage("\(unexpected) Write the value as one word: \(option)")
    }
    let first = words.first ?? ""
    if ![.help, .manual].contains(command), Command(rawValue: first) != nil {
      return .usage("Write the command '\(first)' first: `placefind \(first) …`")
    }
    switch command {
    case .manual where Command(rawValue: first) != nil:
      return .usage("\(unexpected) For a single command, use `placefind help \(first)`.")
    case .find:
      if let (category, point) = PlainWords.queryOptions(of: words) {
        let options = [category, point].compactMap(\.self).joined(separator: " ")
        let use = category == nil ? "For a point, use" : point == nil ? "For a category, use" : "Use"
        return .usage("\(unexpected) \(use) \(options)")
      }
      return .usage("\(unexpected) To search by name, use \(Option.query.with(words.joined(separator: " ")))")
    case .batch: return .usage("A batch reads one input, but '\(first)' is a second one. Run one batch for each input.")
    default: return .usage("\(unexpected) See `placefind help \(command.rawValue)`.")
    }
  }

  // MARK: - The configuration file

  /// Reports an error in a line of the configuration file.
  static func configuration(_ path: String, line: Int, _ failure: Failure) -> Failure {
    Failure(.configuration, "\(path), line \(line): \(failure.wording)")
  }

  static var noLongOption: Failure {
    .usage("The line doesn't begin with two dashes. Write one option with its long name, as in `\(.limit) 3`.")
  }

  static func notInFile(_ option: Option) -> Failure {
    option == .keyFile
      ? .usage("A key can't be in this file. Set its environment variable.")
      : .usage("\(option) belongs on a command line, not in this file.")
  }

  // MARK: - What a command needs

  static func needsCenter(_ command: Command) -> Failure {
    .usage("\(command: command) needs a point: \(.at, "LAT,LNG"), \(.at, "NAME") or \(.near, "TEXT").")
  }

  static var needsTerminal: Failure {
    .usage(
      """
      `placefind browse` needs a terminal, and standard output isn't one. For a map, use \
      `placefind -c KIND --at LAT,LNG -f map`.
      """
    )
  }

  /// Reports a terminal type without cursor addressing.
  static func terminalWithoutScreen(_ type: String) -> Failure {
    .usage(
      """
      `placefind browse` can't draw on a terminal of the type '\(type)'. Set TERM to the type of the terminal, such as \
      xterm-256color. For a map, use `placefind -c KIND --at LAT,LNG -f map`.
      """
    )
  }

  /// Reports that `browse` has no location to begin at.
  static var browseWithoutPlace: Failure {
    .usage(
      """
      No place was given. Pass \(.at, "LAT,LNG") or \(.near, "TEXT"), or save a default location with \
      `placefind here home \(.at, "LAT,LNG") --default`.
      """
    )
  }

  /// Reports a source that has no API calls to count.
  static func noCalls(of source: Source) -> Failure {
    .usage("\(Option.source) \(source.name) sends no requests, so there is no quota. Name a service.")
  }

  static func noSuchEntry(_ number: Int, count: Int) -> Failure {
    let last = count > 0 ? "; the last one is \(count)" : ""
    return .usage("The list has no query \(number)\(last). See `placefind history`.")
  }

  /// Reports that no area to cover was named.
  static func coverageMissing(_ path: String) -> Failure {
    .usage("The area that \(path) covers isn't named. Name it as in `\(InputPath(path).coverageCommand)`.")
  }

  static var indexWithoutInput: Failure {
    .usage("No file was named. Name at least one: `placefind index build places.geojson`")
  }

  static var standardInputTwice: Failure {
    .usage("Standard input is named twice, but can be read only once. Name it once.")
  }

  static func inputWithTwoCategories(_ path: String) -> Failure {
    .usage("\(path) is named twice, with different categories. Name it once.")
  }

  static var severalIndexes: Failure { .usage("`placefind index info` and `placefind index verify` take one file.") }

  static var indexUnnamed: Failure {
    .usage("\(.source) index needs a file. Name it with \(.index, "FILE") or PLACEFIND_INDEX.")
  }

  // MARK: - Inputs and outputs

  /// Reports an option that reads standard input, which something else reads.
  static func inputIsTaken(by option: Option, reader: String) -> Failure {
    .usage("\(reader) from standard input, so \(option) - can't be used. Pass a file.")
  }

  static func standardOutputTaken(_ option: Option) -> Failure {
    .usage(
      """
      \(option) - would mix with the records on standard output. Write the records to a file with \(.output), or pass \
      \(option) a file.
      """
    )
  }

  /// Reports two options that name the same file.
  static func isNamedTwice(_ option: Option, _ other: Option) -> Failure {
    .usage("\(option) and \(other) name the same file. Pass a different file to each.")
  }

  static func unknownFormat(path: String, known: [String]) -> Failure {
    .usage(
      "The format of \(path) can't be written. Choose one with \(.format): \(known.joined(separator: ", "))."
    )
  }
}
