import Domain

extension Command {
  static let batch: Command = .init(
    "batch",
    CommandEntry(
      "run the same query for every row of a CSV or NDJSON file",
      called: "bulk csv rows join",
      usage: "placefind batch [FILE|-] [options]",
      operands: 1,
      completes: .files,
      asks: true,
      statuses: [.someRowsFailed, .nothingFound],
      examples: [
        (
          "placefind batch rows.csv -c gas -r 1km -n 5 > answers.ndjson",
          "one record per row, in input order; rows.csv has columns lat and lng"
        ),
        ("placefind batch rows.csv -c cafe -o out.ndjson --resume", "resume an interrupted run"),
        ("placefind batch rows.csv -c cafe --dry-run", "rows, duplicates, requests, share of the day's quota"),
        (
          "placefind batch rows.csv -c cafe --index places.pfx -f csv > answers.csv",
          "one line per place, offline; `placefind index build` makes the index"
        ),
      ],
      run: BatchCommand.start
    )
  )
}

/// Answers the same query for every row of an input.
///
/// It checks everything that can be wrong before anything is opened. Then ``BatchRun`` runs, or ``DryRun`` counts.
struct BatchCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    do { try await answerRows() } catch let error as FileFailure {
      // Every file that is not an output has been reported before.
      throw Failure.output(error, rows: 0)
    }
  }

  private func answerRows() async throws {
    var arguments = arguments
    arguments.query = try centerFinder.withPosition(arguments.query, usesDefault: false)
    let positions = centerFinder.positions()
    var options = try BatchOptions(arguments, tables: provider.indexes, positions: positions)
    try checkStandardInput(options)
    var source = try context.source
    try source.checkResources(in: console, runsTasks: true)
    try checkFiles(options, source)
    if !source.dependsOnQueries { try checkCategories(options) }
    // Everything else is checked before a name costs a request; an earlier output holds the point that it stood for.
    let locatesLater = source.isRationed && !options.isDryRun && options.existing != .resume
    if !locatesLater {
      options = try BatchOptions(try await located(&arguments), tables: provider.indexes, positions: positions)
    }
    if world.inputIsTerminal, options.inputPath == "-" { say("reading rows from the terminal; Ctrl-D ends them.") }
    let input = try world.openInput(options.inputPath)
    let outputs = BatchOutputFiles(options: options, world: world, input: input)
    try outputs.prepareRereading()
    var rows = try await BatchRows(input: input, options: options, tables: provider.indexes)
    if source.dependsOnQueries {
      if context.settle(on: try await firstQueries(of: rows, positions)) {
        source = try context.source
        try checkFiles(options, source)
      }
      try checkCategories(options)
      source.notice.map(say)
    }
    guard !options.isDryRun else {
      return try await count(rows, options, source.options, outputs)
    }
    if source.isRationed { try await BatchRation(context: context, options: options).check(rows, outputs) }
    if locatesLater {
      options = try BatchOptions(try await located(&arguments), tables: provider.indexes, positions: positions)
      rows.queries = QueryReader(
        format: rows.format,
        names: options.names,
        defaults: options.defaults.completed(by: rows.format)
      )
    }
    try await BatchRun(context: context, options: options, source: source).run(rows, outputs)
  }

  /// Counts the requests that all rows would take, and prints a report.
  private func count(
    _ rows: BatchRows,
    _ options: BatchOptions,
    _ source: SourceConfiguration,
    _ files: BatchOutputFiles
  ) async throws {
    let costs = try provider.makeEstimateUseCase()
    let provenance = costs.provenance()
    let service = provenance.source.service
    let earlier = try files.openEarlier(provenance, rows.format)
    var counts = DryRun(
      positions: options.defaults.positions,
      requestsToLocate: service?.manners.requestsToLocate ?? 0...0
    )
    try await counts.count(
      rows.reader,
      as: rows.queries,
      resuming: earlier,
      isMetered: provenance.source.isMetered,
      cost: { query throws(PlaceSearchError) in try costs.cost(of: query.query, limit: query.limit) }
    )
    try earlier?.checkLosses()
    let report = DryRunReport(
      counts: counts,
      source: provenance.source,
      lacksKey: service?.key != nil && source.key == nil,
      requestsPerSecond: source.requestsPerSecond,
      service: service ?? world.services.first
    )
    try world.standardOutputFile.write(arguments.has(.json) ? report.json : [UInt8](report.text.utf8))
    if let path = options.summaryPath { try files.write(report.json, to: path) }
  }

  /// The arguments with the centre that a name or an address stands for.
  private func located(_ arguments: inout Arguments) async throws -> Arguments {
    arguments.query = try await centerFinder.locate(arguments.query).query
    return arguments
  }

  /// The queries of the first rows, by which the source of all is chosen; where they have names, the first of them
  /// counts.
  private func firstQueries(of rows: BatchRows, _ positions: NamedPositions) async throws -> [PlaceQuery] {
    guard let block = try await rows.reader.peekBlock() else { return [] }
    var reader = rows.queries
    reader.open(block)
    let queries = block.rows.indices.compactMap { try? reader.query(at: $0) }.map { $0.located(at: positions) }
    let located = queries.filter { $0.locating == nil }.map(\.query)
    guard located.isEmpty, let folder = try context.source.options.fetchedDirectory,
      !provider.indexes.fetchedIndexes(in: folder).isEmpty, let first = queries.first, let text = first.locating,
      let place = try await provider.makeLocateUseCase().candidates(for: text, limit: 1).candidates.first
    else { return located }
    return [first.located(at: place.coordinate, near: text.value).query]
  }

  /// Refuses a category or a further fact of the options that the source does not have, before a row is read.
  private func checkCategories(_ options: BatchOptions) throws {
    let categories = options.defaults.question.categories
    guard let query = options.defaults.anyQuery(for: categories.isEmpty ? [.any] : categories),
      !categories.allSatisfy(\.isKnown) || !query.attributeKeys.isEmpty
    else { return }
    do throws(PlaceSearchError) {
      _ = try provider.makeEstimateUseCase().cost(of: query, limit: .all)
    } catch {
      switch error {
      case .unsupported(.category), .unsupported(.attribute), .unsupported(.attributes): throw Failure(error)
      default: return
      }
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
      let earlier = options.outputPath.flatMap(world.files.identity)
      let outputs = options.outputs(isContinued: options.existing == .resume && earlier?.sizeInBytes ?? 0 > 0)
      try OutputGuard(sources: [rows] + source.files, outputs: outputs).check(in: world.files)
    } catch let failure as FileFailure {
      // Records can be resumed, which the other outputs cannot.
      guard failure.reason == .exists, failure.path == options.outputPath else { throw Failure(failure) }
      throw failure
    }
  }
}

