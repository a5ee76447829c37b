import Domain

/// Errors about unexpected arguments, which are usually parts of an unquoted value.
extension Failure {
  static func unexpectedArguments(
    _ words: [String],
    after given: ParsedArguments.Given?,
    _ command: Command
  ) -> Failure {
    Failure(.usage, sentence(words, after: given, command))
  }

  private static func sentence(_ words: [String], after given: ParsedArguments.Given?, _ command: Command) -> String {
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
