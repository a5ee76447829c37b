import Domain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Answers the same question for every row of an input.
struct BatchCommand: Sendable {
  /// The command line.
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Makes the source of answers.
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Checks everything, then asks and writes until every row has its record.
  ///
  /// - Throws: When something is wrong, or a row was not answered.
  func run() async throws(Failure) {
    let options: BatchOptions
    do { options = try BatchOptions(arguments) } catch { throw .usage(error) }
    if DiskFiles.isStandardInput(options.inputPath) {
      guard arguments.source.keyPath.map(DiskFiles.isStandardInput) != true else { throw .usage(.keyAndRowsFromInput) }
      guard arguments.source.indexPath.map(DiskFiles.isStandardInput) != true else {
        throw .usage(.indexAndRowsFromInput)
      }
    }
    let sourceArguments = try SourceArguments(arguments.source, in: world)
    let source = sourceArguments.options
    try sourceArguments.checkDescriptors(in: world)
    let rows = OutputGuard.Source(options.inputPath, as: .input)
    do throws(Failure) {
      try OutputGuard(sources: [rows] + sourceArguments.files, outputs: options.outputs).check(in: world.files)
    } catch .file(let failure) where failure.reason == .exists && failure.path == options.outputPath {
      throw .batch(.output(.exists(path: failure.path), rows: 0))
    } catch { throw error }
    if world.inputIsTerminal, options.inputPath == "-", !arguments.messages.isQuiet {
      Console(world: world).say("reading rows from the terminal; Ctrl-D ends them.")
    }
    do throws(BatchFailure) {
      let input: InputFile
      do { input = try InputFile(path: options.inputPath) } catch { throw .input(error) }
      try prepareRereading(of: input, options)
      let reader = BatchReader(source: input)
      let form = try await open(reader, options)
      if options.isDryRun { return try await rehearse(reader, form, options, source) }
      try await run(reader, form, input, options, sourceArguments)
    } catch {
      throw .batch(error)
    }
  }
}

extension BatchCommand {
  func open(_ reader: BatchReader, _ options: BatchOptions) async throws(BatchFailure) -> RowParser.Form {
    do throws(BatchInputError) {
      let needsCoordinates = options.template.center == nil
      let form = try await reader.open(names: options.names, needsCoordinates: needsCoordinates)
      guard case .csv(let header) = form else { return form ?? .ndjson }
      let namesSubject = header.hasColumn(for: .category) || header.hasColumn(for: .query)
      guard namesSubject || options.template.base() != nil else { throw .subjectMissing(columns: header.names) }
      return .csv(header)
    } catch { throw .input(error) }
  }

  /// Tells what the rows would cost.
  private func rehearse(
    _ reader: BatchReader,
    _ form: RowParser.Form,
    _ options: BatchOptions,
    _ source: SourceConfiguration
  ) async throws(BatchFailure) {
    let provenance: Provenance
    let costs: any EstimateCostUseCase
    let provider = makeProvider(source)
    do {
      provenance = try provider.makeDescribeSourceUseCase().provenance()
      costs = try provider.makeEstimateCostUseCase()
    } catch { throw .stopped(error, rows: 0, canResume: false) }
    let earlier: ResumeRehearsal?
    do { earlier = try openEarlier(options, provenance, form) } catch { throw .output(error, rows: 0) }
    let rehearsal: DryRun
    do throws(BatchInputError) {
      rehearsal = try await DryRun(
        reader: reader,
        parser: RowParser(form: form, names: options.names),
        template: options.template,
        earlier: earlier,
        cost: { costs.cost(of: $0.query, limit: $0.limit) },
        words: .ofReports
      )
    } catch { throw .input(error) }
    do { try earlier?.end() } catch { throw .output(error, rows: 0) }
    let report = DryRunReport(
      rehearsal: rehearsal,
      source: provenance.source,
      lacksKey: !provenance.source.isLocal && source.key == nil,
      requestsPerSecond: source.requestsPerSecond
    )
    var output = PlainSink(sink: world.standardOutput.sink, path: "standard output")
    do throws(BatchOutputError) {
      try output.write([UInt8](report.text.utf8))
      if let path = options.summaryPath { try write(report.json, to: path) }
    } catch { throw .output(error, rows: 0) }
  }

