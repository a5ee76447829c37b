import Domain

/// A command that can be run.
protocol RunnableCommand: CommandPart {
  init(context: CommandContext)
}

extension RunnableCommand {
  /// Returns a function that runs a part of the command with parsed arguments.
  static func starting(_ run: @escaping @Sendable (Self) async throws -> Void) -> CommandEntry.Run {
    { arguments, world, makeProvider in
      let context = CommandContext(arguments: arguments, world: world, makeProvider: makeProvider)
      if arguments.has(.verbose), !arguments.command.namesItsSource(arguments) {
        Console(world: world).say(context.sourceSentence)
      }
      try await run(Self(context: context))
    }
  }
}

extension Command {
  /// Returns whether the command itself reports its source with `--verbose`.
  ///
  /// A command that queries a source reports it once it is chosen; an action on an index prints the index anyway.
  fileprivate func namesItsSource(_ arguments: Arguments) -> Bool {
    guard entry.queriesSource else { return owner == Command.index.rawValue }
    return entry.queriesWith.isEmpty || entry.queriesWith.contains(where: arguments.has)
  }
}
