import Domain

/// Errors about unknown words of a command line, with suggestions.
extension Failure {
  /// Reports an unknown command and suggests the most similar command, or a query for plain words.
  static func unknownCommand(_ word: String, nearest: String?, before others: ArraySlice<String> = []) -> Failure {
    if let line = query(of: [word] + others) {
      return Failure(.unknownCommand, "There is no command '\(word)'. A search has options: `\(line)`")
    }
    let guess = guess(nearest ?? Option.named(word)?.spelling)
    let advice = advice(on: word, isGuessed: nearest != nil)
    return Failure(.unknownCommand, "There is no command '\(word)'\(guess) \(advice)")
  }

  static func unknownOption(
    _ spelling: String,
    nearest: String?,
    _ command: Command,
    _ services: [Service]
  ) -> Failure {
    ["--key", "--api-key", "--apikey"].contains(spelling)
      ? Failure(
        .unknownOption,
        """
        A key can't be an argument, because other users could see it. Set \(services.keyVariable), or use \
        --key-file FILE.
        """
      )
      : Failure(
        .unknownOption,
        "There is no option \(spelling)\(guess(nearest)) See `placefind help \(command.rawValue)`."
      )
  }

  static func unknownOption(_ name: String) -> Failure {
    let names = Option.allCases.flatMap(\.names).map { "--" + $0 }
    let guess = guess(NearestWord.of(name, among: names))
    return Failure(.usage, "There is no option --\(name)\(guess)")
  }

  static func unknownAction(_ command: Command, _ word: String?, nearest: String?, known: [String]) -> Failure {
    let actions = known.joined(separator: ", ")
    guard let word else {
      return Failure(
        .usage,
        "`placefind \(command.rawValue)` needs an action: \(actions). See `placefind help \(command.rawValue)`."
      )
    }
    return Failure(
      .usage,
      "`placefind \(command.rawValue)` has no action '\(word)'\(guess(nearest)) It takes \(actions)."
    )
  }

  /// The options of a query typed as plain words: a category, a coordinate, or both.
  ///
  /// - Parameter words: The typed words.
  /// - Returns: The options; `nil` if there are other words.
  static func queryOptions(of words: [String]) -> (category: String?, point: String?)? {
    let isCategory = { (word: String) in
      NumberParser.number(word) == nil
        && word.split(separator: ",").allSatisfy { PlaceCategory(word: String($0)).isKnown }
    }
    let categories = words.filter(isCategory)
    let rest = words.filter { !isCategory($0) }
    let point = point(rest)
    guard !words.isEmpty, rest.isEmpty || point != nil else { return nil }
    return (categories.isEmpty ? nil : "-c \(listed(categories))", point.map { "--at \($0)" })
  }

  /// The command line of a query typed as plain words before options; `nil` if there are other words.
  private static func query(of words: [String]) -> String? {
    let plain = words.prefix { !$0.hasPrefix("-") || NumberParser.number($0) != nil }
    guard let (category, point) = queryOptions(of: Array(plain)) else { return nil }
    let options = words.dropFirst(plain.count).map(ShellWord.quoted)
    let place = point ?? (options.isEmpty ? "--at LAT,LNG" : nil)
    return (["placefind", category ?? "-c gas"] + [place].compactMap(\.self) + options).joined(separator: " ")
  }

  /// Suggests what to type instead of an unknown command.
  private static func advice(on word: String, isGuessed: Bool) -> String {
    let name =
      isGuessed || word.allSatisfy(\.isASCII)
      ? "" : "To search for a name, use \(Option.query.with(word)). "
    return name + "`placefind --help` lists the commands."
  }

  static func guess(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "." }
}

/// Errors about unexpected arguments, which are usually parts of an unquoted value.
extension Failure {
  static func unexpectedArguments(
    _ words: [String],
    after given: ParsedArguments.Given?,
    _ command: Command
  ) -> Failure {
    Failure(.usage, sentence(words, after: given, command))
  }

  private static func sentence(_ words: [String], after given: ParsedArguments.Given?, _ command: Command) -> Message {
    let unexpected = "Unexpected argument '\(words.joined(separator: " "))'"
    if let given, let value = wholeValue(of: given, with: words) {
      return "\(unexpected). Write the value as one word: \(value)"
    }
    let first = words.first ?? ""
    if command != .help, Command(rawValue: first) != nil {
      return "The command '\(first)' comes first: placefind \(first) …"
    }
    switch command {
    case .find:
      if let (category, point) = queryOptions(of: words) {
        let options = [category, point].compactMap(\.self).joined(separator: " ")
        let what = category == nil ? "For a point, use" : point == nil ? "For a category, use" : "Use"
        return "\(unexpected). \(what) \(options)"
      }
      return "\(unexpected). To search for a name, use \(Option.query.with(words.joined(separator: " ")))"
    case .batch: return "A batch reads one input, and '\(first)' is another; run one batch for each."
    default: return "\(unexpected). See `placefind help \(command.rawValue)`."
    }
  }

  /// The option with its complete value, if the unexpected arguments complete the previous one.
  private static func wholeValue(of given: ParsedArguments.Given, with words: [String]) -> String? {
    let all = [given.value] + words
    let together = all.joined()
    let shown = given.option.shortSpelling + " "
    switch given.option {
    case .indexCategory: return nil
    case .category:
      let areKnown = words.flatMap { $0.split(separator: ",") }.allSatisfy { PlaceCategory(word: String($0)).isKnown }
      return areKnown ? shown + listed(all) : nil
    case .fields: return shown + listed(all)
    case .query: return given.option.with(all.joined(separator: " "))
    case .at: return point(all).map { shown + $0 }
    case .bbox:
      let commas = all.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }.joined(separator: ",")
      return (try? BoundingBoxParser.box(commas)) == nil ? nil : shown + commas
    case .radius: return LengthParser.length(together) == nil ? nil : shown + together
    case .timeout: return DurationParser.duration(together) == nil ? nil : shown + together
    case .latitude:
      return words.count == 1 && NumberParser.number(words[0]) != nil ? "\(shown)\(given.value) --lng \(words[0])" : nil
    default: return nil
    }
  }

  /// Words as a comma-separated list.
  static func listed(_ words: [String]) -> String {
    ShellWord.quoted(words.flatMap { $0.split(separator: ",") }.joined(separator: ","))
  }

  /// Words as a coordinate; `nil` if they aren't one.
  static func point(_ words: [String]) -> String? {
    let text = words.joined(separator: " ")
    let parsed: Coordinate?
    do { parsed = try CoordinateParser.coordinate(text) } catch { return nil }
    guard parsed != nil else { return nil }
    let numbers = text.split { $0 == "," || $0 == " " }
    let isPlain = numbers.count == 2 && numbers.allSatisfy { NumberParser.number($0) != nil }
    return isPlain ? numbers.joined(separator: ",") : ShellWord.quoted(text)
  }
}
