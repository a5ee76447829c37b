import Domain

/// The sources of a server: its own source, and the sources that calls name.
extension SourceResolver {
  /// The maximum number of requests per call unless an option gives one.
  static let maximumRequestsPerCall = 100

  /// Returns the resolver of a named source; for `nil`, of the server's own source.
  func resolver(naming word: String?) throws -> SourceResolver {
    try cache.resolver(naming: word ?? "") {
      var arguments = try word.map(arguments(naming:)) ?? self.arguments
      if arguments.source.maximumRequests == nil, arguments.source.requestBudget == nil {
        arguments.source.maximumRequests = Self.maximumRequestsPerCall
      }
      let console = Console(world: world)
      let isQuiet = arguments.has(.quiet)
      return SourceResolver(arguments, in: world, makeProvider: makeProvider, sharing: cache) {
        if !isQuiet { console.say($0) }
      }
    }
  }

  /// Returns the options of the server with another source, without the options of the previous source.
  private func arguments(naming word: String) throws -> Arguments {
    let services = arguments.services
    guard word != arguments.namedSource?.name ?? "auto" else { return arguments }
    let service = services.first { $0.name == word }
    let before = arguments.namedSource?.service ?? services.keyed
    var parsed = ParsedArguments(command: arguments.command, services: services)
    parsed.configured = arguments.configured
    parsed.parsedOptions = arguments.parsedOptions.filter { parsedOption in
      switch parsedOption.option {
      case .source: false
      case .index: word == "index" || word == "auto"
      case .endpoint: word == "auto" || (service != nil && service == before)
      case .keyFile: word == "auto" || service?.key != nil
      default: true
      }
    }
    parsed.parsedOptions.append(ParsedArguments.ParsedOption(option: .source, value: word))
    return try Arguments(parsed)
  }
}
