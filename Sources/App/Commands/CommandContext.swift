import Domain

/// What a command and its parts are given.
struct CommandContext: Sendable {
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Opens the sources that the options and the environment choose.
  let sources: SourceDesk

  init(
    arguments: Arguments,
    world: World,
    makeProvider: @escaping CommandEntry.ProviderMaker
  ) {
    self.arguments = arguments
    self.world = world
    let console = Console(world: world)
    let isQuiet = arguments.has(.quiet)
    sources = SourceDesk(arguments, in: world, makeProvider: makeProvider) { if !isQuiet { console.sayInPlace($0) } }
  }

  /// The same with other arguments.
  func with(_ arguments: Arguments) -> CommandContext {
    CommandContext(arguments: arguments, world: world, makeProvider: sources.makeProvider)
  }

  /// The source that the options and the environment choose.
  var source: SourceArguments { get throws { try sources.open().settings } }

  /// Which source the options and the environment choose, for `--verbose`; why none, where none can be chosen.
  var sourceSentence: String {
    do { return try source.sentence } catch { return "no source can be chosen: \(Failure(error).message)" }
  }

  /// The use cases; when no source can be chosen, those of the stores of this machine.
  var provider: any UseCaseProvider { sources.provider }
}
