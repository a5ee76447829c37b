import Domain

/// What the commands over stores share: where they write, and whom they ask.
protocol StoreCommand: Sendable {
  var arguments: Arguments { get }
  var world: World { get }
  var makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider { get }
}

extension StoreCommand {
  /// How the answer is wanted.
  ///
  /// - Parameter known: The forms that the command can write.
  /// - Returns: The output, checked.
  /// - Throws: When it cannot be written.
  func checkedOutput(known: [OutputFormat] = ListFormat.forms) throws(Failure) -> OutputArguments {
    let output: OutputArguments
    do { output = try OutputArguments(arguments.output, in: world, known: known) } catch { throw .usage(error) }
    try OutputGuard(sources: [], outputs: [output.target]).check(in: world.files)
    return output
  }

  /// Who answers.
  ///
  /// - Returns: The provider, and what was chosen.
  /// - Throws: When options contradict each other.
  func source() throws(Failure) -> (provider: any UseCaseProvider, source: SourceArguments) {
    let source = try SourceArguments(arguments.source, in: world)
    return (makeProvider(source.options), source)
  }

  /// A provider for what is kept on this machine; no source is opened and no key is read.
  var stores: any UseCaseProvider {
    var configuration = SourceConfiguration()
    configuration.stores = StoreConfiguration(arguments.source, in: world)
    return makeProvider(configuration)
  }

  /// The query with the position that it names, or that is the default.
  func keptQuery() throws(Failure) -> Arguments.Query {
    let stores = stores
    return try KeptPositions(world: world, isQuiet: arguments.messages.isQuiet) { stores }.find(arguments.query)
  }

  /// Finds the centre that a query names.
  func located(_ query: Arguments.Query, by provider: any UseCaseProvider) async throws(Failure) -> CenterFinder.Finding
  {
    try await CenterFinder(provider: provider, world: world, isQuiet: arguments.messages.isQuiet).locate(query)
  }

  /// Writes an answer.
  func write(_ answer: Answer, to output: OutputArguments) throws(Failure) {
    try Console(world: world).write(to: output) { write throws(SinkFailure) in
      try AnswerRendering(style: output.style).write(answer, to: write)
    }
  }

  /// Does something with a store.
  @discardableResult
  func using<Result>(_ body: () throws(StoreError) -> Result) throws(Failure) -> Result {
    do { return try body() } catch { throw .store(error) }
  }

  /// Does something with what is kept on this machine, and says what was passed over.
  @discardableResult
  func usingStores<Result>(
    of provider: (any UseCaseProvider)? = nil,
    _ body: (any UseCaseProvider) throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    let provider = provider ?? stores
    let result: Result
    do { result = try body(provider) } catch { throw .store(error) }
    StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
    return result
  }

  /// Writes a list.
  func write(_ listing: Listing, to output: OutputArguments) throws(Failure) {
    try Console(world: world).write(listing.bytes(as: output.style), to: output)
  }

  /// Says something, unless only errors are wanted.
  func say(_ sentence: String) { if !arguments.messages.isQuiet { Console(world: world).say(sentence) } }
}
