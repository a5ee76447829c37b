/// Options and commands in a message: as typed for people, as arguments and tools for agents.
extension Message.StringInterpolation {
  /// Appends an option; its placeholder is for people only.
  mutating func appendInterpolation(_ option: Option, _ placeholder: String = "") {
    append(option.spelling + (placeholder.isEmpty ? "" : " " + placeholder), agent: option.argument)
  }

  /// Appends an option by its letter.
  mutating func appendInterpolation(short option: Option) { append(option.shortSpelling, agent: option.argument) }

  /// Appends an option with a value.
  mutating func appendInterpolation(_ option: Option, value: String) {
    append(option.with(value), agent: "\(option.argument) \(value)")
  }

  /// Appends a command with its operands; agents have a tool for it.
  mutating func appendInterpolation(command: Command, _ operands: String = "") {
    let line = "`placefind \(command.rawValue)\(operands.isEmpty ? "" : " " + operands)`"
    append(line, agent: command.tool ?? line)
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
