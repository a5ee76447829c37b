import Domain
import Synchronization

/// The sources of a server: its default source and those named by calls.
final class ToolSources: Sendable {
  /// The default maximum number of requests per call.
  static let standardMaximumRequests = 100

  private let context: CommandContext
  private let shelf = SourceShelf()
  // A lock, because calls overlap.
  private let desks = Mutex<[String: SourceDesk]>([:])

  init(_ context: CommandContext) { self.context = context }

  /// Returns the resolver for the named source, or for the server's default source.
  func desk(for word: String?) throws -> SourceDesk {
    try desks.withLock { desks in
      if let desk = desks[word ?? ""] { return desk }
      var arguments = try word.map(arguments(naming:)) ?? context.arguments
      if arguments.source.maximumRequests == nil, arguments.source.requestBudget == nil {
        arguments.source.maximumRequests = Self.standardMaximumRequests
      }
      let console = Console(world: context.world)
      let isQuiet = arguments.has(.quiet)
      let desk = SourceDesk(
        arguments,
        in: context.world,
        makeProvider: context.sources.makeProvider,
        on: shelf,
        warn: { if !isQuiet { console.say($0) } }
      )
      desks[word ?? ""] = desk
      return desk
    }
  }

  /// The options of the server with another source, without the options of the previous source.
  private func arguments(naming word: String) throws -> Arguments {
    let arguments = context.arguments
    let services = arguments.services
    guard word != arguments.source.choice.word else { return arguments }
    let service = services.first { $0.name == word }
    let before = arguments.source.choice.service ?? services.keyed
    var parsed = ParsedArguments(command: arguments.command, services: services)
    parsed.configured = arguments.configured
    parsed.given = arguments.given.filter { given in
      switch given.option {
      case .source: false
      case .index: word == "index" || word == "auto"
      case .endpoint: word == "auto" || (service != nil && service == before)
      case .keyFile: word == "auto" || service?.key != nil
      default: true
      }
    }
    parsed.given.append(ParsedArguments.Given(option: .source, value: word))
    return try Arguments(parsed)
  }
}
