/// Options and commands in a message: as typed for people, as arguments and tools for agents.
extension Message.StringInterpolation {
  /// Appends an option; its placeholder is for people only.
  mutating func appendInterpolation(_ option: Option, _ placeholder: String = "") {
    let words = option.spelling + (placeholder.isEmpty ? "" : " " + placeholder)
    append(option: words, agent: option.argument)
  }

  /// Appends an option by its letter.
  mutating func appendInterpolation(short option: Option) {
    append(option: option.shortSpelling, agent: option.argument)
  }

  /// Appends an option with a value.
  mutating func appendInterpolation(_ option: Option, value: String) {
    append(option: option.with(value), agent: "\(option.argument) \(value)")
  }

  /// Appends a command with its operands; agents have a tool for it.
  mutating func appendInterpolation(command: Command, _ operands: String = "") {
    let line = "`placefind \(command.rawValue)\(operands.isEmpty ? "" : " " + operands)`"
    append(line, agent: command.tool ?? line)
  }
}

extension Message {
  /// Returns the message for a command.
  ///
  /// Options that it doesn't accept get the name of a command that accepts them: `--bbox of `placefind find``.
  func worded(for command: Command) -> Message {
    var message = self
    while let foreign = message.options.first(where: { !command.accepts($0.option) })?.option {
      let owner = foreign.help(in: .indexBuild) == nil ? foreign.help.first?.commands.first : .indexBuild
      message = message.naming(owner ?? .find) {
        $0 == foreign || (!command.accepts($0) && $0.help(in: owner ?? .find) != nil)
      }
    }
    return message
  }

  /// Returns the message with the name of a command after the last of its options.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - isNamed: Selects the options.
  /// - Returns: The message. Command lines to copy are unchanged.
  func naming(_ command: Command, after isNamed: (Option) -> Bool) -> Message {
    let options = options
    let named = options.filter { isNamed($0.option) }.map(\.index)
    guard !named.isEmpty else { return self }
    var parts = parts
    let shown = named.last { index in parts[..<index].joined().count { $0 == "`" } % 2 == 0 }
    if let shown { parts[shown] += " of `placefind \(command.rawValue)`" }
    return replacing(parts: parts, options: options.map(\.index).filter { !named.contains($0) })
  }

  /// The options in the wording for a terminal, with their indices among its parts.
  private var options: [(index: Int, option: Option)] {
    parts.enumerated().compactMap { index, part in
      guard index % 2 == 1 else { return nil }
      // An option with its value may be in quotation marks.
      let word = part.drop { $0 == "'" }.prefix { $0 != " " && $0 != "=" }
      return Option.allCases.first { $0.isNamed(by: String(word)) }.map { (index, $0) }
    }
  }
}

extension Failure {
  /// Returns the failure with the message for a command.
  func worded(for command: Command) -> Failure { withWording(wording.worded(for: command)) }
}

extension Notice {
  /// Returns the notice with the message for a command.
  func worded(for command: Command) -> Notice { mapping { $0.worded(for: command) } }
}

extension Command {
  /// Returns whether the command, or an action of it, accepts an option of the same name.
  fileprivate func accepts(_ option: Option) -> Bool {
    Option.allCases.contains { $0.names.contains(option.name) && $0.help(in: self) != nil }
  }
}

extension Option {
  /// The name for an agent: an argument of a tool, or an option of the server.
  ///
  /// An agent can't use other options, so no message for agents names one (`AgentMessageTests`).
  fileprivate var argument: String {
    switch self {
    case .query: "text"
    case .at: "lat and lng"
    case .radius: "radius_m"
    case .bbox: "within"
    case .openNow, .openAt: "open_at"
    case .openUnknown: "open_unknown"
    case .category, .latitude, .longitude, .near, .within, .along, .conditions, .limit, .source: name
    default: "\(help(in: .mcp) == nil ? "command-line" : "server") option \(name)"
    }
  }
}

extension Command {
  /// The tool for the same purpose; `nil` if there is none.
  fileprivate var tool: String? {
    switch self {
    case .find: "find_places"
    case .near: "resolve_place"
    case .where: "address_of"
    case .show: "place_details"
    case .categories: "list_categories"
    default: nil
    }
  }
}
