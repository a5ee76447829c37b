import Domain
import System

extension Command {
  static let batch: Command = .init(
    "batch",
    CommandEntry(
      "run a query for each row of a table",
      called: "bulk csv rows join",
      usage: "placefind batch [FILE|-] [options]",
      operands: 1,
      completes: .files,
      queriesSource: true,
      prints: .joinedRows,
      statuses: [.someRowsFailed, .nothingFound],
      examples: [
        (
          "placefind batch rows.csv -c gas -r 1km -n 5 > results.ndjson",
          "one record per row; rows.csv has columns lat and lng"
        ),
        (
          "placefind batch rows.csv --nearest pharmacy --index places.pfx -o joined.csv",
          "append the nearest pharmacy to each row"
        ),
        ("placefind batch rows.csv -c cafe -o out.ndjson --resume", "resume an interrupted run"),
        ("placefind batch rows.csv -c cafe --dry-run", "check the rows and estimate the requests"),
        (
          "placefind batch rows.csv -c cafe --index places.pfx -f csv > results.csv",
          "one line per place, from an index"
        ),
      ],
      run: BatchCommand.starting { try await $0.run() }
    )
  )
}

/// Runs the same query for every row of an input.
///
/// It checks everything that can be wrong before anything is opened. Then ``BatchRun`` runs the queries, or
/// ``BatchForecast`` counts them.
struct BatchCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    do { try await searchRows() } catch let error as FileFailure {
      // All other files have been reported before.
      throw error.outputFailure(rows: 0, nil)
    }
  }

  private func searchRows() async throws {
    var arguments = arguments
    try checkStandardInput()
    arguments.query = try placedQuery(usesDefault: false)
    // Every row has the same time.
    arguments.query.match = arguments.query.match.starting(at: world.wallClock())
    let savedLocations = centerFinder.savedLocations()
    var options = try BatchOptions(arguments, savedLocations: savedLocations)
    var source = try context.sources.open()
    try checkFiles(options, source)
    let dependsOnRows = context.sources.dependsOnQueries
    if !dependsOnRows { try checkCategories(options, source.provider) }
    // Check everything else before geocoding a name. An earlier output contains the name's coordinate.
    let locatesLater = source.isLimited && !options.isDryRun && options.existing != .resume
    if !locatesLater {
      options = try BatchOptions(try await located(&arguments), savedLocations: savedLocations)
    }
    if world.inputIsTerminal, options.inputPath == "-" {
      say("Reading rows from standard input. Press Ctrl-D to finish.")
    }
    let input = try world.openInput(options.inputPath)
    let outputs = BatchOutputFiles(options: options, world: world, input: input)
    try outputs.checkSummary()
    try outputs.prepareRereading()
    var rows = try await BatchRows(input: input, options: options)
    try options.checkTimes(of: rows.format)
    // Any JSON row may have a member, unless the options rule it out.
    arguments.output.fields = try arguments.fields(
      adding: options.addedFields { [names = options.names] role in
        if case .csv(let header) = rows.format { header.hasColumn(for: role) } else { !names.ignored.contains(role) }
      }
    )
    options.fields = arguments.output.fields
    if dependsOnRows {
      let settled = try context.sources.open(about: try await firstQueries(of: rows, savedLocations))
      if settled.configuration != source.configuration { try checkFiles(options, settled) }
      source = settled
      try checkCategories(options, source.provider)
      source.notice.map(say)
    }
    try await source.provider.open()
    let isMetered = try source.provider.makeEstimateUseCase().provenance().source.isMetered
    guard !isMetered || options.existing != .resume || options.writesRecords else { throw Failure.resumeNeedsRecords }
    if !isMetered {
      options.removeRadiusLimit()
      rows.use(options.defaults)
    }
    try await sayAreas(of: rows, options)
    guard !options.isDryRun else { return try await report(on: rows, from: source, options, writing: outputs) }
    if source.isLimited { try await checkSize(of: rows, from: source, earlier: outputs) }
    if locatesLater {
      options = try BatchOptions(try await located(&arguments), savedLocations: savedLocations)
      rows.use(options.defaults)
    }
    try await BatchRun(context: context, options: options, source: source).run(rows, outputs)
  }

  /// Reports the areas that are searched around their middle.
  private func sayAreas(of rows: BatchRows, _ options: BatchOptions) async throws {
    guard let column = try await rows.columnOfAreas(options) else { return }
    say(
      """
      The areas in '\(column)' are searched around their middle. To search inside them, use \
      --map within=\(ShellWord.quoted(column)).
      """
    )
  }

  /// Returns the arguments with the centre of the name or address.
  private func located(_ arguments: inout Arguments) async throws -> Arguments {
    arguments.query = try await centerFinder.locate(arguments.query).query
    return arguments
  }

  /// Returns the queries of the first rows, by which the source of the batch is selected.
  ///
  /// If the rows have names, only the first query counts.
  private func firstQueries(of rows: BatchRows, _ savedLocations: SavedLocations) async throws -> [PlaceQuery] {
    let queryReader = rows.queries
    let first = try await rows.reader.firstRows { block in
      var reader = queryReader
      reader.open(block)
      return (try? reader.query(at: 0)) != nil
    }
    guard let block = first else { return [] }
    var reader = queryReader
    reader.open(block)
    let queries = block.rows.indices.compactMap { try? reader.query(at: $0) }.map { $0.located(at: savedLocations) }
    let located = queries.filter { $0.locating == nil }.map(\.query)
    guard located.isEmpty, let folder = try context.source.configuration.fetchedDirectory,
      !provider.indexes.fetchedIndexes(in: folder).isEmpty, let first = queries.first, let text = first.locating,
      let place = try await provider.makeLocateUseCase().candidates(for: text, where: [], limit: 1).candidates.first
    else { return located }
    return [first.located(at: .resolved(place.coordinate, name: text.value, isSaved: false)).query]
  }

  /// Rejects categories and attributes of the options that the source doesn't have, before a row is read.
  private func checkCategories(_ options: BatchOptions, _ provider: any UseCaseProvider) throws {
    let categories = options.defaults.query.categories
    guard let query = options.defaults.anyQuery(for: categories.isEmpty ? [.any] : categories),
      !categories.allSatisfy(\.isKnown) || !query.attributeKeys.isEmpty
    else { return }
    do throws(PlaceSearchError) {
      _ = try provider.makeEstimateUseCase().cost(of: query.limited(to: .all))
    } catch {
      switch error {
      case .unsupported(.category), .unsupported(.attribute), .unsupported(.attributes): throw Failure(error)
      default: return
      }
    }
  }

  /// Rejects reading both rows and a shape from standard input.
  private func checkStandardInput() throws {
    guard DiskFiles.isStandardInput(arguments.operands.first ?? "-") else { return }
    for (option, name) in [(Option.within, arguments.withinText), (.along, arguments.alongText)] {
      guard name.map(DiskFiles.isStandardInput) != true else {
        throw Failure.inputIsTaken(by: option, reader: "The batch reads its rows")
      }
    }
    guard arguments.keyPath.map(DiskFiles.isStandardInput) != true else {
      throw Failure.inputIsTaken(by: .keyFile, reader: "The batch reads its rows")
    }
    guard !arguments.indexPaths.contains(where: DiskFiles.isStandardInput) else {
      throw Failure.inputIsTaken(by: .index, reader: "The batch reads its rows")
    }
  }

  private func checkFiles(_ options: BatchOptions, _ source: ResolvedSource) throws {
    let rows = OutputGuard.Source(options.inputPath, as: .input)
    do {
      let earlier = options.outputPath.flatMap(world.files.identity)
      let outputs = options.outputs(isContinued: options.existing == .resume && earlier?.sizeInBytes ?? 0 > 0)
      try check(reading: [rows] + source.files, writing: outputs)
    } catch let failure as FileFailure {
      // Only records can be resumed.
      guard failure.reason == .exists, failure.path == options.outputPath else { throw Failure(failure) }
      throw failure
    }
  }
}
