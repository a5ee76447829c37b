import Domain

/// The files that a batch writes: the records, the rows that were not answered, the summary.
struct BatchOutputFiles: Sendable {
  let options: BatchOptions
  let world: World
  let input: any BatchInput

  /// Whether an interrupted run can be resumed; a device keeps no records.
  var canResume: Bool {
    let isKept = options.outputPath.map { FileIdentity(path: $0)?.isRegular ?? true } ?? false
    return isKept && options.format == .ndjson
  }

  /// Lets rows from a pipe be read twice, where an earlier output may have to be compared with them.
  func prepareRereading() throws(BatchFailure) {
    guard options.existing == .resume, !options.isDryRun, !options.resumeRules.mayPrune, let path = options.outputPath,
      let earlier = FileIdentity(path: path), earlier.isRegular, earlier.sizeInBytes > 0
    else { return }
    do { try input.keepForRereading(beside: path) } catch {
      throw .output(.unwritable(path: error.path, reason: error.reason), rows: 0)
    }
  }

  /// Opens the output of the records, before anything is asked.
  func openRecords(_ provenance: Provenance, _ format: InputFormat) throws(BatchOutputError) -> BatchOutputs {
    guard let path = options.outputPath else {
      return BatchOutputs(records: PlainSink(sink: world.standardOutput.sink, path: "standard output"))
    }
    let file = try LockedFile(path: path, existing: options.existing, input: input.identity)
    guard options.existing == .resume else {
      var outputs = BatchOutputs(records: file)
      if options.format == .ndjson { outputs.journal = file }
      return outputs
    }
    let expectation = expectation(of: provenance, format)
    let rules = options.resumeRules
    guard provenance.source.isLocal else {
      let output = try ResumedOutput(file: file, expecting: expectation, rules: rules, input: input.identity)
      var outputs = BatchOutputs(resuming: output)
      outputs.journal = file
      return outputs
    }
    return BatchOutputs(
      records: try ComparingSink(file: file, expecting: expectation, mayPrune: rules.mayPrune, input: input.identity)
    )
  }

  /// Opens the output that a run would resume, for a dry run; `nil` when there is none.
  func openEarlier(_ provenance: Provenance, _ format: InputFormat) throws(BatchOutputError) -> ResumeDryRun? {
    guard options.existing == .resume, let path = options.outputPath, FileIdentity(path: path) != nil else {
      return nil
    }
    return try ResumeDryRun(
      file: LockedFile(path: path, existing: .resume, input: nil),
      expecting: expectation(of: provenance, format),
      rules: options.resumeRules,
      isFree: provenance.source.isLocal,
      format: format
    )
  }

  private func expectation(of provenance: Provenance, _ format: InputFormat) -> RecordExpectation {
    let names =
      switch format {
      case .csv(let header): header.namesInRecords(options.names)
      case .ndjson: options.names
      }
    return RecordExpectation(provenance: provenance, names: names, defaults: options.defaults)
  }

  /// Reads the rows once where an earlier output might lose answers; returns them from the beginning.
  func checkLosses(for outputs: BatchOutputs, _ rows: BatchRows) async throws(BatchFailure) -> BatchRows {
    guard let output = outputs.resumed, output.needsLossCheck else { return rows }
    do { try await LossCheck(queries: rows.queries).read(rows.reader, for: output) } catch { throw .input(error) }
    do { try input.rewind() } catch { throw .input(.unreadable(error)) }
    do { try output.endLossCheck() } catch { throw .output(error, rows: 0) }
    return try await BatchRows(input: input, options: options)
  }

  /// Opens the output of the rows that were not answered, and writes the headers.
  func begin(_ outputs: inout BatchOutputs, header: [UInt8], _ format: InputFormat) throws(BatchOutputError) {
    if let path = options.failuresPath {
      if let stream = openStream(path) {
        outputs.failures = PlainSink(sink: stream, path: path)
      } else {
        let existing: LockedFile.Existing = options.existing == .refuse ? .refuse : .replace
        outputs.failures = try LockedFile(path: path, existing: existing, input: input.identity)
      }
      try outputs.failures?.begin(with: FailureWriter(format: format).header)
    }
    try outputs.records.begin(with: header)
  }

  /// Writes a small file, replacing an existing one, or writes to a stream that is open.
  func write(_ bytes: [UInt8], to path: String) throws(BatchOutputError) {
    if let stream = openStream(path) {
      var sink = PlainSink(sink: stream, path: path)
      return try sink.write(bytes)
    }
    try LockedFile(path: path, existing: .replace, input: nil).write(bytes)
  }

  /// The stream that a path names which the process has open already; `nil` for any other path.
  ///
  /// Opened by this name, its file would be overwritten from the beginning; a socket could not be opened at all.
  private func openStream(_ path: String) -> (any ByteSink)? {
    guard let number = DiskFiles.descriptor(namedBy: path) else { return nil }
    return switch number {
    case 1: world.standardOutput.sink
    case 2: world.standardError.sink
    default: FileDescriptor(number: number)
    }
  }
}
