import Domain
import System

/// Builds an index from open data, or shows the contents of one.
struct IndexCommand: RunnableCommand {
  let context: CommandContext

  func build(isAddition: Bool) async throws { try await build(try buildRequest(isAddition: isAddition)) }

  func showInfo() async throws {
    let path = try pathToInspect()
    try await inspect(path, isVerified: false) { try await provider.indexes.summary(ofIndexAt: path) }
  }

  func verify() async throws {
    let path = try pathToInspect()
    try await inspect(path, isVerified: true) { try await provider.indexes.verify(indexAt: path) }
  }

  private func inspect(
    _ path: String,
    isVerified: Bool,
    _ look: () async throws -> IndexSummary
  ) async throws {
    if arguments.has(.verbose) { console.say("Reading \(path), \(origin(ofInspected: path)).") }
    let output = try checkedOutput(of: .index)
    let summary = try await look()
    let report = IndexReport(
      summary: summary,
      isVerified: isVerified,
      times: TimeFormatter(in: world),
      fetched: world.services.fetched?.title
    )
    try write(report, to: output)
  }

  func build(_ request: IndexBuildRequest) async throws {
    try await check(request)
    if let limit = world.memoryLimit {
      let failure = Failure.outOfMemory("this index takes more than the \(limit) MiB that the process may have.")
      world.reportExhaustedMemory(console.line(of: failure))
    }
    if arguments.has(.verbose) { console.say(Notice(Self.sentence(on: request))) }
    let line = StatusLine(in: world, isWanted: arguments.wantsProgress(in: world))
    let report: IndexBuildReport
    do {
      defer { line?.finish() }
      report = try await provider.indexes.build(request) { line?.show(build: $0) }
    } catch {
      if case .noPlaces(_, let inputs) = error { describe(inputs, of: request) }
      throw error
    }
    if !report.isTrial { describe(report.inputs, of: request) }
    report.notices.forEach(say)
    if !report.isTrial { await sayMissingKeys(request.rules.attributes.keys, ofIndexAt: report.summary.path) }
    try write(report)
  }

  /// Reports how the columns of inputs were understood.
  private func describe(_ inputs: [InputReport], of request: IndexBuildRequest) {
    for input in inputs {
      guard let mapping = input.mapping, !mapping.line.isEmpty else { continue }
      guard arguments.has(.verbose) else {
        say("\(input.path): \(mapping.line)")
        continue
      }
      say("\(input.path):")
      mapping.details.forEach { say("  \($0)") }
      let path = input.archive ?? input.path
      say(
        "To build it with this mapping: `\(mapping.command(forInput: path, by: input.rules, output: request.output))`"
      )
    }
  }

  /// Reports the keys of `--keep` that no place of an index has.
  private func sayMissingKeys(_ keys: [String], ofIndexAt path: String) async {
    // Telephone numbers and web pages are fields.
    let keys = keys.filter { AttributeName.text(of: $0) == nil }
    guard !keys.isEmpty, let stored = try? await provider.indexes.attributeKeys(ofIndexesAt: [path]) else { return }
    let known = stored.map { AttributeName.canonical($0.key) }
    for key in keys where !known.contains(AttributeName.canonical(key)) {
      let advice: Message =
        key.contains(",")
        ? ". Repeat \(.keep) for each column." : "\(Failure.guess(NearestWord.of(key, among: known)))"
      say("No place of \(path) has the attribute \(quoted: key) of \(.keep)\(advice)")
    }
  }

  /// Writes the report to standard output, as text unless a format is named.
  func write(_ report: IndexBuildReport) throws {
    var arguments = arguments
    // `--output` is the index, not the report.
    arguments.output.path = nil
    let output = try OutputArguments(arguments, in: world, of: .index, defaultFormat: .table)
    let document = IndexReport(report, times: TimeFormatter(in: world), fetched: world.services.fetched?.title)
    try write(document, to: output)
  }

  /// Returns the input and output, for `--verbose`.
  private static func sentence(on request: IndexBuildRequest) -> String {
    let output = request.isOutputDefault ? "\(request.output), the default index" : request.output
    if let input = request.removedInput { return "Removing \(input) from \(output)." }
    return
      "Reading \(request.inputs.joined(separator: ", ")); \(request.addsToOutput ? "adding to" : "writing") \(output)."
  }

  /// Returns the reason why an index is shown.
  private func origin(ofInspected path: String) -> String {
    if !arguments.operands.isEmpty { return "named as an argument" }
    return world[variable: .index] == path ? "named by \(EnvironmentVariable.index.rawValue)" : "the default index"
  }

