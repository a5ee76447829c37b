import Domain

/// The arguments and the environment of a command and its parts.
final class CommandContext: Sendable {
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Opens the sources that the options and the environment select.
  let sources: SourceResolver

  init(
    arguments: Arguments,
    world: World,
    makeProvider: @escaping CommandEntry.ProviderMaker
  ) {
    self.arguments = arguments
    self.world = world
    let console = Console(world: world)
    let isQuiet = arguments.has(.quiet)
    sources = SourceResolver(arguments, in: world, makeProvider: makeProvider) {
      if !isQuiet { console.sayInPlace($0) }
    }
  }

  /// Returns the context with other arguments.
  func with(_ arguments: Arguments) -> CommandContext {
    CommandContext(arguments: arguments, world: world, makeProvider: sources.makeProvider)
  }

  /// The source that the options and the environment select.
  var source: ResolvedSource { get throws { try sources.open() } }

  /// A sentence for `--verbose` about the selected source, or about why none can be selected.
  var sourceSentence: Notice {
    do { return try source.sentence } catch { return "No source can be chosen: \(Failure(error).wording)" }
  }

  /// The use cases; if no source can be selected, only use cases of the stores work.
  var provider: any UseCaseProvider { sources.provider }
}
