import Domain

/// A command that can be run.
protocol RunnableCommand: CommandPart {
  init(context: CommandContext)

  func run() async throws
}

extension RunnableCommand {
  /// Runs the command with parsed arguments.
  static func start(
    _ arguments: Arguments,
    in world: World,
    _ makeProvider: @escaping CommandEntry.ProviderMaker
  ) async throws {
    let context = CommandContext(arguments: arguments, world: world, makeProvider: makeProvider)
    if arguments.has(.verbose), !arguments.command.saysItsSource(arguments) {
      Console(world: world).say(context.sourceSentence)
    }
    try await Self(context: context).run()
  }
}

extension Command {
  /// Whether the command itself reports its source with `--verbose`.
  ///
  /// A command that queries a source knows it only then, and an index is its own source.
  fileprivate func saysItsSource(_ arguments: Arguments) -> Bool {
    guard entry.asks else { return self == .index }
    return entry.asksOnly.map { $0.options.contains(where: arguments.has) } ?? true
  }
}
