public import Domain

/// The command line: words become a query, an answer becomes text.
///
/// It knows no source of places; it is handed a way to make one.
public struct Application: Sendable {
  private let world: World
  private let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Makes the application.
  ///
  /// - Parameters:
  ///   - world: Everything outside the program.
  ///   - makeProvider: Makes the source of answers that the options choose.
  public init(world: World, makeProvider: @escaping @Sendable (SourceConfiguration) -> any UseCaseProvider) {
    self.world = world
    self.makeProvider = makeProvider
  }

  /// Does what the command line says.
  ///
  /// Results are on standard output, everything else on standard error. Never throws: a failure is reported.
  ///
  /// - Returns: The status for the process to end with.
  public func run() async -> Int32 {
    do throws(Failure) {
      try await perform()
      return ExitStatus.answered.rawValue
    } catch {
      return Console(world: world).report(error).rawValue
    }
  }

  private func perform() async throws(Failure) {
    let parsed: ParsedArguments
    let arguments: Arguments?
    do throws(UsageError) {
      parsed = try ArgumentParser.parse(world.arguments)
      // Who asks for help beside a value that cannot be read gets the help.
      arguments = parsed.wantsText ? nil : try Arguments(parsed)
    } catch {
      // Who adds --help to a line that does not work wants to read why, and `-h batch` is such a line.
      let isLong = world.arguments.contains("--help")
      guard isLong || world.arguments.contains("-h") else { throw .usage(error) }
      let topic = world.arguments.lazy.compactMap(Command.init).first { $0 != .help } ?? .find
      return try Console(world: world).write(isLong ? HelpText.full(of: topic) : HelpText.short(of: topic))
    }
    guard let arguments else {
      let help = parsed.isShortHelp ? HelpText.short : HelpText.full
      let text = parsed.has(.help) ? help(parsed.command) : "placefind \(Version.current)\n"
      return try Console(world: world).write(text)
    }
    switch arguments.command {
    case .find:
      try await FindCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .browse:
      try await BrowseCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .batch: try await BatchCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .index: try await IndexCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .near: try await NearCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .where: try await WhereCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .here: try await HereCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .show: try await ShowCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .history: try await HistoryCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .saved: try await SavedCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .cache: try await CacheCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .quota: try await QuotaCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .categories: try CategoriesCommand(arguments: arguments, world: world).run()
    case .help: try help(on: arguments.operands)
    }
  }

  /// Shows the help of a command; `index build` is the index, in either order.
  private func help(on topics: [String]) throws(Failure) {
    var command: Command?
    for topic in topics {
      if let named = Command(rawValue: topic) {
        command = command ?? named
      } else if let owner = Command.allCases.first(where: { $0.entry.actions.contains(topic) }) {
        command = command ?? owner
      } else {
        let nearest = NearestWord.of(topic, among: Command.allCases.map(\.rawValue))
        throw .usage(.unknownCommand(topic, nearest: nearest))
      }
    }
    try Console(world: world).write(HelpText.full(of: command ?? .find))
  }
}
