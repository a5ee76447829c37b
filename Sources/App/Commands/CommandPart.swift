import Domain

/// A command or a part of one, with the tasks that all commands share.
protocol CommandPart: Sendable {
  var context: CommandContext { get }
}

// MARK: - Options

extension CommandPart {
  var arguments: Arguments { context.arguments }
  var world: World { context.world }
  /// The outputs for results and messages.
  var console: Console { Console(world: world) }

  /// Checks that no output overwrites a file that the command reads.
  ///
  /// - Parameters:
  ///   - sources: The files that the command reads besides the files of its options: operands and the source's files.
  ///   - outputs: The files that the command writes.
  /// - Throws: An error if an output is one of these files or can't be written.
  func check(reading sources: [OutputGuard.Source] = [], writing outputs: [OutputGuard.Output]) throws {
    try OutputGuard(sources: sources + arguments.readFiles(in: world), outputs: outputs).check(in: world.files)
  }

  /// Returns the checked output, not yet created, of a command that reads only the files of its options.
  func checkedOutput(of document: DocumentKind = .list, adding added: [PlaceField] = []) throws -> OutputArguments {
    let output = try OutputArguments(arguments, in: world, of: document, adding: added)
    try check(writing: [output.target])
    return output
  }
}

// MARK: - Sources and stores

extension CommandPart {
  var provider: any UseCaseProvider { context.provider }

  /// Checks that the source can be selected and that its files aren't overwritten.
  @discardableResult
  func openSource(for output: OutputArguments? = nil) throws -> ResolvedSource {
    let source = try context.source
    try check(source, for: output)
    return source
  }

  /// Checks that the source's files aren't overwritten.
  ///
  /// A missing source is allowed, because places may also come from stores.
  func checkSource(for output: OutputArguments? = nil) throws {
    do { try openSource(for: output) } catch let failure as Failure {
      guard failure.code == .sourceMissing else { throw failure }
    }
  }

  /// Checks that no output overwrites a file of the source.
  func check(_ source: ResolvedSource, for output: OutputArguments?) throws {
    if let output { try check(reading: source.files, writing: [output.target]) }
  }

  /// Returns the path of the index that a word names.
  ///
  /// - Throws: An error if there is no such index; suggests the most similar one in the data directory.
  func existingIndexPath(named word: String) throws -> String {
    do { return try world.existingIndexPath(named: word) } catch {
      let known = world.dataDirectory.map(provider.indexes.fetchedIndexes) ?? []
      throw Failure.indexMissing(word, known: known.map(\.path), isDownload: arguments.fetches)
    }
  }

  /// Returns an observer that writes notices to standard error.
  func observer(for output: OutputArguments? = nil) -> SearchObserver {
    SearchObserver(
      hearsDetails: arguments.has(.verbose),
      say: say,
      sayDetail: console.say,
      approve: { source, _ in try check(source, for: output) },
      ended: { source in
        sayAttempts(at: source.provider)
        sayStoreErrors(of: source.provider)
      }
    )
  }

  /// Finds centres by name or address.
  var centerFinder: CenterFinder { SearchRunner(sources: context.sources, observer: observer()).centers }
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

  /// Writes a result, or the candidates for a name.
  @discardableResult
  func write(_ result: PlaceResult, to output: OutputArguments, areCandidates: Bool = false) throws -> Table.Omission {
    try write(ResultDocument(result: result, areCandidates: areCandidates), to: output)
  }

  /// Writes a list with the fields named by `--fields`.
  func write(list listing: Listing, to output: OutputArguments) throws { try write(try picked(listing), to: output) }

  /// Keeps only the columns named by `--fields`.
  ///
  /// Unknown columns from the configuration file are ignored.
  func picked(_ listing: Listing) throws(Failure) -> Listing {
    guard var keys = arguments.output.keys else { return listing }
    if !arguments.hasTyped(.listFields) {
      keys = keys.filter { key in listing.columns.contains { $0.key == key.lowercased() } }
      guard !keys.isEmpty else { return listing }
    }
    return try listing.picking(keys)
  }

  /// Writes a message to standard error, unless `--quiet` was given.
  func say(_ notice: Notice) {
    guard !arguments.has(.quiet) else { return }
    // `find` accepts the options that notices of a query name, and is the command that starts most often.
    console.say(arguments.command == .find ? notice : notice.worded(for: arguments.command))
  }

  /// Says that the places are fictional, if they are.
  func saySample(_ source: Source) {
    if source == .sample { say(ResultNotices.sampleNotice(world.services)) }
  }

  /// Reports in one line the store errors that need attention, including a query that couldn't be recorded although the
  /// user requested it.
  ///
  /// With `--verbose`, each error has its own line.
  func sayStoreErrors() { sayStoreErrors(of: provider) }

  func sayStoreErrors(of provider: any UseCaseProvider) {
    let errors = provider.remembered.storeErrors()
    guard !errors.isEmpty else { return }
    let isVerbose = arguments.has(.verbose)
    if let sentence = errors.lazy.compactMap(sentenceOnCounts).first { say(sentence) }
    let sentences = errors.filter { isVerbose || $0.needsAttention || isRecordRefused($0) }.map {
      Notice(Failure($0).wording)
    }
    guard !isVerbose, let first = sentences.first else { return sentences.forEach(say) }
    let others = sentences.count - 1
    say(
      others == 0 ? first : "\(first.message) \(counted(others, "other file")) could not be used either; see --verbose."
    )
  }

  /// Returns the message if the calls of a service can't be counted; `nil` for another error.
  private func sentenceOnCounts(_ error: StoreError) -> Notice? {
    guard case .unwritable(let path, let reason) = error,
      let directory = world.directory(.stateHome, default: "/.local/state"), path.hasPrefix(directory + "/calls/")
    else { return nil }
    return
      "The requests of this run are not counted, because \(directory) can't be written (\(reason)). Make it "
      + "writable, or set \(EnvironmentVariable.stateHome.rawValue) to another directory."
  }

  /// Returns whether the query couldn't be recorded although the user requested it.
  private func isRecordRefused(_ error: StoreError) -> Bool {
    guard arguments.has(.record) else { return false }
    switch error {
    case .noDirectory: return true
    case .unwritable(let path, _):
      return world.directory(.stateHome, default: "/.local/state").map(path.hasPrefix) ?? false
    default: return false
    }
  }

  /// Reports each request and its result for `--verbose`, also if the query failed.
  func sayAttempts(at provider: any UseCaseProvider) {
    guard arguments.has(.verbose) else { return }
    let statistics = provider.account.statistics()
    for (index, attempt) in statistics.attempts.enumerated() {
      let outcome =
        switch attempt.outcome {
        case .status(let status): "HTTP \(status)"
        case .timedOut: "no response"
        case .unreachable: "no connection"
        case .refused: "unusable response"
        }
      let again = attempt.isRetry ? " (a retry)" : ""
      console.say("Request \(index + 1)\(again): \(outcome) after \(DurationParser.text(of: attempt.duration)).")
    }
    let rest = statistics.requests - statistics.attempts.count
    if rest > 0 { console.say("And \(counted(rest, "more request")).") }
  }
}
