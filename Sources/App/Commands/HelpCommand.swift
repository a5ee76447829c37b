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
      run: HelpCommand.starting { try $0.run() }
    )
  )
}

/// Shows the help of a command or of an action.
struct HelpCommand: RunnableCommand {
  let context: CommandContext

  func run() throws { try console.write(HelpText(services: world.services).full(of: topic())) }

  /// Returns the command or action that the operands name: a command with one of its words, in either order, or only a
  /// word.
  private func topic() throws -> Command {
    let words = arguments.operands.map { Command.removalWords.contains($0) ? Command.removalWords[0] : $0 }
    let commands = words.compactMap(Command.init)
    guard commands.count < 2 else { throw Failure.unexpectedArguments([commands[1].rawValue], after: nil, .help) }
    var topic = commands.first
    for word in words where Command(rawValue: word) == nil {
      let owners = Command.allCases.filter { $0.firstWords.contains(word) }
      guard let first = owners.first else { throw Failure.unknownCommand(word, nearest: Command.nearest(to: word)) }
      // An action of another command.
      if let topic, !owners.contains(topic) { throw Failure.unexpectedArguments([word], after: nil, .help) }
      // Several commands may have an action of the same name, so a command's name takes precedence.
      let owner = topic ?? first
      topic = owner.actions.first { $0.word == word } ?? owner
    }
    return topic ?? .find
  }
}
