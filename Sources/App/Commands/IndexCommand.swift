import Domain

/// Builds an index file from open data, or shows what is in one.
struct IndexCommand: RunnableCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  func run() async throws(Failure) {
    let action = try valid(try arguments.action(IndexAction.self))
    let format = arguments.index.format ?? .table
    try world.checkDescriptors(needed: SourceArguments.descriptorsOfFiles)
    let provider = makeProvider(SourceConfiguration())
    switch action {
    case .build, .add: try await build(by: provider, format, isAddition: action == .add)
    case .info:
      let path = try pathToInspect()
      try await inspect(format, isVerified: false) { () throws(IndexFileError) in
        try await provider.makeInspectIndexUseCase().summary(ofIndexAt: path)
      }
    case .verify:
      let path = try pathToInspect()
      try await inspect(format, isVerified: true) { () throws(IndexFileError) in
        try await provider.makeVerifyIndexUseCase().verify(indexAt: path)
      }
    }
  }

  private func inspect(
    _ format: IndexReport.Format,
    isVerified: Bool,
    _ look: () async throws(IndexFileError) -> IndexSummary
  ) async throws(Failure) {
    let summary: IndexSummary
    do { summary = try await look() } catch { throw .index(error) }
    try Console(world: world).write(IndexReport(summary: summary, isVerified: isVerified).text(as: format))
  }

  private func build(
    by provider: any UseCaseProvider,
    _ format: IndexReport.Format,
    isAddition: Bool
  ) async throws(Failure) {
    var request = try valid(try buildRequest())
    request.addsToOutput = isAddition
    try await check(request, provider)
    let useCase = provider.makeBuildIndexUseCase()
    let line = StatusLine(in: world, isWanted: arguments.messages.wantsProgress(in: world))
    let report: IndexBuildReport
    do throws(IndexFileError) {
      defer { line?.finish() }
      report = try await useCase.build(request) { line?.show(build: $0) }
    } catch {
      throw .index(error)
    }
    ErrorReport.sentences(for: report).forEach(say)
    try Console(world: world).write(IndexReport(report).text(as: format))
  }

  /// Checks that the output replaces no input and, without `--force`, no other file.
  private func check(_ request: IndexBuildRequest, _ provider: any UseCaseProvider) async throws(Failure) {
    let existing: OutputGuard.Existing = request.replacesAnything || request.addsToOutput ? .use : .keep
    let manner = OutputManner.wholeFile(makesDirectories: request.isOutputDefault)
    let output = OutputGuard.Output(.output, request.output, existing: existing, manner)
    let rule = OutputGuard(
      sources: request.inputs.map { OutputGuard.Source($0, as: .input) },
      outputs: [.standard, output]
    )
    do throws(Failure) { try rule.check(in: world.files) } catch {
      guard error == .file(FileFailure(path: request.output, reason: .exists)) else { throw error }
      let summary: IndexSummary
      do {
        summary = try await provider.makeInspectIndexUseCase().summary(ofIndexAt: request.output)
      } catch .notAnIndex {
        throw .index(.outputNotAnIndex(path: request.output))
      } catch {
        throw .file(FileFailure(path: request.output, reason: .exists))
      }
      throw .indexExists(summary, isOutputNamed: !request.isOutputDefault)
    }
  }

  private func buildRequest() throws(UsageError) -> IndexBuildRequest {
    let inputs = try arguments.operands.dropFirst().map { (word) throws(UsageError) in try input(word) }
    guard !inputs.isEmpty else { throw .indexWithoutInput }
    let (named, options) = (arguments.output.path, arguments.index)
    guard let output = named ?? world.defaultIndexPath else { throw .noDefaultIndex }
    var request = IndexBuildRequest(inputs: inputs.map(\.path), output: output)
    var groups: [String: CategoryGroup?] = [:]
    for input in inputs {
      if let other = groups.updateValue(input.group, forKey: input.path), other != input.group {
        throw .inputWithTwoCategories(input.path)
      }
      request.groupsByInput[input.path] = input.group
    }
    request.isOutputDefault = named == nil
    request.replacesAnything = arguments.output.isReplacing
    request.forcedGroup = options.category
    request.grid = options.grid
    request.columns = columns
    request.language = options.language ?? world.language
    request.minimumConfidence = options.minimumConfidence
    request.includesClosed = options.includesClosed
    request.isStrict = options.isStrict
    request.attribution = options.attribution
    request.license = options.license
    request.release = options.release
    return request
  }

  private var columns: ColumnChoice {
    var columns = ColumnChoice()
    columns.id = arguments.columns.id
    columns.name = arguments.columns.name
    columns.category = arguments.columns.category
    columns.latitude = arguments.columns.latitude
    columns.longitude = arguments.columns.longitude
    return columns
  }

  /// An input, and the category of its places when it is written `FILE=WORD`; an existing file with that name takes precedence.
  private func input(_ word: String) throws(UsageError) -> (path: String, group: CategoryGroup?) {
    guard let sign = word.lastIndex(of: "="), !world.files.exists(word) else { return (word, nil) }
    let path = String(word[..<sign])
    guard !path.isEmpty else { return (word, nil) }
    return (path, try GivenOption.category(named: String(word[word.index(after: sign)...])))
  }

  /// The index to show: the one named, else the one that answers queries.
  private func pathToInspect() throws(Failure) -> String {
    guard arguments.operands.count <= 2 else { throw .usage(.severalIndexes) }
    let path = arguments.operands.dropFirst().first ?? world[variable: .index] ?? world.defaultIndexPath
    guard let path else { throw .usage(.noDefaultIndex) }
    // The report of an index must not end up in it.
    try OutputGuard(sources: [OutputGuard.Source(path, as: .index)], outputs: [.standard]).check(in: world.files)
    return path
  }
}
