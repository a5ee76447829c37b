import Domain
import Tables

/// Runs a batch and reports the outcome.
struct BatchRun: CommandPart {
  let context: CommandContext
  let options: BatchOptions
  let source: ResolvedSource

  /// Runs queries and writes until every row has a record.
  func run(_ rows: BatchRows, _ files: BatchOutputFiles) async throws {
    // Includes the time to read an earlier output.
    let began = world.now()
    let provenance = try source.provider.makeEstimateUseCase().provenance()
    let places = try source.provider.makeFindPlaceUseCase()
    if provenance.source.isMetered, options.existing == .resume, !options.writesRecords {
      throw Failure.resumeNeedsRecords
    }
    let writer = writer(
      of: rows.format,
      objects: try await objectColumns(of: rows),
      isAlong: try await asksAlong(rows),
      from: provenance
    )
    let standardJobs =
      provenance.source.isMetered
      ? Arguments.Batch.standardJobs : max(2, world.processorCount) * Arguments.Batch.standardBlocksPerCore
    if arguments.has(.verbose) { sayWhatIsUsed() }
    var outputs = try files.openRecords(provenance, of: rows, by: writer)
    let rows = try await files.checkLosses(for: outputs, rows)
    if provenance.source.service != nil, !arguments.has(.quiet), !arguments.has(.beyondQuota) {
      try await forecastNotice(for: rows, answered: outputs.store?.answerCount ?? 0).map(say)
    }
    let failedRows = options.failuresPath.map { _ in FailedRowWriter(rows.format) }
    try files.begin(&outputs, header: mark + writer.header, failedRows)
    if options.renamesFormat, let path = options.outputPath {
      say("\(path) gets NDJSON, one record a line. `jq -s . \(ShellWord.path(path))` makes one document of it.")
    }
    try await sayNotices(on: rows, answeredBy: places, provenance)
    let progress = BatchProgress(in: world, isWanted: isProgressWanted, inputBytes: await rows.reader.sizeInBytes)
    let locator = RowLocator(source.provider, services: world.services, positions: options.defaults.positions) {
      [centers = centerFinder] position in
      centers.sayTaken(position)
    }
    let job = BatchJob(
      reader: rows.reader,
      queries: rows.queries,
      locator: locator,
      useCase: places,
      limit: options.defaults.limit,
      writer: writer,
      failures: failedRows,
      jobs: arguments.batch.jobs ?? standardJobs,
      isOrdered: !arguments.has(.unordered) || options.format.lineNotation == nil,
      errorLimit: arguments.batch.maximumErrors,
      requiresComplete: arguments.has(.requireComplete),
      requiresNearest: arguments.has(.requireNearest),
      progress: report(to: progress),
      interrupts: world.stopSignals()
    )
    let (end, tally) = await job.run(writing: outputs, isPaidFor: provenance.source.isMetered)
    progress?.finish()
    let statistics = source.provider.account.statistics()
    sayAttempts(at: source.provider)
    sayStoreErrors(of: source.provider)
    try report(
      end,
      of: tally,
      after: world.now() - began,
      sending: statistics,
      to: provenance.source,
      writing: files
    )
  }

  /// Reports what is unusual about the rows and the source.
  private func sayNotices(
    on rows: BatchRows,
    answeredBy places: any FindPlaceUseCase,
    _ provenance: Provenance
  ) async throws {
    saySample(provenance.source, of: source.provider)
    if let sentence = sentenceOnPoints(in: rows.format) { say(Notice(sentence)) }
    if let sentence = sentenceOnUnusedColumns(in: rows.format) { say(Notice(sentence)) }
    if let sentence = try await sentenceOnSwappedRows(rows) { say(Notice(sentence)) }
    if let divisor = rows.degreeDivisor { say("The rows have degrees times \(divisor), which are divided by it.") }
    if let absence = await absence(in: places, provenance.source) { say(Notice(absence)) }
    if let reading = provenance.reading { Notice.notices(for: reading).forEach(say) }
  }

  /// The notice about the requests of the whole batch, estimated from its first block; `nil` if none is needed.
  ///
  /// Counting all rows would mean reading them.
  private func forecastNotice(for rows: BatchRows, answered: Int) async throws -> Notice? {
    guard let size = await rows.reader.sizeInBytes, let block = try await rows.reader.peekBlock(),
      let costs = try? source.provider.makeEstimateUseCase()
    else { return nil }
    var forecast = BatchForecast(rows.queries, costs: costs)
    forecast.count(block)
    // The number of such blocks in the input, and the share of their rows that remains.
    let blocks = max(1, Double(size) / Double(block.rowRange.count + 1))
    let estimatedRows = Double(block.rows.count) * blocks
    let scale = blocks * max(0, 1 - Double(answered) / estimatedRows)
    return forecast.notice(scaledBy: scale, quota: try? source.provider.account.quota())
  }

  /// A notice about requested categories of which an offline source has no places; `nil` if there are none.
  private func absence(in places: any FindPlaceUseCase, _ source: Source) async -> String? {
    let categories = options.defaults.query.categories
    guard !source.isMetered, !categories.isEmpty, let one = PlaceCount(1).map(PlaceLimit.first),
      let query = options.defaults.anyQuery(for: categories)
    else { return nil }
    return try? await places.places(matching: query.limited(to: one), progress: nil).absenceSentence
  }

  /// A notice that `--along` is ignored for rows that have coordinates; `nil` if it isn't needed.
  private func sentenceOnPoints(in format: BatchFormat) -> String? {
    guard let corridor = options.defaults.query.drawn?.corridor, case .csv(let header) = format,
      header.hasColumn(for: .latitude) || header.hasColumn(for: .at)
    else { return nil }
    return "rows with a point of their own are searched around it, not along \(corridor.line.name)"
  }

