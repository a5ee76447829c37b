import Domain

/// Builds an index file from open data, or shows what is in one.
struct IndexCommand: CommandPart {
  let context: CommandContext

  func run() async throws {
    let action = try arguments.action(IndexAction.self)
    let format = arguments.indexFormat ?? .table
    switch action {
    case .build, .add: try await build(format, isAddition: action == .add)
    case .fetch: try await fetch(format)
    case .info:
      let path = try pathToInspect()
      try await inspect(format, isVerified: false) {
        try await provider.indexes.summary(ofIndexAt: path)
      }
    case .verify:
      let path = try pathToInspect()
      try await inspect(format, isVerified: true) {
        try await provider.indexes.verify(indexAt: path)
      }
    }
  }

  private func inspect(
    _ format: IndexReport.Format,
    isVerified: Bool,
    _ look: () async throws -> IndexSummary
  ) async throws {
    let summary = try await look()
    try console.write(IndexReport(summary: summary, isVerified: isVerified).text(as: format))
  }

  private func build(_ format: IndexReport.Format, isAddition: Bool) async throws {
    var request = try buildRequest()
    request.addsToOutput = isAddition
    try await check(request)
    let line = StatusLine(in: world, isWanted: arguments.wantsProgress(in: world))
    let report: IndexBuildReport
    do {
      defer { line?.finish() }
      report = try await provider.indexes.build(request) { line?.show(build: $0) }
    }
    Failure.sentences(for: report).forEach(say)
    try console.write(IndexReport(report).text(as: format))
  }

  /// Checks that the output replaces no input and, without `--force`, no other file.
  func check(_ request: IndexBuildRequest) async throws {
    let existing: OutputGuard.Existing = request.replacesAnything || request.addsToOutput ? .use : .keep
    let manner = OutputManner.wholeFile(makesDirectories: request.isOutputDefault)
    let output = OutputGuard.Output(.output, request.output, existing: existing, manner)
    let rule = OutputGuard(
      sources: request.inputs.map { OutputGuard.Source($0, as: .input) },
      outputs: [.standard, output]
    )
    do { try rule.check(in: world.files) } catch let failure as FileFailure where failure.reason == .exists {
      let summary: IndexSummary
      do {
        summary = try await provider.indexes.summary(ofIndexAt: request.output)
      } catch IndexFileError.notAnIndex {
        throw IndexFileError.outputNotAnIndex(path: request.output)
      } catch {
        throw failure
      }
      throw Failure(existing: summary, isOutputNamed: !request.isOutputDefault)
    }
  }

  private func buildRequest() throws -> IndexBuildRequest {
    let inputs = arguments.operands.dropFirst().map(input)
    guard !inputs.isEmpty else { throw Failure.indexWithoutInput }
    let named = arguments.output.path
    guard let output = named ?? world.defaultIndexPath else { throw Failure.noDefaultIndex }
    var request = arguments.index
    (request.inputs, request.output) = (inputs.map(\.path), output)
    var categories: [String: PlaceCategory?] = [:]
    for input in inputs {
      if let other = categories.updateValue(input.category, forKey: input.path), other != input.category {
        throw Failure.inputWithTwoCategories(input.path)
      }
      request.categoriesByInput[input.path] = input.category
    }
    request.isOutputDefault = named == nil
    request.replacesAnything = arguments.has(.force)
    request.includesClosed = arguments.has(.includeClosed)
    request.isStrict = arguments.has(.strict)
    request.language = request.language ?? world.language
    return request
  }

  /// An input, and the category of its places when it is written `FILE=WORD`; an existing file with that name takes precedence.
  private func input(_ word: String) -> (path: String, category: PlaceCategory?) {
    // The word may be a tag, `FILE=amenity=toilets`.
    let signs = word.indices.filter { word[$0] == "=" }
    let end = signs.first { world.files.exists(String(word[..<$0])) } ?? signs.last
    guard let end, end > word.startIndex, !world.files.exists(word) else { return (word, nil) }
    let name = word[word.index(after: end)...]
    return name.isEmpty ? (word, nil) : (String(word[..<end]), PlaceCategory(word: String(name)))
  }

  /// The index to show: the one named, else the one that answers queries.
  private func pathToInspect() throws -> String {
    guard arguments.operands.count <= 2 else { throw Failure.severalIndexes }
    let named = arguments.operands.dropFirst().first.map(world.indexPath(named:))
    let path = named ?? world[variable: .index] ?? world.defaultIndexPath
    guard let path else { throw Failure.noDefaultIndex }
    // The report of an index must not end up in it.
    try OutputGuard(sources: [OutputGuard.Source(path, as: .index)], outputs: [.standard]).check(in: world.files)
    return path
  }
}
