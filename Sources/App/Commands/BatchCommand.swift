import Domain

/// Answers the same query for every row of an input.
///
/// It checks everything that can be wrong before anything is opened. Then ``BatchRun`` runs, or ``BatchDryRun`` counts.
struct BatchCommand: RunnableCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  func run() async throws(Failure) {
    var arguments = arguments
    let isNamed = arguments.query.near != nil || arguments.query.positionName != nil
    // With an arbitrary point in place of the name, everything else is checked before the name costs a request.
    if isNamed { arguments.query = arguments.query.withAnyPoint }
    var options = try valid(try BatchOptions(arguments))
    try checkStandardInput(options)
    let source = try SourceArguments(arguments.source, in: world)
    try source.checkLimits(in: world)
    try checkFiles(options, source)
    let provider = makeProvider(source.options)
    if isNamed {
      arguments.query = try await located(by: provider)
      options = try valid(try BatchOptions(arguments))
    }
    if world.inputIsTerminal, options.inputPath == "-" { say("reading rows from the terminal; Ctrl-D ends them.") }
    do throws(BatchFailure) {
      let input: any BatchInput
      do { input = try world.openInput(options.inputPath) } catch { throw .input(.unreadable(error)) }
      let outputs = BatchOutputFiles(options: options, world: world, input: input)
      try outputs.prepareRereading()
      let rows = try await BatchRows(input: input, options: options)
      if options.isDryRun {
        try await BatchDryRun(options: options, world: world, source: source.options, provider: provider)
          .run(rows, outputs)
      } else {
        try await BatchRun(arguments: arguments, options: options, world: world, source: source, provider: provider)
          .run(rows, outputs)
      }
    } catch {
      throw .batch(error)
    }
  }

  /// The query with the centre that a name or an address stands for.
  private func located(by provider: any UseCaseProvider) async throws(Failure) -> Arguments.Query {
    let isQuiet = arguments.messages.isQuiet
    let query = try KeptPositions(world: world, isQuiet: isQuiet) { provider }.find(arguments.query, usesDefault: false)
    return try await centerFinder(provider).locate(query).query
  }

  /// Refuses to read rows and something else from standard input.
  private func checkStandardInput(_ options: BatchOptions) throws(Failure) {
    guard DiskFiles.isStandardInput(options.inputPath) else { return }
    guard arguments.source.keyPath.map(DiskFiles.isStandardInput) != true else { throw .usage(.keyAndRowsFromInput) }
    guard arguments.source.indexPath.map(DiskFiles.isStandardInput) != true else {
      throw .usage(.indexAndRowsFromInput)
    }
  }

  private func checkFiles(_ options: BatchOptions, _ source: SourceArguments) throws(Failure) {
    let rows = OutputGuard.Source(options.inputPath, as: .input)
    do throws(Failure) {
      try OutputGuard(sources: [rows] + source.files, outputs: options.outputs).check(in: world.files)
    } catch .file(let failure) where failure.reason == .exists && failure.path == options.outputPath {
      throw .batch(.output(.exists(path: failure.path), rows: 0))
    } catch { throw error }
  }
}

/// The input of a batch, opened, with the format of its rows.
struct BatchRows: Sendable {
  /// The input.
  let input: any BatchInput
  /// Reads its rows, from the first one.
  let reader: BatchReader
  /// The format of the rows.
  let format: InputFormat
  /// Reads the rows as queries.
  let queries: QueryReader

  /// Reads far enough to know the format of the rows.
  ///
  /// - Parameters:
  ///   - input: The input, at its beginning.
  ///   - options: What the options say about the rows.
  /// - Throws: When the input cannot be read, or does not hold rows.
  init(input: any BatchInput, options: BatchOptions) async throws(BatchFailure) {
    self.input = input
    reader = BatchReader(source: input)
    do throws(BatchInputError) {
      let needsCoordinates = options.defaults.center == nil
      format = try await reader.open(names: options.names, needsCoordinates: needsCoordinates) ?? .ndjson
      if case .csv(let header) = format {
        let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
        guard namesSubject || options.defaults.prototype(categories: options.defaults.categories) != nil else {
          throw .subjectMissing(columns: header.names)
        }
      }
    } catch { throw .input(error) }
    queries = QueryReader(format: format, names: options.names, defaults: options.defaults)
  }
}