  /// The number of rows that are examined for swapped coordinates.
  private static let rowsForOrder = 100

  /// A notice that the first rows of a table are outside the source, but most of them would be inside if latitude and
  /// longitude were swapped; `nil` otherwise.
  private func sentenceOnSwappedRows(_ rows: BatchRows) async throws -> String? {
    guard let block = try await rows.reader.peekBlock() else { return nil }
    let estimate = try source.provider.makeEstimateUseCase()
    var queries = rows.queries
    queries.open(block)
    let first = block.rows.indices.prefix(Self.rowsForOrder)
    var areInvalid = false
    let count = first.count { index in
      guard let row = try? queries.query(at: index), row.locating == nil else { return false }
      // A search without a limit is valid wherever its centre is, so only the centre shows the order.
      let area = row.query.area
      let center = area.isEverywhere || area.radius == .maximum ? area.center : nil
      do throws(PlaceSearchError) {
        _ = try estimate.cost(of: center.map { row.query.around($0, radius: .minimum) } ?? row.query)
        return false
      } catch {
        switch error {
        case .unsupported(.swappedCoordinates), .unsupported(.outsideServiceArea(_, _, looksSwapped: true)):
          if center == nil { areInvalid = true }
          return true
        default: return false
        }
      }
    }
    guard count > 1, count * 2 > first.count else { return nil }
    return "Latitude and longitude look swapped in \(count) of the first \(counted(first.count, "row"))"
      + "\(areInvalid ? ", which are invalid" : ""). "
      + "Name the columns with \(Option.latitudeColumn) and \(Option.longitudeColumn)."
  }

  /// A notice about the columns of a table that are ignored with `--nearest`; `nil` if there are none.
  private func sentenceOnUnusedColumns(in format: BatchFormat) -> String? {
    guard options.nearest != nil, case .csv(let header) = format else { return nil }
    let names = header.names.filter { name in
      options.names.ignored.contains { ColumnNames().rank(of: name, for: $0) != nil }
    }
    guard !names.isEmpty else { return nil }
    let (noun, verb) = names.count == 1 ? ("column", "is") : ("columns", "are")
    return "The \(noun) \(names.joined(separator: ", ")) \(verb) copied, not used. --nearest is the same for every row."
  }

  /// Whether some rows may be about a line, for which a table needs additional columns.
  private func asksAlong(_ rows: BatchRows) async throws -> Bool {
    guard options.format != .ndjson, options.nearest == nil else { return false }
    if options.defaults.query.drawn?.corridor != nil { return true }
    if case .csv(let header) = rows.format { return header.hasColumn(for: .along) }
    // For NDJSON, decide by the first block of rows.
    guard let block = try await rows.reader.peekBlock() else { return false }
    var queries = rows.queries
    queries.open(block)
    return block.rows.indices.contains { (try? queries.query(at: $0))?.query.area.corridor != nil }
  }

  /// Shows the progress.
  ///
  /// A debug build also reports that a large batch is slow.
  private func report(to progress: BatchProgress?) -> @Sendable (BatchTally) -> Void {
    #if DEBUG
      let notice = DebugBuildNotice()
      return { tally in
        notice.check(rows: tally.total, say: say)
        progress?.show(tally)
      }
    #else
      return { progress?.show($0) }
    #endif
  }

  /// The byte order mark, if the options request one.
  private var mark: [UInt8] { options.hasMark ? ByteOrderMark.utf8 : [] }

  /// Whether to show a progress line.
  ///
  /// If the records are on the same terminal, they are the progress.
  private var isProgressWanted: Bool {
    arguments.wantsProgress(in: world) && !(options.outputPath == nil && world.standardOutput.isTerminal)
  }

  private func report(
    _ end: BatchEnd,
    of tally: BatchTally,
    after elapsed: Duration,
    sending statistics: RequestStatistics,
    to source: Source,
    writing files: BatchOutputFiles
  ) throws(Failure) {
    let resumption = files.resumption(source)
    let failure = Failure(end, tally: tally, resumption, failuresPath: options.failuresPath)
    let summary = BatchSummary(
      tally: tally,
      elapsed: elapsed,
      statistics: statistics,
      end: end == .finished ? "finished" : failure?.code.rawValue ?? "finished",
      status: failure?.status ?? .answered
    )
    let sentences = [
      summary.text, summary.textOfIncompleteRows, summary.textOfUnprovenRows(source), summary.textOfKeptFailures,
      summary.textOfCutShortRows(resumption),
    ]
    let kinds = tally.kinds.notices(source, option: options.nearest == nil ? .category : .nearest, isSample: true)
    if failure?.status != .brokenPipe {
      for case let sentence? in sentences { say(Notice(sentence)) }
      kinds.forEach(say)
    }
    if let path = options.summaryPath {
      do throws(FileFailure) { try files.write(summary.json, to: path) } catch {
        // Without a number of rows, because all records were written.
        let unwritten = Failure.output(error, rows: 0, resumption)
        guard let failure else { throw unwritten }
        // The outcome of the run determines the exit status; the missing summary is only reported.
        if unwritten.status != .brokenPipe { console.say(Notice(unwritten.wording)) }
        throw failure
      }
    }
    if let failure { throw failure }
  }

  /// Reports the input, the output and the source.
  private func sayWhatIsUsed() {
    let rows = DiskFiles.shownName(ofInput: options.inputPath)
    console.say("Rows from \(rows), records to \(options.outputPath ?? "standard output").")
    console.say(source.sentence)
  }
}
