import Domain

/// Words of a command line that name nothing, and what was perhaps meant.
extension Failure {
  static func unknownCommand(_ word: String, nearest: String?) -> Failure {
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
        A key is never given as an argument, where other users can see it. Set \(services.keyVariable), or use \
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
      ? "" : "To search for a name, use \(Option.query.with(word)). "
    return name + "`placefind --help` lists the commands."
  }

  static func guess(_ nearest: String?) -> String { nearest.map { "; did you mean \($0)?" } ?? "." }
}
