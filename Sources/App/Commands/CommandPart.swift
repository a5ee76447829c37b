import Domain

/// A command or a part of one: what it was given, and what every command can do with that.
protocol CommandPart: Sendable {
  var context: CommandContext { get }
}

// MARK: - Options

extension CommandPart {
  var arguments: Arguments { context.arguments }
  var world: World { context.world }
  /// Where results and messages go.
  var console: Console { Console(world: world) }

  /// Checks that nothing writes over what the command reads: the files of its options, and what it reads besides.
  ///
  /// - Parameters:
  ///   - sources: What it reads besides: its operands, and what its places come from.
  ///   - outputs: Every file that it writes.
  /// - Throws: When one is among them, or cannot be written.
  func check(reading sources: [OutputGuard.Source] = [], writing outputs: [OutputGuard.Output]) throws {
    try OutputGuard(sources: sources + arguments.readFiles(in: world), outputs: outputs).check(in: world.files)
  }

  /// The output of a command that reads no file but those of its options, checked but not yet created.
  func checkedOutput(of document: DocumentKind = .list) throws -> OutputArguments {
    let output = try OutputArguments(arguments, in: world, of: document)
    try check(writing: [output.target])
    return output
  }
}

// MARK: - Sources and stores

extension CommandPart {
  var provider: any UseCaseProvider { context.provider }

  /// Checks that the source can be chosen, writes over nothing that it reads, and has the memory that it needs.
  @discardableResult
  func openSource(for output: OutputArguments? = nil, sendsRequests: Bool = true) throws -> SourceArguments {
    let source = try context.source
    try check(source, for: output, sendsRequests: sendsRequests)
    return source
  }

  /// Checks that nothing writes over what the source reads, where a place may also come from the stores of this machine.
  func checkSource(for output: OutputArguments? = nil) throws {
    do { try openSource(for: output, sendsRequests: false) } catch let failure as Failure {
      guard failure.code == .sourceMissing else { throw failure }
    }
  }

  /// Checks that nothing writes over what a source reads, and that there is the memory that asking it needs.
  func check(_ source: SourceArguments, for output: OutputArguments?, sendsRequests: Bool = true) throws {
    if let output { try check(reading: source.files, writing: [output.target]) }
    if sendsRequests { try source.checkResources(in: console, runsTasks: world.standardError.isTerminal) }
  }

  /// The path of an index that a word names.
  ///
  /// - Throws: If there is no such index, with the one of the data folder that was most likely meant.
  func existingIndexPath(named word: String) throws -> String {
    do { return try world.existingIndexPath(named: word) } catch {
      let known = world.dataDirectory.map(provider.indexes.fetchedIndexes) ?? []
      throw Failure.indexMissing(word, known: known.map(\.path))
    }
  }

  /// Hears what is said before an answer: it is said on standard error.
  func listener(for output: OutputArguments? = nil) -> AskListener {
    AskListener(
      hearsDetails: arguments.has(.verbose),
      say: say,
      sayDetail: console.say,
      approve: { source, _ in try check(source.settings, for: output) },
      ended: { source in
        sayAttempts(at: source.provider)
        sayStoreErrors(of: source.provider)
      }
    )
  }

  /// Finds centres by name or address.
  var centerFinder: CenterFinder { Asking(sources: context.sources, listener: listener()).centers }
}

// MARK: - Output

extension CommandPart {
  /// Writes a document in the format of an output.
  @discardableResult
  func write(_ document: some OutputDocument, to output: OutputArguments) throws -> Table.Omission {
    var omission = Table.Omission()
    try console.write(to: output) { write throws(FileFailure) in
      omission = try document.write(in: output.style, to: write)
    }
    return omission
  }

  /// Writes an answer, or the candidates for a name.
  @discardableResult
  func write(_ answer: Answer, to output: OutputArguments, areCandidates: Bool = false) throws -> Table.Omission {
    try write(AnswerDocument(answer: answer, areCandidates: areCandidates), to: output)
  }

  /// Writes a list, with the fields that the options name.
  func write(list listing: Listing, to output: OutputArguments) throws { try write(try picked(listing), to: output) }

  /// A list with the fields that the options name; of those of the user's file, which is for every list, it has some
  /// or none.
  func picked(_ listing: Listing) throws(Failure) -> Listing {
    guard var keys = arguments.output.keys else { return listing }
    if !arguments.hasTyped(.listFields) {
      keys = keys.filter { key in listing.columns.contains { $0.key == key.lowercased() } }
      guard !keys.isEmpty else { return listing }
    }
    return try listing.picking(keys)
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  func say(_ sentence: String) { if !arguments.has(.quiet) { console.say(sentence) } }

  /// Says that places are those of the sample: in a terminal once, in a script each time.
  func saySample(_ source: Provenance.Source, of provider: any UseCaseProvider) {
    guard source == .sample, !arguments.has(.quiet) else { return }
    guard !world.standardError.isTerminal || provider.remembered.isNew(.sample) else { return }
    say(AnswerNotices.sampleNotice(world.services))
  }

  /// Reports which stores of this machine could not be used: in one line those that need attention, and the record of
  /// the query where the user asked for it; with `--verbose` each in its own.
  func sayStoreErrors() { sayStoreErrors(of: provider) }

  func sayStoreErrors(of provider: any UseCaseProvider) {
    let errors = provider.remembered.storeErrors()
    guard !errors.isEmpty else { return }
    let isVerbose = arguments.has(.verbose)
    if let sentence = errors.lazy.compactMap(sentenceOnCounts).first { say(sentence) }
    let sentences = errors.filter { isVerbose || $0.needsAttention || isRecordRefused($0) }.map(Failure.sentence)
    guard !isVerbose, let first = sentences.first else { return sentences.forEach(say) }
    let others = sentences.count - 1
    say(others == 0 ? first : "\(first) (\(counted(others, "other file")) could not be used; see --verbose)")
  }

  /// What to say where the calls of a service cannot be counted; `nil` for another error.
  private func sentenceOnCounts(_ error: StoreError) -> String? {
    guard case .unwritable(let path, let reason) = error,
      let directory = world.directory(.stateHome, default: "/.local/state"), path.hasPrefix(directory + "/calls/")
    else { return nil }
    return
      "The requests of this run are neither counted nor paced together with other processes: \(directory) can't be "
      + "written (\(reason)). Make it writable, or set \(EnvironmentVariable.stateHome.rawValue) to another directory."
  }

  /// Whether the query could not be recorded although the user asked for that.
  private func isRecordRefused(_ error: StoreError) -> Bool {
    guard arguments.has(.record) else { return false }
    switch error {
    case .noDirectory: return true
    case .unwritable(let path, _):
      return world.directory(.stateHome, default: "/.local/state").map(path.hasPrefix) ?? false
    default: return false
    }
  }

  /// Reports each request with its result for `--verbose`, also those of a query that failed.
  func sayAttempts(at provider: any UseCaseProvider) {
    guard arguments.has(.verbose) else { return }
    let statistics = provider.account.statistics()
    for (position, attempt) in statistics.attempts.enumerated() {
      let outcome =
        switch attempt.outcome {
        case .status(let status): "HTTP \(status)"
        case .timedOut: "no response"
        case .unreachable: "no connection"
        case .refused: "unusable answer"
        }
      let again = attempt.isRetry ? ", tried again" : ""
      console.say("request \(position + 1)\(again): \(outcome) after \(DurationParser.text(of: attempt.duration))")
    }
    let rest = statistics.requests - statistics.attempts.count
    if rest > 0 { console.say("and \(counted(rest, "more request"))") }
  }
}
