import Domain

/// Runs a batch and tells how it went.
struct BatchRun: Sendable {
  let arguments: Arguments
  let options: BatchOptions
  let world: World
  let source: SourceArguments
  let provider: any UseCaseProvider

  /// Asks and writes until every row has its record.
  ///
  /// - Parameters:
  ///   - rows: The input, opened.
  ///   - files: What is written.
  /// - Throws: When the run does not come to its end, or a row was not answered.
  func run(_ rows: BatchRows, _ files: BatchOutputFiles) async throws(BatchFailure) {
    // What an earlier run left is read first, and that is time too.
    let began = world.now()
    let answerer: BatchSource
    do { answerer = try BatchSource(provider) } catch { throw .stopped(error, rows: 0, canResume: false) }
    let provenance = answerer.provenance
    let writer: any RecordWriter =
      options.format == .csv
      ? CSVRecordWriter(form: rows.form, hasHeader: options.hasHeader) : NDJSONRecordWriter(form: rows.form)
    let jobs = jobsThatFit(isLocal: provenance.source.isLocal)
    if arguments.messages.isVerbose { sayWhatIsUsed() }
    let records: BatchOutputs.Records
    do { records = try files.openRecords(provenance) } catch { throw .output(error, rows: 0) }
    let rows = try await files.checkLosses(for: records, rows)
    if !provenance.source.isLocal, !arguments.messages.isQuiet {
      let sentence: String?
      do throws(BatchInputError) {
        sentence = try await BatchQuota(provider: provider).sentence(for: rows, answered: records.earlierAnswers)
      } catch { throw .input(error) }
      if let sentence { Console(world: world).say(sentence) }
    }
    let outputs: BatchOutputs
    do { outputs = try files.open(rows.form, records, header: writer.header) } catch { throw .output(error, rows: 0) }
    if provenance.source == .sample, !arguments.messages.isQuiet {
      Console(world: world).say("these answers come from \(AnswerNotices.sampleWarning)")
    }
    if let reading = provenance.reading, !arguments.messages.isQuiet {
      ErrorReport.sentences(for: reading).forEach(Console(world: world).say)
    }
    let progress = BatchProgress(in: world, isWanted: isProgressWanted, inputBytes: rows.input.sizeInBytes)
    let job = BatchJob(
      reader: rows.reader,
      queries: rows.queries,
      locator: RowLocator(provider),
      limit: options.defaults.limit,
      writer: writer,
      messages: RowMessages(),
      failureWriter: options.failuresPath.map { _ in FailureWriter(form: rows.form) },
      jobs: jobs,
      isOrdered: options.isOrdered,
      errorLimit: options.errorLimit,
      progress: { progress?.show($0) },
      interrupts: world.stopSignals()
    )
    let (end, tally) = await answerer.run(job, outputs)
    progress?.finish()
    let statistics = provider.makeReportRequestsUseCase().statistics()
    if arguments.messages.isVerbose {
      SourceNotices.sentences(for: statistics).forEach(Console(world: world).say)
    }
    try report(end, BatchSummary.Facts(tally: tally, elapsed: world.now() - began, statistics: statistics), files)
  }

  /// On one terminal, line and records would run into each other; the records themselves show that it continues.
  private var isProgressWanted: Bool {
    arguments.messages.wantsProgress(in: world) && !(options.outputPath == nil && world.standardOutput.isTerminal)
  }

  private func report(
    _ end: BatchEnd,
    _ facts: BatchSummary.Facts,
    _ files: BatchOutputFiles
  ) throws(BatchFailure) {
    let failure = BatchFailure(end, tally: facts.tally, canResume: files.canResume)
    let report = failure.map { ErrorReport(.batch($0)) }
    let summary = BatchSummary(
      facts: facts,
      end: end == .finished ? "finished" : report?.code ?? "finished",
      status: report?.status ?? .answered
    )
    if !arguments.messages.isQuiet, end != .output(.brokenPipe) {
      let console = Console(world: world)
      console.say(summary.text)
      if let kept = summary.textOfKeptFailures { console.say(kept) }
    }
    if let path = options.summaryPath {
      do throws(BatchOutputError) { try files.write(summary.json, to: path) } catch {
        throw failure ?? .output(error, rows: facts.tally.total)
      }
    }
    if let failure { throw failure }
  }

  /// How many queries, or blocks of rows, are worked on at once: what the user wants, or as many as the descriptors of
  /// the process allow.
  ///
  /// The network library ends the process where it is refused a descriptor, so that is found out beforehand.
  private func jobsThatFit(isLocal: Bool) -> Int {
    // Enough that no core waits for the writing.
    if isLocal { return options.jobs ?? max(2, world.processorCount) * 2 }
    let wanted = options.jobs ?? Arguments.Batch.standardJobs
    guard let left = world.descriptorsLeft else { return wanted }
    // A query in flight needs its connection, and perhaps the one before that is being closed.
    let jobs = max(1, min(wanted, (left - SourceArguments.descriptorsOfService) / 2))
    if jobs < wanted, !arguments.messages.isQuiet {
      Console(world: world)
        .say("only \(jobs) of \(wanted) queries at once: the process may open \(left) more files (ulimit -n)")
    }
    return jobs
  }

  /// Says on standard error what the run works with.
  private func sayWhatIsUsed() {
    let console = Console(world: world)
    let rows = options.inputPath == "-" ? "standard input" : options.inputPath
    console.say("rows from \(rows), records to \(options.outputPath ?? "standard output")")
    console.say(SourceNotices(source: source).sentence)
  }
}
