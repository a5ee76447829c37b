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
    let added = try await addedFields(of: rows)
    let writer = writer(
      of: rows.format,
      objects: try await objectColumns(of: rows),
      areFeatures: options.nearest == nil ? false : try await areFeaturesOfDocument(rows),
      appending: try await nearestColumns(of: rows, adding: added),
      adding: added,
      from: provenance
    )
    let standardJobs =
      provenance.source.isMetered
      ? Arguments.Batch.standardJobs : max(2, world.processorCount) * Arguments.Batch.standardBlocksPerCore
    if arguments.has(.verbose) { sayWhatIsUsed() }
    var outputs = try await files.openRecords(provenance, of: rows, by: writer)
    let rows = try await files.checkLosses(for: outputs, rows)
    if provenance.source.service != nil, !arguments.has(.quiet), !arguments.has(.beyondQuota) {
      try await forecastNotice(for: rows, finished: outputs.store?.resultCount ?? 0).map(say)
    }
    let failedRows = options.failuresPath.map { _ in FailedRowWriter(rows.format) }
    try files.begin(&outputs, header: mark + writer.header, failedRows)
    if options.renamesFormat, let path = options.outputPath {
      say("\(path) gets NDJSON, one record per line. To make one document of it: `jq -s . \(ShellWord.path(path))`")
    }
    try await sayNotices(on: rows, from: places, provenance)
    let progress = BatchProgress(in: world, isWanted: isProgressWanted, inputBytes: await rows.reader.sizeInBytes)
    let job = BatchJob(
      reader: rows.reader,
      queries: rows.queries,
      locator: makeLocator(),
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
    sayAttempts(at: source.provider)
    sayStoreErrors(of: source.provider)
    await sayEncoding(of: rows)
    try report(
      end,
      of: tally,
      after: world.now() - began,
      sending: source.provider.account.statistics(),
      to: provenance.source,
      writing: files
    )
  }

  private func makeLocator() -> RowLocator {
    RowLocator(source.provider, services: world.services, savedLocations: options.defaults.savedLocations) {
      [centers = centerFinder] location in
      centers.reportUse(location)
    }
  }

  /// Returns the additional fields of places in a table or with `--nearest`, by the columns or the first rows.
  private func addedFields(of rows: BatchRows) async throws -> [PlaceField] {
    guard options.format != .ndjson || options.nearest != nil else { return [] }
    if case .csv(let header) = rows.format {
      let added = options.addedFields(with: header.hasColumn)
      return PlaceField.allCases.filter(added.contains)
    }
    var added = Set(options.addedFields { _ in false })
    if let block = try await rows.reader.firstRows() {
      var queries = rows.queries
      queries.open(block)
      for query in block.rows.indices.lazy.compactMap({ try? queries.query(at: $0).query }) {
        added.formUnion(PlaceField.added(by: query))
      }
    }
    return PlaceField.allCases.filter(added.contains)
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
    let failure = end.failure(of: tally, resumption, failuresPath: options.failuresPath)
    let summary = BatchSummary(
      tally: tally,
      elapsed: elapsed,
      statistics: statistics,
      end: end == .finished ? "finished" : failure?.code.rawValue ?? "finished",
      status: failure?.status ?? .success
    )
    let sentences = [
      summary.text, summary.textOfIncompleteRows(marked: options.mark(.incomplete)),
      summary.textOfUnprovenRows(source, marked: options.mark(.unproven)),
      summary.textOfEarlierFailures, summary.textOfCutShortRows(resumption),
    ]
    let kinds = tally.kinds.notices(source, option: options.nearest == nil ? .category : .nearest, isSample: true)
    if failure?.status != .brokenPipe {
      for case let sentence? in sentences { say(Notice(sentence)) }
      kinds.forEach(say)
    }
    if let path = options.summaryPath {
      do throws(FileFailure) { try files.write(summary.json, to: path) } catch {
        // Without a number of rows, because all records were written.
        let unwritten = error.outputFailure(rows: 0, resumption)
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