  private func run(
    _ reader: BatchReader,
    _ form: RowParser.Form,
    _ input: InputFile,
    _ options: BatchOptions,
    _ sourceArguments: SourceArguments
  ) async throws(BatchFailure) {
    // What an earlier run left is read first, and that is time too.
    let began = world.now()
    // A device keeps nothing that could be gone on with.
    let isKept = options.outputPath.map { FileIdentity(path: $0)?.isRegular ?? true } ?? false
    let canResume = isKept && options.format == .ndjson
    let provider = makeProvider(sourceArguments.options)
    let source: BatchSource
    do { source = try BatchSource(provider) } catch { throw .stopped(error, rows: 0, canResume: false) }
    let writer: any RecordWriter =
      options.format == .csv
      ? CSVRecordWriter(form: form, hasHeader: options.hasHeader) : NDJSONRecordWriter(form: form)
    let jobs = jobsThatFit(options, isFree: source.provenance.source.isLocal)
    if arguments.messages.isVerbose { sayWhatIsUsed(options, sourceArguments) }
    let records: BatchOutputs.Records
    do { records = try openRecords(options, source.provenance, input: input.identity) } catch {
      throw .output(error, rows: 0)
    }
    let reader = try await takeCensus(for: records, reader, form, input, options)
    let outputs: BatchOutputs
    do throws(BatchOutputError) {
      outputs = try open(options, form, records, head: writer.head, input: input.identity)
    } catch { throw .output(error, rows: 0) }

    if source.provenance.source == .sample, !arguments.messages.isQuiet {
      Console(world: world).say("these answers come from \(AnswerNotices.sampleWarning)")
    }
    if let reading = source.provenance.reading, !arguments.messages.isQuiet {
      ErrorReport.sentences(for: reading).forEach(Console(world: world).say)
    }
    // On one terminal, line and records would run into each other; the records themselves show that it goes on.
    let isGlued = options.outputPath == nil && world.standardOutput.isTerminal
    let isProgressWanted = arguments.messages.wantsProgress(in: world) && !isGlued
    let progress = BatchProgress(in: world, isWanted: isProgressWanted, inputBytes: input.sizeInBytes)
    let job = BatchJob(
      reader: reader,
      parser: RowParser(form: form, names: options.names),
      template: options.template,
      writer: writer,
      words: .ofReports,
      failureWriter: options.failuresPath.map { _ in FailureWriter(form: form) },
      jobs: jobs,
      isOrdered: options.isOrdered,
      errorBudget: options.errorBudget,
      progress: { progress?.show($0) },
      interrupts: StopSignal.events()
    )
    let (end, tally) = await source.run(job, outputs)
    progress?.finish()
    let statistics = provider.makeReportRequestsUseCase().statistics()
    if arguments.messages.isVerbose {
      SourceNotices.sentences(for: statistics).forEach(Console(world: world).say)
    }
    let summary = BatchSummary.Facts(tally: tally, elapsed: world.now() - began, statistics: statistics)
    try report(end, summary, options, canResume: canResume)
  }

  private func report(
    _ end: BatchEnd,
    _ facts: BatchSummary.Facts,
    _ options: BatchOptions,
    canResume: Bool
  ) throws(BatchFailure) {
    let failure = BatchFailure(end, tally: facts.tally, canResume: canResume)
    let report = failure.map { ErrorReport(.batch($0)) }
    let summary = BatchSummary(
      facts: facts,
      end: end == .finished ? "finished" : report?.code ?? "finished",
      status: report?.status ?? .answered
    )
    if !arguments.messages.isQuiet, end != .output(.closedPipe) {
      let console = Console(world: world)
      console.say(summary.text)
      if let kept = summary.textOfKeptFailures { console.say(kept) }
    }
    if let path = options.summaryPath {
      do throws(BatchOutputError) { try write(summary.json, to: path) } catch {
        throw failure ?? .output(error, rows: facts.tally.total)
      }
    }
    if let failure { throw failure }
  }
}
