import Domain

/// The files that a batch writes: the records, the rows that were not answered, the summary.
struct BatchOutputFiles: Sendable {
  let options: BatchOptions
  let world: World
  let input: any BatchInput

  /// Whether an interrupted run can be resumed; a device keeps no records.
  func canResume(_ source: Provenance.Source) -> Bool {
    let isKept = options.outputPath.map { FileIdentity(path: $0)?.isRegular ?? true } ?? false
    return isKept && (options.format == .ndjson || !source.isMetered)
  }

  /// Lets rows from a pipe be read twice, where an earlier output may have to be compared with them.
  func prepareRereading() throws(BatchOutputError) {
    guard options.existing == .resume, !options.isDryRun, !options.resumeRules.mayPrune, let path = options.outputPath,
      let earlier = FileIdentity(path: path), earlier.isRegular, earlier.sizeInBytes > 0
    else { return }
    do { try input.keepForRereading(beside: path) } catch {
      throw .unwritable(path: error.path, reason: error.reason)
    }
  }

  /// Opens the output of the records, before anything is asked.
  func openRecords(_ provenance: Provenance, _ format: InputFormat) throws(BatchOutputError) -> BatchOutputs {
    guard let path = options.outputPath else {
      return BatchOutputs(records: PlainSink(sink: world.standardOutput.sink, path: "standard output"))
    }
    let file = try LockedFile(path: path, existing: options.existing, input: input.identity)
    let isMetered = provenance.source.isMetered
    guard options.existing == .resume || (isMetered && options.format == .ndjson && file.isRegular) else {
      return BatchOutputs(records: file)
    }
    guard options.format == .ndjson else {
      let earlier = JournaledOutput.Earlier.table(mayPrune: options.resumeRules.mayPrune)
      return BatchOutputs(records: try JournaledOutput(file, holding: earlier, input: input.identity))
    }
    let journal = journal(provenance, format)
    return try options.existing == .resume ? journal.resume(file) : journal.begin(in: file)
  }

  /// Opens the output that a run would resume, for a dry run; `nil` when there is none.
  func openEarlier(_ provenance: Provenance, _ format: InputFormat) throws(BatchOutputError) -> AnswerStore? {
    guard options.existing == .resume, options.format == .ndjson, let path = options.outputPath,
      FileIdentity(path: path) != nil
    else { return nil }
    return try journal(provenance, format).answers(in: LockedFile(path: path, existing: .resume, input: nil))
  }

  private func journal(_ provenance: Provenance, _ format: InputFormat) -> RecordJournal {
    let names =
      switch format {
      case .csv(let header): header.namesInRecords(options.names)
      case .ndjson: options.names
      }
    let defaults = options.defaults.completed(by: format)
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
  func begin(_ outputs: inout BatchOutputs, header: [UInt8], _ format: InputFormat) throws(BatchOutputError) {
    if let path = options.failuresPath {
      let head = if case .csv(let header) = format { header.line + [Ascii.lineFeed] } else { [UInt8]() }
      if let stream = openStream(path) {
        outputs.failures = PlainSink(sink: stream, path: path)
      } else {
        let existing: LockedFile.Existing = options.existing == .refuse ? .refuse : .replace
        let file = try LockedFile(path: path, existing: existing, input: input.identity)
        if options.existing == .resume { try file.checkStart(head) }
        outputs.failures = file
      }
      try outputs.failures?.begin(with: head)
    }
    try outputs.records.begin(with: header)
  }

  /// Writes a small file, replacing an existing one, or writes to a stream that is open.
  func write(_ bytes: [UInt8], to path: String) throws(BatchOutputError) {
    if let stream = openStream(path) {
      var sink = PlainSink(sink: stream, path: path)
      return try sink.write(bytes)
    }
    let file = try LockedFile(path: path, existing: .replace, input: nil)
    if options.existing == .resume { try file.checkStart(Array(#"{"schema":"#.utf8)) }
    try file.write(bytes)
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
