import Domain

/// Answers the same query for every row of an input.
///
/// It checks everything that can be wrong before anything is opened. Then ``BatchRun`` runs, or ``BatchDryRun`` counts.
struct BatchCommand: CommandPart {
  let context: CommandContext

  func run() async throws {
    var arguments = arguments
    var options = try BatchOptions(arguments)
    try checkStandardInput(options)
    let source = try context.source
    try source.checkMemory(in: world, runsTasks: true)
    try checkFiles(options, source)
    // Everything else was checked before a name costs a request.
    arguments.query = try await located()
    options = try BatchOptions(arguments)
    try checkCategories(options)
    if world.inputIsTerminal, options.inputPath == "-" { say("reading rows from the terminal; Ctrl-D ends them.") }
    let input = try world.openInput(options.inputPath)
    let outputs = BatchOutputFiles(options: options, world: world, input: input)
    try outputs.prepareRereading()
    let rows = try await BatchRows(input: input, options: options)
    if options.isDryRun {
      try await BatchDryRun(context: context, options: options, source: source.options).run(rows, outputs)
    } else {
      try await BatchRun(context: context, options: options, source: source).run(rows, outputs)
    }
  }

  /// The query with the centre that a name or an address stands for.
  private func located() async throws -> Arguments.Query {
    let query = try centerFinder.withPosition(arguments.query, usesDefault: false)
    return try await centerFinder.locate(query).query
  }

  /// Refuses a category of the options that the source does not have, before a row is read.
  private func checkCategories(_ options: BatchOptions) throws {
    let categories = options.defaults.categories
    guard !categories.allSatisfy(\.isKnown), let query = options.defaults.prototype(categories: categories) else {
      return
    }
    do throws(PlaceSearchError) {
      _ = try provider.makeEstimateUseCase().cost(of: query, limit: .all)
    } catch {
      guard case .unsupported(.category) = error else { return }
      throw Failure(error)
    }
  }

  /// Refuses to read rows and something else from standard input.
  private func checkStandardInput(_ options: BatchOptions) throws {
    guard DiskFiles.isStandardInput(options.inputPath) else { return }
    guard arguments.keyPath.map(DiskFiles.isStandardInput) != true else { throw Failure.keyAndRowsFromInput }
    guard !arguments.source.indexPaths.contains(where: DiskFiles.isStandardInput) else {
      throw Failure.indexAndRowsFromInput
    }
  }

  private func checkFiles(_ options: BatchOptions, _ source: SourceArguments) throws {
    let rows = OutputGuard.Source(options.inputPath, as: .input)
    do {
      try OutputGuard(sources: [rows] + source.files, outputs: options.outputs).check(in: world.files)
    } catch let failure as FileFailure where failure.reason == .exists && failure.path == options.outputPath {
      throw BatchOutputError.exists(path: failure.path)
    }
  }
}

/// The input of a batch, opened, with the format of its rows.
struct BatchRows: Sendable {
  let input: any BatchInput
  /// Reads its rows, from the first one.
  let reader: BatchReader
  /// The format of the rows.
  let format: InputFormat
  /// Reads the rows as queries.
  let queries: QueryReader

  /// Reads far enough to know the format of the rows.
  init(input: any BatchInput, options: BatchOptions) async throws(Failure) {
    self.input = input
    reader = BatchReader(source: input)
    let needsCoordinates = options.defaults.center == nil
    format = try await reader.open(names: options.names, needsCoordinates: needsCoordinates) ?? .ndjson
    if case .csv(let header) = format {
      let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
      guard namesSubject || options.defaults.prototype(categories: options.defaults.categories) != nil else {
        throw .subjectMissing(columns: header.names)
      }
    }
    queries = QueryReader(format: format, names: options.names, defaults: options.defaults)
  }
}
