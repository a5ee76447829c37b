extension Command {
  static let help: Command = .init(
    "help",
    CommandEntry(
      "show the help of a command",
      usage: "placefind help [COMMAND]",
      operands: 2,
      completes: .commands,
      examples: [
        ("placefind help find", "show every option of a command")
      ],
      run: HelpCommand.start
    )
  )
}

/// Shows the help of a command or of an action.
struct HelpCommand: RunnableCommand {
  let context: CommandContext

  /// Accepts a command with one of its actions, in either order, or only an action.
  func run() throws {
    var named: Command?
    var owner: Command?
    let topics = arguments.operands.map {
      ParsedArguments.removalWords.contains($0) ? ParsedArguments.removalWords[0] : $0
    }
    for topic in topics {
      if let command = Command(rawValue: topic) {
        guard named == nil else { throw Failure.unexpectedArguments([topic], after: nil, .help) }
        named = command
      } else if let command = Command.allCases.first(where: { $0.actions.contains(topic) }) {
        owner = owner ?? command
      } else {
        throw Failure.unknownCommand(topic, nearest: Command.nearest(to: topic))
      }
    }
    // An action of another command.
    if let named, let other = topics.first(where: { $0 != named.rawValue && !named.actions.contains($0) }) {
      throw Failure.unexpectedArguments([other], after: nil, .help)
    }
    // Several commands may have an action of the same name, so a command's name takes precedence.
    let command = named ?? owner ?? .find
    let action = topics.first { $0 != command.rawValue && command.actions.contains($0) }
    try console.write(HelpText(services: world.services).full(of: command, action: action))
  }
}
