import Domain

extension BatchCommand {
  /// Sees to it that rows from a pipe can be read twice, where an earlier output may have to be compared with them.
  func prepareRereading(of input: InputFile, _ options: BatchOptions) throws(BatchFailure) {
    guard options.existing == .resume, !options.isDryRun, !options.resumeRules.mayPrune, let path = options.outputPath,
      let earlier = FileIdentity(path: path), earlier.isRegular, earlier.sizeInBytes > 0
    else { return }
    do { try input.keepForRereading(beside: path) } catch { throw .output(error, rows: 0) }
  }

  /// Opens what the records are written to, before anything is asked.
  func openRecords(
    _ options: BatchOptions,
    _ provenance: Provenance,
    input: FileIdentity?
  ) throws(BatchOutputError) -> BatchOutputs.Records {
    guard let path = options.outputPath else {
      return .plain(PlainSink(sink: world.standardOutput.sink, path: "standard output"))
    }
    let file = try LockedFile(path: path, existing: options.existing, input: input)
    guard options.existing == .resume else {
      // Rows that trickle in through a pipe are written as they come: somebody may be watching.
      let isWatched = input?.isRegular != true || !provenance.source.isLocal
      return .plain(isWatched ? LockedSink(file: file) : LargeFileSink(file: file))
    }
    let expectation = RecordExpectation(provenance: provenance, names: options.names, template: options.template)
    let rules = options.resumeRules
    guard provenance.source.isLocal else {
      return .resumed(try ResumedOutput(file: file, expecting: expectation, rules: rules, input: input))
    }
    return .plain(try ComparingSink(file: file, expecting: expectation, mayPrune: rules.mayPrune, input: input))
  }

  /// Opens the output that a run would go on with, to rehearse that; `nil` when there is none.
  func openEarlier(
    _ options: BatchOptions,
    _ provenance: Provenance,
    _ form: RowParser.Form
  ) throws(BatchOutputError) -> ResumeRehearsal? {
    guard options.existing == .resume, let path = options.outputPath, FileIdentity(path: path) != nil else {
      return nil
    }
    return try ResumeRehearsal(
      file: LockedFile(path: path, existing: .resume, input: nil),
      expecting: RecordExpectation(provenance: provenance, names: options.names, template: options.template),
      rules: options.resumeRules,
      isFree: provenance.source.isLocal,
      form: form
    )
  }

  /// Reads the rows once where an earlier output might lose answers, and gives a reader that begins anew.
  func takeCensus(
    for records: BatchOutputs.Records,
    _ reader: BatchReader,
    _ form: RowParser.Form,
    _ input: InputFile,
    _ options: BatchOptions
  ) async throws(BatchFailure) -> BatchReader {
    guard case .resumed(let output) = records, output.needsCensus else { return reader }
    let again = BatchReader(source: input)
    do throws(BatchInputError) {
      let parser = RowParser(form: form, names: options.names)
      try await RowCensus(parser: parser, template: options.template).read(reader, for: output)
      try input.rewind()
    } catch { throw .input(error) }
    do { try output.endCensus() } catch { throw .output(error, rows: 0) }
    _ = try await open(again, options)
    return again
  }

  /// Opens the rest of the outputs, and writes what stands before the first record.
  func open(
    _ options: BatchOptions,
    _ form: RowParser.Form,
    _ records: BatchOutputs.Records,
    head: [UInt8],
    input: FileIdentity?
  ) throws(BatchOutputError) -> BatchOutputs {
    var outputs = BatchOutputs(records: records)
    if let path = options.failuresPath {
      if let stream = openStream(path) {
        outputs.failures = PlainSink(sink: stream, path: path)
      } else {
        let existing: LockedFile.Existing = options.existing == .refuse ? .refuse : .replace
        outputs.failures = LockedSink(file: try LockedFile(path: path, existing: existing, input: input))
      }
      try outputs.writeFailures(FailureWriter(form: form).head)
    }
    try outputs.write(head)
    return outputs
  }

  /// Writes a small file anew, or to a stream that is open.
  func write(_ bytes: [UInt8], to path: String) throws(BatchOutputError) {
    if let stream = openStream(path) {
      var sink = PlainSink(sink: stream, path: path)
      return try sink.write(bytes)
    }
    try LockedFile(path: path, existing: .replace, input: nil).write(bytes)
  }

  /// The stream that a path names which the process has open already; `nil` for any other path.
  ///
  /// Opened by its name, a file behind it would be written from its beginning, over what is there; a socket could not be
  /// opened at all.
  private func openStream(_ path: String) -> (any ByteSink)? {
    guard let number = DiskFiles.descriptor(namedBy: path) else { return nil }
    return switch number {
    case 1: world.standardOutput.sink
    case 2: world.standardError.sink
    default: FileDescriptor(number: number)
    }
  }
}
