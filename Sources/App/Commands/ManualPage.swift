import Domain

/// Writes the manual page in mdoc format from the declared commands and options.
struct ManualPage: Sendable {
  /// The available services.
  let services: [Service]
  private var text = ""

  init(services: [Service]) { self.services = services }

  mutating func page() -> String {
    text = ".Dd \(Version.date)\n.Dt PLACEFIND 1\n.Os\n"
    section("NAME")
    text += ".Nm placefind\n.Nd find the places of a category near a point\n"
    section("SYNOPSIS")
    for command in Command.allCases { synopsis(command.usage) }
    section("DESCRIPTION")
    prose(
      "Finds places near a point, nearest first: gas stations, cafes, pharmacies. It runs one query, or a query for each of "
        + "a million rows. Places come from " + services.map(\.title).joined(separator: ", from ")
        + ", or without a network from an index file built from open data, with the same options and the same JSON. Every "
        + "result says whether it is complete, and the exit status tells what went wrong. `placefind help COMMAND` lists the "
        + "options of a command."
    )
    section("COMMANDS")
    list(Command.allCases.map { ($0.rawValue, $0.entry.summary) })
    section("OPTIONS")
    for group in Option.Heading.allCases {
      text += ".Ss \(group.rawValue)\n"
      list(HelpText(services: services).lines(in: group))
    }
    section("ENVIRONMENT")
    list(HelpText(services: services).variables)
    section("FILES")
    list(Self.files)
    section("EXIT STATUS")
    list(ExitStatus.allCases.map { status in (String(status.rawValue), status.summary { _ in true }) })
    section("EXAMPLES")
    for command in Command.allCases { examples(command.examples.prefix(1)) }
    return text
  }

  /// The files that the program reads or saves.
  static let files = [
    ("~/.config/placefind/config", "default options, one per line"),
    ("~/.config/placefind/locations, saved", "saved locations and saved places"),
    ("~/.local/share/placefind/\(SourceConfiguration.defaultIndexName)", "the default index"),
    ("~/.local/state/placefind/", "history, last results, call counts"),
    ("~/.cache/placefind/", "cached responses"),
  ]

  private mutating func section(_ name: String) { text += ".Sh \(name)\n" }

  private mutating func synopsis(_ usage: [String]) {
    for line in usage { text += ".D1 \(Self.escaped(line, inMacro: true))\n" }
  }

  private mutating func examples(_ examples: ArraySlice<(line: String, meaning: String)>) {
    for example in examples {
      text += ".Dl \(Self.escaped(example.line, inMacro: true))\n"
      prose(example.meaning)
      text += ".Pp\n"
    }
    // A paragraph before a heading would be empty.
    if !examples.isEmpty { text.removeLast(".Pp\n".count) }
  }

  private mutating func list(_ items: [(name: String, meaning: String)]) {
    text += ".Bl -tag -width Ds -compact\n"
    for item in items {
      text += ".It \(Self.escaped(item.name, inMacro: true))\n"
      prose(item.meaning)
    }
    text += ".El\n"
  }

  /// Writes text in lines of less than 80 bytes, each sentence on its own line.
  private mutating func prose(_ words: String) {
    var line = ""
    for word in Self.escaped(words).split(separator: " ") {
      if !line.isEmpty, Self.length(line) + Self.length(word) >= 78 || line.last == "." {
        text += line + "\n"
        line = ""
      }
      line += line.isEmpty ? (word.first == "." || word.first == "'" ? "\\&" : "") + word : " " + word
    }
    if !line.isEmpty { text += line + "\n" }
  }

  /// Returns the length according to mandoc, which writes `\[u1234]` for non-ASCII characters.
  private static func length(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 9) }
  }

  /// Returns escaped text.
  ///
  /// In a macro line, words are protected from being read as macros, and a long list of alternatives may break after
  /// each.
  private static func escaped(_ text: String, inMacro: Bool = false) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "\"" where inMacro: escaped += "\\(dq"
      case "|" where inMacro: escaped += "|\\:"
      default: escaped.append(character)
      }
    }
    guard inMacro else { return escaped }
    return escaped.split(separator: " ").map { "\\&" + $0 }.joined(separator: " ")
  }
}
