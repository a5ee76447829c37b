import Domain

/// Makes the help from the declared commands and options.
struct HelpText: Sendable {
  typealias Group = Option.Heading

  /// The width of the help, one column less than a standard terminal.
  private static let width = 79

  /// The available services.
  let services: [Service]

  /// Returns the short help for a command or one of its actions: two examples, then the most common options.
  func short(of command: Command) -> String {
    var text = ""
    for example in command.examples.prefix(2) { text += "  \(example.line)\n" }
    text += "\n\(Self.usage(command.usage))\n\n"
    for group in Group.allCases { text += entries(of: command, in: group, isShort: true).joined() }
    if command == .find {
      let others = Command.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
      let line = "commands: \(Command.find.rawValue) (when none is named), \(others)"
      text += "\n\(Self.wrapped(line, to: Self.width).joined(separator: "\n  "))\n"
    }
    return text + "\n`placefind help \(command)` shows every option.\n"
  }

  /// Returns the complete help for a command or one of its actions.
  func full(of command: Command) -> String {
    var text = Self.wrapped(command.entry.summary, to: Self.width).joined(separator: "\n")
    text += "\n\n\(Self.usage(command.usage))\n"
    let examples = command.examples
    if !examples.isEmpty { text += "\nExamples\n" }
    for example in examples {
      text += "  \(example.line)\n      "
      text += Self.wrapped(example.meaning, to: Self.width - 6).joined(separator: "\n      ") + "\n"
    }
    for group in Group.allCases {
      let entries = entries(of: command, in: group, isShort: false)
      guard !entries.isEmpty else { continue }
      text += "\n\(group.rawValue)\n" + entries.joined()
    }
    if command == .find { text += commands + environment }
    text += "\nExit status\n"
    text += ExitStatus.possible(in: command).map { status in
      Self.line(String(status.rawValue), status.summary { $0.help(in: command) != nil })
    }.joined()
    return text + "\nManual: man placefind\n"
  }

  /// Returns the lines of a synopsis; a long line continues below its command.
  private static func usage(_ lines: [String]) -> String {
    let indent = "\n       "
    let wrapped = lines.map { Self.wrapped($0, to: Self.width - indent.count - 3).joined(separator: indent + "    ") }
    return "usage: " + wrapped.joined(separator: indent)
  }

  private var commands: String {
    "\nCommands\n" + Command.allCases.map { Self.line($0.rawValue, $0.entry.summary) }.joined()
  }

  private var environment: String { "\nEnvironment\n" + variables.map { Self.line($0.name, $0.meaning) }.joined() }

  /// The environment variables and their meanings.
  var variables: [(name: String, meaning: String)] {
    services.compactMap(\.key).map { ($0.variable, "the \($0.term) of \($0.owner)") }
      + services.flatMap(\.addresses).map { ($0.variable, $0.summary) }
      + EnvironmentVariable.allCases.compactMap { variable in variable.summary.map { (variable.rawValue, $0) } }
  }

  private func entries(of command: Command, in group: Group, isShort: Bool) -> [String] {
    lines(of: command, in: group, isShort: isShort).map { Self.line($0.name, $0.meaning) }
  }

  /// Returns the options of a command or one of its actions in a group, with their meanings; in the short help, only
  /// the common ones.
  func lines(
    of command: Command,
    in group: Group,
    isShort: Bool
  ) -> [(name: String, meaning: String)] {
    Option.allCases.compactMap { option in
      guard option.heading == group, let help = option.help(in: command), help.isShort || !isShort else { return nil }
      return (synopsis(of: option, in: command, isShort: isShort), meaning(of: help))
    }
  }

  /// Returns the options of all commands in a group, with their meaning in most commands that accept it, and in those
  /// where the meaning differs.
  func lines(in group: Group) -> [(name: String, meaning: String)] {
    Option.allCases.filter { $0.heading == group }.map { option in
      let count = Set(option.help.flatMap(\.commands).map { $0.owner ?? $0.rawValue }).count
      var meanings: [(text: String, names: [String])] = []
      for help in option.help {
        let (text, names) = (meaning(of: help), help.commands.map { $0.owner ?? $0.rawValue })
        if let index = meanings.firstIndex(where: { $0.text == text }) {
          meanings[index].names += names
        } else {
          meanings.append((text, names))
        }
      }
      meanings.sort { Self.unique($0.names).count > Self.unique($1.names).count }
      let parts = meanings.enumerated().map { index, meaning in
        let names = Self.unique(meaning.names)
        let isNamed = index > 0 || names.count <= 3 && count <= 3
        return isNamed ? "\(names.joined(separator: ", ")): \(meaning.text)" : meaning.text
      }
      return (synopsis(of: option), parts.joined(separator: "; "))
    }
  }

  private static func unique(_ words: [String]) -> [String] {
    words.reduce(into: []) { found, word in if !found.contains(word) { found.append(word) } }
  }

  private func meaning(of help: Option.Help) -> String {
    help.summary(services) + (help.standard.map { " (default \($0))" } ?? "")
  }

  /// Returns the names of an option and the form of its value.
  private func synopsis(of option: Option, in command: Command? = nil, isShort: Bool = false) -> String {
    var names = option.letter.map { ["-\($0)"] } ?? []
    names += (isShort ? [option.name] : option.names).map { "--" + $0 }
    let synopsis = names.joined(separator: ", ")
    switch option.value {
    case .none: return synopsis
    case .text(let word): return "\(synopsis) \(word)"
    case .file: return "\(synopsis) FILE"
    case .word, .format:
      let choice = option.words(services, in: command).joined(separator: "|")
      return "\(synopsis) \(choice.count > Self.width / 2 ? "NAME" : choice)"
    case .words: return "\(synopsis) LIST"
    }
  }

  /// Returns a name with its meaning in a second column, or below a long name.
  private static func line(_ synopsis: String, _ text: String) -> String {
    let indent = 26
    var line = "  " + synopsis
    if DisplayWidth.of(line) > indent - 2 {
      line += "\n" + String(repeating: " ", count: indent)
    } else {
      line += String(repeating: " ", count: indent - DisplayWidth.of(line))
    }
    let lines = Self.wrapped(text, to: Self.width - indent)
    return line + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  /// Returns the lines of a text, wrapped to a width unless a word is longer.
  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in Self.breakable(text) {
      let last = lines[lines.count - 1]
      if !last.isEmpty, DisplayWidth.of(last) + DisplayWidth.of(word) > width {
        lines[lines.count - 1] = last.trimmedEnd
        lines.append(word == " " ? "" : word)
      } else {
        lines[lines.count - 1] += word
      }
    }
    lines[lines.count - 1] = lines[lines.count - 1].trimmedEnd
    return lines
  }

  /// Returns the parts of a text between possible line breaks: after a space, a comma or an alternative.
  private static func breakable(_ text: String) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    for index in text.utf8.indices {
      switch text.utf8[index] {
      case UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "|"):
        let end = text.utf8.index(after: index)
        parts.append(String(text[start..<end]))
        start = end
      default: break
      }
    }
    if start < text.endIndex { parts.append(String(text[start...])) }
    return parts
  }
}
