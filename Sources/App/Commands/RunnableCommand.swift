import Domain

/// What a command and its parts are given.
struct CommandContext: Sendable {
  /// The command line.
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Makes the provider of the use cases.
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider
}

/// A part of a command.
protocol CommandPart: Sendable {
  /// What the command was given.
  var context: CommandContext { get }
}

/// A command: it reads its options, asks a use case and prints the answer.
protocol RunnableCommand: CommandPart {
  init(context: CommandContext)

  /// Checks the options, asks, and prints the answer.
  func run() async throws
}

// MARK: - Options

extension CommandPart {
  var arguments: Arguments { context.arguments }
  var world: World { context.world }
  /// Where results and messages go.
  var console: Console { Console(world: world) }

  /// The output of a command that reads no file, checked but not yet created.
  func checkedOutput(
    in formats: [OutputFormat] = ListFormat.formats,
    defaultFormat: OutputFormat = .json
  ) throws -> OutputArguments {
    let output = try OutputArguments(arguments, in: world, formats: formats, defaultFormat: defaultFormat)
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    return output
  }

  /// Refuses an option that chooses a source on a command line that asks none, because it would be ignored.
  func refuseSource(without option: Option) throws {
    let choices: [Option] = [.source, .index, .endpoint, .keyFile]
    if let ignored = choices.first(where: arguments.has) { throw Failure.needs(ignored, option) }
  }

  /// Whether the query is recorded: by default when a person asks it.
  var recordsQuery: Bool { arguments.wantsHistory(in: world) }
}

// MARK: - Sources and stores

extension CommandPart {
  /// Opens the source that the options choose.
  func openSource(
    for output: OutputArguments? = nil,
    sendsRequests: Bool = true,
    _ configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws -> (provider: any UseCaseProvider, source: SourceArguments) {
    let source = try SourceArguments(arguments, in: world)
    if let output { try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files) }
    if sendsRequests { try source.checkMemory(in: world, runsTasks: world.standardError.isTerminal) }
    var configuration = source.options
    configure(&configuration.stores)
    return (context.makeProvider(configuration), source)
  }

  /// A provider for the stores of this machine alone; it opens no source and reads no key.
  var stores: any UseCaseProvider {
    var configuration = SourceConfiguration()
    configuration.stores = StoreConfiguration(arguments, in: world)
    return context.makeProvider(configuration)
  }

  /// Uses the stores of this machine, and reports what could not be read.
  @discardableResult
  func usingStores<Result>(
    of provider: (any UseCaseProvider)? = nil,
    _ body: (any UseCaseProvider) throws -> Result
  ) throws -> Result {
    let provider = provider ?? stores
    let result = try body(provider)
    sayStoreErrors(of: provider)
    return result
  }

  /// Finds centres by name or address.
  var centerFinder: CenterFinder { CenterFinder(context: context) }
}

// MARK: - Output

extension CommandPart {
  /// Writes an answer.
  @discardableResult
  func write(_ answer: Answer, to output: OutputArguments) throws -> Table.Omission {
    var omission = Table.Omission()
    try console.write(to: output) { write throws(SinkFailure) in
      omission = try AnswerRendering(style: output.style).write(answer, to: write)
    }
    return omission
  }

  func write(_ listing: Listing, to output: OutputArguments) throws {
    try console.write(listing.bytes(as: output.style), to: output)
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  func say(_ sentence: String) { if !arguments.has(.quiet) { console.say(sentence) } }

  /// Reports which stores of this machine could not be used: in one line those that need attention, with `--verbose` all.
  func sayStoreErrors(of provider: any UseCaseProvider) {
    let isVerbose = arguments.has(.verbose)
    let errors = provider.remembered.errors.storeErrors().filter { isVerbose || $0.needsAttention }
    let sentences = errors.map(Failure.sentence)
    guard !isVerbose, let first = sentences.first else { return sentences.forEach(say) }
    let others = sentences.count - 1
    say(others == 0 ? first : "\(first) (\(counted(others, "other file")) could not be used; see --verbose)")
  }

  /// Reports each request with its result for `--verbose`, also those of a query that failed.
  func sayAttempts(_ statistics: RequestStatistics) {
    guard arguments.has(.verbose) else { return }
    for (position, attempt) in statistics.attempts.enumerated() {
      let outcome =
        switch attempt.outcome {
        case .status(let status): "HTTP \(status)"
        case .timedOut: "no response"
        case .unreachable: "no connection"
        case .refused: "unusable answer"
        }
      let again = attempt.isRetry ? ", tried again" : ""
      console.say("request \(position + 1)\(again): \(outcome) after \(DurationText.text(of: attempt.duration))")
    }
    let rest = statistics.requests - statistics.attempts.count
    if rest > 0 { console.say("and \(counted(rest, "more request"))") }
  }
}
