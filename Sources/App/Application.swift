public import Domain

/// The command line: words become a question, an answer becomes text.
///
/// It knows no source of places; it is handed a way to make one.
public struct Application: Sendable {
  private let world: World
  private let makeProvider: @Sendable (SourceOptions) -> any UseCaseProvider

  /// Makes the application.
  ///
  /// - Parameters:
  ///   - world: Everything outside the program.
  ///   - makeProvider: Makes the source of answers that the options choose.
  public init(world: World, makeProvider: @escaping @Sendable (SourceOptions) -> any UseCaseProvider) {
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
      return Console(world: world).report(error, as: errorFormat).rawValue
    }
  }

  private func perform() async throws(Failure) {
    let arguments: ParsedArguments
    do {
      arguments = try ArgumentParser.parse(world.arguments)
      _ = try arguments.word(.errorFormat, of: ErrorFormat.self)
    } catch {
      // Who adds --help to a line that does not work wants to read why.
      guard error != .nothingAsked, world.arguments.contains("--help") else { throw .usage(error) }
      let topic = world.arguments.lazy.compactMap(Command.init).first
      return try Console(world: world).write(HelpText.full(of: topic ?? .find))
    }
    if arguments.has(.help), arguments.command != .help {
      let help = arguments.isShortHelp ? HelpText.short : HelpText.full
      return try Console(world: world).write(help(arguments.command))
    }
    if arguments.has(.version) { return try Console(world: world).write("placefind \(Version.current)\n") }
    switch arguments.command {
    case .find:
      try await FindCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .batch: try await BatchCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .index: try await IndexCommand(arguments: arguments, world: world, makeProvider: makeProvider).run()
    case .categories: try CategoriesCommand(arguments: arguments, world: world).run()
    case .help: try help(on: arguments.operands.first)
    }
  }

  private func help(on topic: String?) throws(Failure) {
    guard let topic else { return try Console(world: world).write(HelpText.full(of: .find)) }
    guard let command = Command(rawValue: topic) else {
      let nearest = NearestWord.of(topic, among: Command.allCases.map(\.rawValue))
      throw .usage(.unknownCommand(topic, nearest: nearest))
    }
    try Console(world: world).write(HelpText.full(of: command))
  }

  /// How errors are wanted, also on a command line that cannot be read.
  private var errorFormat: ErrorFormat {
    let name = Option.errorFormat.spelling
    let words = world.arguments.prefix { $0 != "--" }
    for (position, word) in words.enumerated() {
      if word == "\(name)=json" { return .json }
      if word == name, position + 1 < words.count, words[position + 1] == "json" { return .json }
    }
    return .text
  }
}
