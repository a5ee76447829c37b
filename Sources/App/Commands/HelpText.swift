/// Writes help out of the tables of commands and options.
enum HelpText {
  private static let width = 79

  /// The short help: two examples first, then the options that most questions need.
  static func short(of command: Command) -> String {
    var text = ""
    for example in command.examples.prefix(2) { text += "  \(example.line)\n" }
    text += "\nusage: \(command.usage)\n\n"
    let common = command.options.filter(\.specification.isCommon)
    text += common.map { line(of: $0, in: command, isShort: true) }.joined()
    if command == .find {
      let others = Command.allCases.dropFirst().map(\.rawValue).joined(separator: ", ")
      text += "\ncommands: \(Command.find.rawValue) (when none is named), \(others)\n"
    }
    text += "\n`placefind \(command == .find ? "" : command.rawValue + " ")--help` shows everything.\n"
    return text
  }

  /// Everything about a command.
  static func full(of command: Command) -> String {
    var text = "\(command.summary)\n\nusage: \(command.usage)\n"
    text += "\nExamples\n"
    for example in command.examples { text += "  \(example.line)\n      \(example.meaning)\n" }
    for group in OptionSpecification.Group.allCases {
      let options = command.options.filter { $0.specification.group == group }
      guard !options.isEmpty else { continue }
      text += "\n\(group.rawValue)\n" + options.map { line(of: $0, in: command, isShort: false) }.joined()
    }
    if command == .find { text += commands + environment }
    return text + exitCodes
  }

  private static var commands: String {
    "\nCommands\n" + Command.allCases.map { entry($0.rawValue, $0.summary) }.joined()
  }

  private static var environment: String {
    "\nEnvironment\n"
      + EnvironmentVariable.allCases.compactMap { variable in
        variable.summary.map { entry(variable.rawValue, $0) }
      }.joined()
  }

  private static var exitCodes: String {
    "\nExit status\n" + ExitStatus.allCases.map { entry(String($0.rawValue), $0.summary) }.joined()
  }

  private static func line(of option: Option, in command: Command, isShort: Bool) -> String {
    let specification =
      switch command {
      case .batch: option.specificationInBatch
      case .index: option.specificationInIndex
      default: option.specification
      }
    var names = specification.short.map { ["-\($0)"] } ?? []
    names += [option.spelling]
    if !isShort { names += specification.aliases.map { "--" + $0 } }
    var head = names.joined(separator: ", ")
    var summary = specification.summary
    switch specification.value {
    case .none: break
    case .any(let word): head += " " + word
    case .oneOf(let words): head += " " + words.joined(separator: "|")
    case .list: head += " LIST"
    }
    if let standard = specification.standard { summary += " (default \(standard))" }
    return entry(head, summary)
  }

  /// A name and what it means, the meaning wrapped beside it or, beside a long name, below it.
  private static func entry(_ head: String, _ text: String) -> String {
    let indent = 26
    var line = "  " + head
    if DisplayWidth.of(line) > indent - 2 {
      line += "\n" + String(repeating: " ", count: indent)
    } else {
      line += String(repeating: " ", count: indent - DisplayWidth.of(line))
    }
    let lines = wrapped(text, to: width - indent)
    return line + lines.joined(separator: "\n" + String(repeating: " ", count: indent)) + "\n"
  }

  private static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in breakable(text) {
      let last = lines[lines.count - 1]
      if !last.isEmpty, DisplayWidth.of(last) + DisplayWidth.of(word) > width {
        lines[lines.count - 1] = trimmedEnd(last)
        lines.append(word == " " ? "" : word)
      } else {
        lines[lines.count - 1] += word
      }
    }
    lines[lines.count - 1] = trimmedEnd(lines[lines.count - 1])
    return lines
  }

  /// The text in pieces between which a line may end: after a blank, and after a comma in a list without blanks.
  private static func breakable(_ text: String) -> [String] {
    var pieces = [""]
    for character in text {
      pieces[pieces.count - 1].append(character)
      if character == " " || character == "," { pieces.append("") }
    }
    return pieces.filter { !$0.isEmpty }
  }

  private static func trimmedEnd(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
