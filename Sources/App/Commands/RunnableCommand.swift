import Domain

/// A command: it reads its options, asks a use case and prints the answer.
protocol RunnableCommand: Sendable {
  /// The command line.
  var arguments: Arguments { get }
  /// Everything outside the program.
  var world: World { get }
  /// Makes the provider of the use cases.
  var makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider { get }

  /// Makes the command of a command line.
  init(
    arguments: Arguments,
    world: World,
    makeProvider: @escaping @Sendable (SourceConfiguration) -> any UseCaseProvider
  )

  /// Checks the options, asks, and prints the answer.
  ///
  /// - Throws: What went wrong; a failed check leaves standard output empty.
  func run() async throws(Failure)
}

// MARK: - Options

extension RunnableCommand {
  /// Evaluates an expression that checks options, and reports its error as one of usage.
  func valid<Value>(_ value: @autoclosure () throws(UsageError) -> Value) throws(Failure) -> Value {
    do { return try value() } catch { throw .usage(error) }
  }

  /// The output of a command that reads no file, checked but not yet created.
  ///
  /// - Parameters:
  ///   - formats: The formats that the command can write.
  ///   - defaultFormat: The format when the options name none and the output is not a terminal.
  /// - Returns: The output.
  /// - Throws: When it cannot be written, or would overwrite a file without `--force`.
  func checkedOutput(
    in formats: [OutputFormat] = ListFormat.formats,
    defaultFormat: OutputFormat = .json
  ) throws(Failure) -> OutputArguments {
    let output = try valid(
      try OutputArguments(arguments.output, in: world, formats: formats, defaultFormat: defaultFormat)
    )
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    return output
  }

  /// Refuses an option that chooses a source on a command line that asks none, because it would be ignored.
  ///
  /// - Parameter option: The option that makes the command ask a source.
  /// - Throws: When there is such an option.
  func refuseSource(without option: Option) throws(Failure) {
    let source = arguments.source
    let choices: [(option: Option, isGiven: Bool)] = [
      (.source, source.choice != nil), (.index, source.indexPath != nil), (.endpoint, source.endpoint != nil),
      (.keyFile, source.keyPath != nil),
    ]
    if let ignored = choices.first(where: { $0.isGiven }) { throw .usage(.needs(ignored.option, option)) }
  }

  /// Whether the query is recorded: by default when a person asks it.
  var recordsQuery: Bool { arguments.wantsHistory(in: world) }
}

// MARK: - Sources and stores

extension RunnableCommand {
  /// Opens the source that the options choose.
  ///
  /// - Parameters:
  ///   - output: The output of the answer, which must not replace a file that is read.
  ///   - sendsRequests: Whether the source may be asked over the network.
  ///   - configure: Sets what is recorded.
  /// - Returns: The provider of its use cases, and how it was chosen.
  /// - Throws: When options contradict each other, or a file or descriptor is missing.
  func openSource(
    for output: OutputArguments? = nil,
    sendsRequests: Bool = true,
    _ configure: (inout StoreConfiguration) -> Void = { _ in }
  ) throws(Failure) -> (provider: any UseCaseProvider, source: SourceArguments) {
    let source = try SourceArguments(arguments.source, in: world)
    if let output { try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files) }
    if sendsRequests { try source.checkLimits(in: world) }
    var configuration = source.options
    configure(&configuration.stores)
    return (makeProvider(configuration), source)
  }

  /// A provider for the stores of this machine alone; it opens no source and reads no key.
  var stores: any UseCaseProvider {
    var configuration = SourceConfiguration()
    configuration.stores = StoreConfiguration(arguments.source, in: world)
    return makeProvider(configuration)
  }

  /// Uses a store.
  @discardableResult
  func using<Result>(_ body: () throws(StoreError) -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw .store(error) }
  }

  /// Uses the stores of this machine, and reports what could not be read.
  @discardableResult
  func usingStores<Result>(
    of provider: (any UseCaseProvider)? = nil,
    _ body: (any UseCaseProvider) throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    let provider = provider ?? stores
    let result: Result
    do { result = try body(provider) } catch { throw .store(error) }
    sayStoreErrors(of: provider)
    return result
  }

  /// The query with the position that it names, or with the default one when it names none.
  func withPosition(_ query: Arguments.Query) throws(Failure) -> Arguments.Query {
    try KeptPositions(world: world, isQuiet: arguments.messages.isQuiet) { stores }.find(query)
  }

  /// Finds centres by name or address.
  func centerFinder(_ provider: any UseCaseProvider) -> CenterFinder {
    CenterFinder(provider: provider, world: world, isQuiet: arguments.messages.isQuiet)
  }
}

// MARK: - Output

extension RunnableCommand {
  /// Writes an answer.
  ///
  /// - Returns: What did not fit into a table.
  @discardableResult
  func write(_ answer: Answer, to output: OutputArguments) throws(Failure) -> Table.Omission {
    var omission = Table.Omission()
    try Console(world: world).write(to: output) { write throws(SinkFailure) in
      omission = try AnswerRendering(style: output.style).write(answer, to: write)
    }
    return omission
  }

  /// Writes a list.
  func write(_ listing: Listing, to output: OutputArguments) throws(Failure) {
    try Console(world: world).write(listing.bytes(as: output.style), to: output)
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  func say(_ sentence: String) { if !arguments.messages.isQuiet { Console(world: world).say(sentence) } }

  /// Reports which stores of this machine could not be read or written.
  func sayStoreErrors(of provider: any UseCaseProvider) {
    StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
  }
}
