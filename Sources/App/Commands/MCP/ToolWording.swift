import Domain

/// Rewords a message of the command line for programs: arguments and tools replace options and commands.
///
/// Messages name options as typed and commands in backticks, so all of them can be reworded here. Text in single quotes
/// is the user's own and stays unchanged.
struct ToolWording {
  /// Programs whose command lines messages suggest.
  private static let programs: Set<Substring> = [
    "placefind", "osmium", "ogr2ogr", "iconv", "duckdb", "soffice", "git", "ulimit", "head",
  ]
  /// The tools that correspond to commands.
  private static let tools: [Substring: Tool] = [
    "categories": .listCategories, "near": .resolvePlace, "where": .addressOf, "show": .placeDetails,
    "find": .findPlaces,
  ]

  /// The maximum number of words in an introduction of a command.
  private static let longestIntroduction = 4

  private let words: [Substring]
  private var worded: [String] = []
  private var position = 0

  /// The reworded message; commands without a tool are removed with their clause.
  static func text(of sentence: String) -> String {
    var wording = ToolWording(words: sentence.split(separator: " ", omittingEmptySubsequences: true))
    return wording.run()
  }

  private init(words: [Substring]) { self.words = words }

  private mutating func run() -> String {
    while position < words.count {
      if isQuoted(at: position) {
        takeQuoted()
      } else if let end = endOfCommand(at: position) {
        takeCommand(through: end)
      } else {
        takeWord()
      }
    }
    return worded.joined(separator: " ")
  }

  // MARK: - Words

  /// The punctuation before a word, the word, and the punctuation after it.
  private static func parts(of word: Substring) -> (before: Substring, core: Substring, after: Substring) {
    let start = word.firstIndex { !"(`".contains($0) } ?? word.endIndex
    let end = word[start...].lastIndex { !"`).,;:".contains($0) }.map(word.index(after:)) ?? start
    return (word[..<start], word[start..<end], word[end...])
  }

  private func isQuoted(at position: Int) -> Bool { words[position].drop { $0 == "(" }.first == "'" }

  /// Copies the words of a quotation.
  private mutating func takeQuoted() {
    var isFirst = true
    while position < words.count {
      let word = words[position]
      let quotes = word.count { $0 == "'" }
      worded.append(String(word))
      position += 1
      if isFirst ? quotes > 1 : quotes > 0 { return }
      isFirst = false
    }
  }

  private mutating func takeWord() {
    let (before, core, after) = Self.parts(of: words[position])
    position += 1
    guard let option = Self.option(core) else { return worded.append(String(before + core + after)) }
    var end = after
    if after.isEmpty, position < words.count {
      let value = Self.parts(of: words[position])
      let isAll = option == .limit && value.core == "all"
      if isAll || Self.isPlaceholder(value.core) {
        end = value.after
        position += 1
        if isAll { return worded.append("\(before)a larger \(Self.name(of: option))\(end)".filter { $0 != "`" }) }
      }
    }
    worded.append("\(before)\(Self.name(of: option))\(end)".filter { $0 != "`" })
  }

  /// The option that a word spells; `nil` for another word.
  private static func option(_ word: Substring) -> Option? {
    if word.hasPrefix("--") { return Option.named(String(word.dropFirst(2).prefix { $0 != "=" })) }
    guard word.count == 2, word.first == "-", let letter = word.last else { return nil }
    return Option.allCases.first { $0.letter == letter && $0.help(in: .find) != nil }
  }

  /// Whether a word is a placeholder such as `LAT,LNG`.
  private static func isPlaceholder(_ word: Substring) -> Bool {
    !word.isEmpty && word.allSatisfy { ("A"..."Z").contains($0) || $0 == "," || $0 == "|" }
  }

  /// The argument that the option reads, or else the option of the server.
  private static func name(of option: Option) -> String {
    let arguments = ToolArgument.query + [.limit, .source]
    if let argument = arguments.first(where: { $0.option == option }) { return argument.name }
    return switch option {
    case .at: "lat and lng"
    case .bbox: "within"
    default: "server option \(option.name)"
    }
  }

  // MARK: - Commands

  /// The last word of the command that begins at a word; `nil` if none begins there.
  private func endOfCommand(at start: Int) -> Int? {
    let (before, core, _) = Self.parts(of: words[start])
    guard Self.programs.contains(core) else { return nil }
    if before.contains("`") {
      return words[start...].firstIndex { $0.hasSuffix("`") || $0.dropFirst().contains("`") } ?? words.count - 1
    }
    guard start + 1 < words.count else { return nil }
    let next = Self.parts(of: words[start + 1]).core
    let isCommand =
      core == "placefind" ? Command(rawValue: String(next)) != nil || next.hasPrefix("-") : isIntroduced(start)
    return isCommand ? endOfClause(from: start) : nil
  }

  /// Whether the previous word ends with a colon.
  private func isIntroduced(_ position: Int) -> Bool { position > 0 && words[position - 1].hasSuffix(":") }

  private func endOfClause(from start: Int) -> Int {
    words[start...].firstIndex { $0.hasSuffix(";") || $0.hasSuffix(".") || $0.hasSuffix(")") } ?? words.count - 1
  }

  private mutating func takeCommand(through end: Int) {
    let isAlone = words[position].hasPrefix("`") || words[position].hasPrefix("(`")
    if isAlone, position < end, let tool = Self.tools[Self.parts(of: words[position + 1]).core] {
      let (before, after) = (Self.parts(of: words[position]).before, Self.parts(of: words[end]).after)
      worded.append("\(before)\(tool.rawValue)\(after)".filter { $0 != "`" })
      position = end + 1
      return
    }
    if !words[position].hasPrefix("(") { dropClause() }
    position = endOfClause(from: end) + 1
  }

  /// Removes the words since the previous clause, including a short introduction such as "Convert it:", and ends the
  /// previous clause with a full stop.
  private mutating func dropClause() {
    worded.removeLast(worded.reversed().prefix { !Self.endsClause($0) }.count)
    if worded.last?.hasSuffix(":") == true {
      let introduction = worded.dropLast().reversed().prefix { !Self.endsClause($0) }.count + 1
      if introduction <= Self.longestIntroduction { worded.removeLast(introduction) }
    }
    guard let last = worded.last, let mark = last.last, ";:,".contains(mark) else { return }
    worded[worded.count - 1] = String(last.dropLast()) + "."
  }

  /// Whether a word ends a clause.
  private static func endsClause(_ word: String) -> Bool { word.last.map { ".;:)".contains($0) } ?? false }
}
