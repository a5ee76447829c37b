import Domain

/// What runs a command.
protocol RunnableCommand: CommandPart {
  init(context: CommandContext)

  func run() async throws
}

extension RunnableCommand {
  /// Runs it for what was parsed.
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
  /// Whether the command itself says its source under `--verbose`: one that asks knows it only when it asks, and an
  /// index is its own source.
  fileprivate func saysItsSource(_ arguments: Arguments) -> Bool {
    guard entry.asks else { return self == .index }
    return entry.asksOnly.map { $0.options.contains(where: arguments.has) } ?? true
  }
}
