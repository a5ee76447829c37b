/// Options and commands in a message: as typed for people, as arguments and tools for agents.
extension Message.StringInterpolation {
  /// Appends an option; its placeholder is for people only.
  mutating func appendInterpolation(_ option: Option, _ placeholder: String = "") {
    let words = option.spelling + (placeholder.isEmpty ? "" : " " + placeholder)
    append(words, agent: option.argument, naming: option.name)
  }

  /// Appends an option by its letter.
  mutating func appendInterpolation(short option: Option) {
    append(option.shortSpelling, agent: option.argument, naming: option.name)
  }

  /// Appends an option with a value.
  mutating func appendInterpolation(_ option: Option, value: String) {
    append(option.with(value), agent: "\(option.argument) \(value)", naming: option.name)
  }

  /// Appends a command with its operands; agents have a tool for it.
  mutating func appendInterpolation(command: Command, _ operands: String = "") {
    let line = "`placefind \(command.rawValue)\(operands.isEmpty ? "" : " " + operands)`"
    append(line, agent: command.tool ?? line)
  }
}

extension Message {
  /// Returns the message for a command that accepts the options with some names.
  ///
  /// The other options get the name of a command that accepts them: `--bbox of `placefind find``.
  func worded(accepting names: Set<String>) -> Message {
    var message = self
    while let foreign = message.mentions.first(where: { !names.contains($0.name) })?.option {
      let owner = foreign.help(in: .indexBuild) == nil ? foreign.help.first?.commands.first : .indexBuild
      message = message.naming(owner ?? .find) {
        $0 == foreign || (!names.contains($0.name) && $0.help(in: owner ?? .find) != nil)
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
    let isNamed = { (mention: Mention) in mention.option.map(isNamed) == true }
    let named = mentions.filter(isNamed)
    guard let last = named.last else { return self }
    let shown = named.last { mention in text.utf8.prefix(mention.end).count { $0 == UInt8(ascii: "`") } % 2 == 0 }
    let insertion = shown == nil ? "" : " of `placefind \(command.rawValue)`"
    return inserting(insertion, after: shown ?? last, isDone: isNamed)
  }
}

extension Message.Mention {
  fileprivate var option: Option? { Option.allCases.first { $0.name == name } }
}

extension Failure {
  /// Returns the failure for a command that accepts the options with some names.
  func worded(accepting names: Set<String>) -> Failure {
    wording.mentions.isEmpty ? self : withWording(wording.worded(accepting: names))
  }
}

extension Command {
  /// The long names of the options that the command accepts.
  var optionNames: Set<String> { Set(options.flatMap(\.names)) }
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