  /// Checks that the output replaces no input and, without `--force`, no other file.
  func check(_ request: IndexBuildRequest, isFetched: Bool = false) async throws {
    guard request.trial == nil else { return }
    let existing: OutputGuard.Existing = request.replacesAnything || request.addsToOutput ? .use : .keep
    let mode = OutputMode.wholeFile(makesDirectories: request.isOutputDefault)
    let output = OutputGuard.Output(.output, request.output, existing: existing, mode)
    let inputs = request.inputs.map { OutputGuard.Source($0, as: .input) }
    do {
      try check(reading: inputs, writing: [.standard, output])
    } catch let failure as FileFailure where failure.reason == .exists {
      // A missing input is the first fault to correct.
      for path in request.inputs where !DiskFiles.isStandardInput(path) && !world.files.exists(path) {
        throw FileFailure(reading: path, SystemError(number: ENOENT))
      }
      let summary: IndexSummary
      do {
        summary = try await provider.indexes.summary(ofIndexAt: request.output)
      } catch IndexFileError.notAnIndex where !isFetched {
        throw IndexFileError.outputNotAnIndex(path: request.output)
      } catch  where isFetched && !error.isOfOtherFile {
        throw Failure.downloadUnreadable(error, at: request.output)
      } catch {
        // A download overwrites only an index.
        throw isFetched ? Failure.outputTaken(path: request.output) : Failure(failure)
      }
      let operands = isFetched ? nil : arguments.operands
      throw Failure(existing: summary, isDefault: request.isOutputDefault, operands: operands)
    }
  }

  func requestForOutput() throws -> IndexBuildRequest {
    var request = arguments.index
    guard let output = arguments.output.path ?? world.defaultIndexPath else { throw Failure.noDefaultIndex }
    request.output = output
    request.isOutputDefault = arguments.output.path == nil
    return request
  }

  private func buildRequest(isAddition: Bool) throws -> IndexBuildRequest {
    let inputs = arguments.operands.map(input)
    guard !inputs.isEmpty else { throw Failure.indexWithoutInput }
    guard inputs.count(where: { DiskFiles.isStandardInput($0.path) }) < 2 else { throw Failure.standardInputTwice }
    let words = arguments.parsedOptions.filter { $0.option == .indexCategory }.suffix(1).map(\.value)
    try checkCategories(inputs.compactMap(\.word) + words)
    var request = try requestForOutput()
    request.inputs = inputs.map(\.path)
    request.addsToOutput = isAddition
    request.coverage = try ShapeFinder(context: context).coverage()
    try findPolygons(of: &request)
    var categories: [String: PlaceCategory?] = [:]
    for input in inputs {
      let category = input.word.map(PlaceCategory.init)
      if let other = categories.updateValue(category, forKey: input.path), other != category {
        throw Failure.inputWithTwoCategories(input.path)
      }
      request.categoriesByInput[input.path] = category
    }
    request.replacesAnything = arguments.has(.force)
    request.rules.includesClosed = arguments.has(.includeClosed)
    request.rules.includesGround = !arguments.has(.noGround)
    request.isStrict = arguments.has(.strict)
    request.defaultLanguage = world.language
    return request
  }

  /// Rejects a misspelled category; reports other words that become categories of their own.
  private func checkCategories(_ lists: [String]) throws(Failure) {
    // A list selects the elements of OpenStreetMap data.
    for word in lists.flatMap({ $0.parts(between: ",") }) where !word.contains("=") {
      guard PlaceCategory(word: word).meaning == nil else { continue }
      if let nearest = Failure.nearestCategory(to: word) { throw .misspelledCategory(word, nearest: nearest) }
      say("\(quoted: word) isn't a known category, so it becomes a category of its own.")
    }
  }

  /// Returns an input, and the word for the category of its places if it is written `FILE=WORD`.
  ///
  /// An existing file with that name takes precedence.
  private func input(_ word: String) -> (path: String, word: String?) {
    // The word may be a tag, as in `FILE=amenity=toilets`.
    let signs = word.indices.filter { word[$0] == "=" }
    let end = signs.first { world.files.exists(String(word[..<$0])) } ?? signs.last
    guard let end, end > word.startIndex, !world.files.exists(word) else { return (word, nil) }
    let name = word[word.index(after: end)...]
    return name.isEmpty ? (word, nil) : (String(word[..<end]), String(name))
  }

  /// Returns the index to show: the named one, or else the one used for queries.
  func pathToInspect() throws -> String {
    guard arguments.operands.count <= 1 else { throw Failure.severalIndexes }
    let named = try arguments.operands.first.map(existingIndexPath(named:))
    let path = named ?? world[variable: .index] ?? world.defaultIndexPath
    guard let path else { throw Failure.noDefaultIndex }
    // The report must not overwrite the index.
    try check(reading: [OutputGuard.Source(path, as: .index)], writing: [.standard])
    return path
  }
}
