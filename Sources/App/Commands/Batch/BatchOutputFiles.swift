import Domain
import System

/// The files that a batch writes: the records, the failed rows, and the summary.
struct BatchOutputFiles: Sendable {
  let options: BatchOptions
  let world: World
  let input: any BatchInput

  /// Returns the option that resumes an interrupted run; `nil` if it can't be resumed, because a device stores no
  /// records.
  func resumption(_ source: Source) -> Resumption? {
    guard let path = options.outputPath, earlierFile(at: path)?.isRegular ?? true,
      options.writesRecords || !source.isMetered
    else { return nil }
    return Resumption(wasForced: options.existing == .replace, isResumed: options.existing == .resume)
  }

  /// Makes rows from a pipe readable twice, if they may have to be compared with an earlier output.
  func prepareRereading() throws(FileFailure) {
    guard options.existing == .resume, !options.isDryRun, !options.resumeRules.mayPrune, let path = options.outputPath,
      let earlier = earlierFile(at: path), earlier.isRegular, earlier.sizeInBytes > 0
    else { return }
    try input.keepForRereading(nextTo: path)
  }

  /// Returns the identity of an existing output; `nil` if there is none.
  private func earlierFile(at path: String) -> FileIdentity? {
    guard let file = world.files.identity(of: path), file.type != .nothing else { return nil }
    return file
  }

  /// Opens the output of the records before any query.
  func openRecords(
    _ provenance: Provenance,
    of rows: BatchRows,
    by writer: any RecordWriter
  ) async throws(FileFailure) -> BatchOutputs {
    guard let path = options.outputPath else { return BatchOutputs(records: world.standardOutputFile) }
    let output = try world.files.openInPlace(path, existing: options.existing, input: input.identity)
    let keepsRecords = provenance.source.isMetered && options.writesRecords
    guard case .file(let file) = output, options.existing == .resume || keepsRecords else {
      return BatchOutputs(records: output.sink)
    }
    guard options.writesRecords else {
      let footer = await writer.footer
      let earlier = JournaledOutput.EarlierContent.table(mayPrune: options.resumeRules.mayPrune, footer: footer)
      return BatchOutputs(records: try JournaledOutput(file, holding: earlier, input: input.identity))
    }
    let journal = journal(provenance, rows)
    return try options.existing == .resume ? journal.resume(file) : journal.begin(in: file)
  }

  /// Opens the output that a run would resume, for a dry run; `nil` if there is none.
  func openEarlier(_ provenance: Provenance, of rows: BatchRows) throws(FileFailure) -> OutputRecords? {
    guard options.existing == .resume, options.writesRecords, let path = options.outputPath,
      earlierFile(at: path) != nil,
      case .file(let file) = try world.files.openInPlace(path, existing: .resume, input: nil)
    else { return nil }
    return try journal(provenance, rows).results(in: file)
  }

  private func journal(_ provenance: Provenance, _ rows: BatchRows) -> RecordJournal {
    let format = rows.format
    let names =
      switch format {
      case .csv(let header): header.namesInRecords(options.names)
      case .ndjson: rows.names
      }
    let defaults = options.defaults.completed(by: format)
    return RecordJournal(
      keys: RecordKeys(provenance: provenance, names: names, defaults: defaults),
      rules: options.resumeRules,
      writer: NDJSONRecordWriter(format: format, fields: options.fields),
      input: input.identity
    )
  }

  /// Reads the rows once if an earlier output might lose records; returns the rows from the beginning.
  func checkLosses(for outputs: BatchOutputs, _ rows: BatchRows) async throws -> BatchRows {
    guard let store = outputs.store, store.mayLoseRecords else { return rows }
    try await store.checkLosses(from: rows.reader, rows.queries)
    return try await rows.again(options)
  }

  /// Opens the output of the failed rows, and writes the headers.
  func begin(
    _ outputs: inout BatchOutputs,
    header: [UInt8],
    _ failedRows: FailedRowWriter?
  ) throws(FileFailure) {
    if let path = options.failuresPath, let head = failedRows?.header {
      let existing: LockedFile.Existing = options.existing == .refuse ? .refuse : .replace
      let failures = try open(path, existing: existing, input: input.identity, startingWith: head)
      try failures.begin(with: head)
      outputs.failures = failures
    }
    try outputs.records.begin(with: header)
  }

  /// Checks, before any query, that the file to replace with the summary of a resumed run is a summary.
  func checkSummary() throws(FileFailure) {
    guard options.existing == .resume, let path = options.summaryPath, earlierFile(at: path)?.isRegular == true else {
      return
    }
    _ = try open(path, existing: .replace, input: input.identity, startingWith: BatchSummary.start)
  }

  /// Writes a summary, replacing an existing one, or writes to a stream that is open.
  func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    try open(path, existing: .replace, input: nil, startingWith: BatchSummary.start).write(bytes)
  }

  /// Opens an output other than the records.
  ///
  /// An output that the process already has open is not reopened by name: a file would be overwritten from the
  /// beginning, and a socket couldn't be opened.
  ///
  /// - Parameters:
  ///   - path: The output.
  ///   - existing: The treatment of an existing file.
  ///   - input: The file of the rows, which must not be the output.
  ///   - start: The beginning of a file from an earlier run.
  /// - Returns: The output, still empty.
  /// - Throws: An error if it can't be opened, or isn't a file from an earlier run.
  private func open(
    _ path: String,
    existing: LockedFile.Existing,
    input: FileIdentity?,
    startingWith start: [UInt8]
  ) throws(FileFailure) -> any RecordSink {
    if let number = DiskFiles.descriptor(namedBy: path) { return DeviceOutput(stream(number), path: path) }
    let output = try world.files.openInPlace(path, existing: existing, input: input)
    if options.existing == .resume { try output.checkStart(start) }
    return output.sink
  }

  private func stream(_ number: CInt) -> ByteSink {
    switch number {
    case 1: world.standardOutput.sink
    case 2: world.standardError.sink
    default: FileDescriptor(number: number).sink
    }
  }
}
