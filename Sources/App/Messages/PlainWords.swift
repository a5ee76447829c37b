import Domain

/// Words typed without the options that they need: a category, a coordinate, or the end of an unquoted value.
enum PlainWords {
  /// Returns the options of a query: a category, a coordinate, or both.
  ///
  /// - Parameter words: The typed words.
  /// - Returns: The options; `nil` if there are other words.
  static func queryOptions(of words: [String]) -> (category: String?, point: String?)? {
    if let named = namedPlace(words) { return named }
    let isCategory = { (word: String) in
      NumberParser.number(word) == nil
        && word.split(separator: ",").allSatisfy { PlaceCategory(word: String($0)).isKnown }
    }
    let categories = words.filter(isCategory)
    let rest = words.filter { !isCategory($0) }
    let point = point(rest)
    guard !words.isEmpty, rest.isEmpty || point != nil else { return nil }
    return (categories.isEmpty ? nil : "-c \(list(categories))", point.map { "--at \($0)" })
  }

  /// Words between a category and the name of a place.
  private static let prepositions = ["near", "in", "at", "around", "by"]

  /// Returns the options of a query such as `cafes near Gangnam`; `nil` for other words.
  private static func namedPlace(_ words: [String]) -> (category: String?, point: String?)? {
    guard let middle = words.firstIndex(where: { prepositions.contains($0.lowercased()) }), middle > 0,
      middle < words.count - 1
    else { return nil }
    let category = words[..<middle].joined(separator: " ")
    guard PlaceCategory(word: category).isKnown else { return nil }
    let place = Array(words[(middle + 1)...])
    let option = point(place).map { "--at \($0)" } ?? Option.near.with(place.joined(separator: " "))
    return (Option.category.with(category), option)
  }

  /// Returns the command line of a query typed as plain words before options; `nil` if there are other words.
  static func commandLine(of words: [String]) -> String? {
    let plain = words.prefix { !$0.hasPrefix("-") || NumberParser.number($0) != nil }
    guard let (category, point) = queryOptions(of: Array(plain)) else { return nil }
    let options = words.dropFirst(plain.count).map(ShellWord.quoted)
    let place = point ?? (options.isEmpty ? "--at LAT,LNG" : nil)
    return (["placefind", category ?? "-c gas"] + [place].compactMap(\.self) + options).joined(separator: " ")
  }

  /// Returns the option with its complete value, if the words after it complete its value; otherwise `nil`.
  static func option(_ parsedOption: ParsedArguments.ParsedOption, completedBy words: [String]) -> String? {
    let all = [parsedOption.value] + words
    let together = all.joined()
    let shown = parsedOption.option.shortSpelling + " "
    switch parsedOption.option {
    case .indexCategory: return nil
    case .category:
      let areKnown = words.flatMap { $0.split(separator: ",") }.allSatisfy { PlaceCategory(word: String($0)).isKnown }
      return areKnown ? shown + list(all) : nil
    case .fields: return shown + list(all)
    case .query: return parsedOption.option.with(all.joined(separator: " "))
    case .at: return point(all).map { shown + $0 }
    case .bbox:
      let commas = all.map { $0.hasSuffix(",") ? String($0.dropLast()) : $0 }.joined(separator: ",")
      return (try? BoundingBoxParser.box(commas)) == nil ? nil : shown + commas
    case .radius: return LengthParser.length(together) == nil ? nil : shown + together
    case .timeout: return DurationParser.duration(together) == nil ? nil : shown + together
    case .latitude:
      return words.count == 1 && NumberParser.number(words[0]) != nil
        ? "\(shown)\(parsedOption.value) --lng \(words[0])" : nil
    default: return nil
    }
  }

  private static func list(_ words: [String]) -> String {
    ShellWord.quoted(words.flatMap { $0.split(separator: ",") }.joined(separator: ","))
  }

  /// Words as a coordinate; `nil` if they aren't one.
  private static func point(_ words: [String]) -> String? {
    let text = words.joined(separator: " ")
    if MapAddress(text)?.coordinate != nil { return ShellWord.quoted(text) }
    let parsed: Coordinate?
    do { parsed = try CoordinateParser.coordinate(text) } catch { return nil }
    guard parsed != nil else { return nil }
    let numbers = text.split { $0 == "," || $0 == " " }
    let isPlain = numbers.count == 2 && numbers.allSatisfy { NumberParser.number($0) != nil }
    return isPlain ? numbers.joined(separator: ",") : ShellWord.quoted(text)
  }
}
