import Domain

/// The files that a batch writes: the records, the rows that were not answered, the summary.
struct BatchOutputFiles: Sendable {
  let options: BatchOptions
  let world: World
  let input: any BatchInput

  /// What continues an interrupted run; `nil` where nothing does: a device keeps no records.
  func resumption(_ source: Provenance.Source) -> Resumption? {
    guard let path = options.outputPath, earlierFile(at: path)?.isRegular ?? true,
      options.writesRecords || !source.isMetered
    else { return nil }
    return Resumption(wasForced: options.existing == .replace)
  }

  /// Lets rows from a pipe be read twice, where an earlier output may have to be compared with them.
  func prepareRereading() throws(FileFailure) {
    guard options.existing == .resume, !options.isDryRun, !options.resumeRules.mayPrune, let path = options.outputPath,
      let earlier = earlierFile(at: path), earlier.isRegular, earlier.sizeInBytes > 0
    else { return }
    do { try input.keepForRereading(beside: path) } catch {
      throw FileFailure(path: error.path, reason: .unwritable(reason: error.reason))
    }
  }

  /// What an output is before the run; `nil` for nothing.
  private func earlierFile(at path: String) -> FileIdentity? {
    guard let file = world.files.identity(of: path), file.type != .nothing else { return nil }
    return file
  }

  /// Opens the output of the records, before anything is asked.
  func openRecords(
    _ provenance: Provenance,
    of rows: BatchRows,
    by writer: any RecordWriter
  ) throws(FileFailure) -> BatchOutputs {
    guard let path = options.outputPath else { return BatchOutputs(records: world.standardOutputFile) }
    let output = try world.files.openInPlace(path, existing: options.existing, input: input.identity)
    let keepsAnswers = provenance.source.isMetered && options.writesRecords
    guard case .file(let file) = output, options.existing == .resume || keepsAnswers else {
      return BatchOutputs(records: output.sink)
    }
    guard options.writesRecords else {
      let earlier = JournaledOutput.Earlier.table(mayPrune: options.resumeRules.mayPrune, footer: writer.footer)
      return BatchOutputs(records: try JournaledOutput(file, holding: earlier, input: input.identity))
    }
    let journal = journal(provenance, rows)
    return try options.existing == .resume ? journal.resume(file) : journal.begin(in: file)
  }

  /// Opens the output that a run would resume, for a dry run; `nil` when there is none.
  func openEarlier(_ provenance: Provenance, of rows: BatchRows) throws(FileFailure) -> AnswerStore? {
    guard options.existing == .resume, options.writesRecords, let path = options.outputPath,
      earlierFile(at: path) != nil,
      case .file(let file) = try world.files.openInPlace(path, existing: .resume, input: nil)
    else { return nil }
    return try journal(provenance, rows).answers(in: file)
  }

  private func journal(_ provenance: Provenance, _ rows: BatchRows) -> RecordJournal {
    let format = rows.format
    let names =
      switch format {
      case .csv(let header): header.namesInRecords(options.names)
      case .ndjson: rows.names
      }
    let defaults = options.defaults.completed(by: format, rows.tables)
    return RecordJournal(
      questions: RecordQuestions(provenance: provenance, names: names, defaults: defaults),
      rules: options.resumeRules,
      writer: NDJSONRecordWriter(format: format, fields: options.fields),
      input: input.identity
    )
  }

  /// Reads the rows once where an earlier output might lose answers; returns them from the beginning.
  func checkLosses(for outputs: BatchOutputs, _ rows: BatchRows) async throws -> BatchRows {
    guard let store = outputs.store, store.mayLoseRecords else { return rows }
    try await store.checkLosses(from: rows.reader, rows.queries)
    return try await rows.again(options)
  }

  /// Opens the output of the rows that were not answered, and writes the headers.
  func begin(
    _ outputs: inout BatchOutputs,
    header: [UInt8],
    _ failedRows: FailedRowWriter?
  ) throws(FileFailure) {
    if let path = options.failuresPath, let head = failedRows?.header {
      let existing: LockedFile.Existing = options.existing == .refuse ? .refuse : .replace
      let failures = try open(path, existing: existing, input: input.identity, startingWith: [head])
      try failures.begin(with: head)
      outputs.failures = failures
    }
    try outputs.records.begin(with: header)
  }

  /// Checks before anything is asked that the summary that a resumed run replaces is one.
  func checkSummary() throws(FileFailure) {
    guard options.existing == .resume, let path = options.summaryPath, earlierFile(at: path)?.isRegular == true else {
      return
    }
    _ = try open(path, existing: .replace, input: input.identity, startingWith: BatchSummary.starts)
  }

  /// Writes a summary, replacing an existing one, or writes to a stream that is open.
  func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    try open(path, existing: .replace, input: nil, startingWith: BatchSummary.starts).write(bytes)
  }

  /// Opens another output than that of the records.
  ///
  /// One that the process has open already is not opened by its name: its file would be overwritten from the
  /// beginning, and a socket could not be opened at all.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - existing: What may happen to a file that is there.
  ///   - input: The file of the rows, which must not be the output.
  ///   - starts: How a file that an earlier run has left may begin.
  /// - Returns: The output, to which nothing is written yet.
  /// - Throws: When it cannot be opened, or is another file than that of an earlier run.
  private func open(
    _ path: String,
    existing: LockedFile.Existing,
    input: FileIdentity?,
    startingWith starts: [[UInt8]]
  ) throws(FileFailure) -> any RecordSink {
    if let number = DiskFiles.descriptor(namedBy: path) { return DeviceOutput(stream(number), path: path) }
    let output = try world.files.openInPlace(path, existing: existing, input: input)
    if options.existing == .resume { try output.checkStart(oneOf: starts) }
    return output.sink
  }

  private func stream(_ number: CInt) -> any ByteSink {
    switch number {
    case 1: world.standardOutput.sink
    case 2: world.standardError.sink
    default: FileDescriptor(number: number)
    }
  }
}