/// The input of a batch, opened, with the format of its rows.
struct BatchRows: Sendable {
  let input: any BatchInput
  /// Reads its rows, from the first one.
  let reader: BatchReader
  private let tables: any ReadTableUseCase
  /// The format of the rows.
  let format: InputFormat
  /// Reads the rows as queries.
  var queries: QueryReader

  /// Reads far enough to know the format of the rows.
  init(input: any BatchInput, options: BatchOptions, tables: any ReadTableUseCase) async throws(Failure) {
    self.input = input
    self.tables = tables
    let path = options.inputPath == "-" ? "standard input" : options.inputPath
    reader = BatchReader(source: input) { tables.makeDecoder(ofInput: path) }
    let needsCoordinates = options.defaults.question.point == nil
    let found = try await reader.open(names: options.names, needsCoordinates: needsCoordinates, tables: tables)
    var format = found ?? .ndjson
    if case .csv(var header) = format, let columns = header.coordinates, columns.isPlane {
      if try await Self.holdsSwapped(columns, header, of: reader, tables, options, path) { header.swapCoordinates() }
      format = .csv(header)
    }
    self.format = format
    if case .csv(let header) = format {
      let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
      guard namesSubject || !options.defaults.question.subject.isEmpty else {
        throw .subjectMissing(columns: header.names)
      }
    }
    queries = QueryReader(format: format, names: options.names, defaults: options.defaults.completed(by: format))
  }

  /// Whether columns called x and y hold each other's numbers, by the first rows; throws when these are on an unknown
  /// grid.
  private static func holdsSwapped(
    _ columns: CoordinateColumns,
    _ header: CSVHeader,
    of reader: BatchReader,
    _ tables: any ReadTableUseCase,
    _ options: BatchOptions,
    _ path: String
  ) async throws(Failure) -> Bool {
    guard let block = try await reader.peekBlock() else { return false }
    let format = InputFormat.csv(header)
    var rows = TableCoordinates()
    rows.titles = header.names
    rows.columns = columns
    rows.grid = options.defaults.completed(by: format).grid
    var queries = QueryReader(format: format, names: options.names, defaults: options.defaults)
    queries.open(block)
    for index in block.rows.indices.prefix(500) {
      // What else is wrong with a row is said of the row.
      _ = try? queries.query(at: index)
      guard let latitude = queries.row.coordinate(.latitude), let longitude = queries.row.coordinate(.longitude) else {
        continue
      }
      rows.latitudes.append(latitude)
      rows.longitudes.append(longitude)
    }
    do { return try tables.checkCoordinates(rows, ofInput: path) } catch { throw Failure(error) }
  }

  /// The same rows, from the first one.
  func again(_ options: BatchOptions) async throws -> BatchRows {
    try input.rewind()
    return try await BatchRows(input: input, options: options, tables: tables)
  }
}
