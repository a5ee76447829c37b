import Domain

/// Answers one query.
struct FindCommand: RunnableCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  func run() async throws(Failure) {
    let query = arguments.query.near == nil ? try withPosition(arguments.query) : arguments.query
    // With any point in place of a name, everything else is checked before the name costs a request.
    let asked = try valid(try AskedQuery(query.withAnyPoint))
    try await run(asked, locating: query.near == nil ? nil : query)
  }

  /// Asks a query that was checked.
  ///
  /// - Parameters:
  ///   - asked: The query.
  ///   - query: The options of a query whose centre has to be found first; replaces `asked`.
  /// - Throws: What went wrong; standard output is then empty.
  func run(_ asked: AskedQuery, locating query: Arguments.Query? = nil) async throws(Failure) {
    let console = Console(world: world)
    let messages = arguments.messages
    var output = try valid(try PageOpening(world: world).output(arguments.output))
    let (provider, source) = try openSource(for: output) { $0.recordsHistory = recordsQuery }
    if messages.isVerbose { console.say(SourceNotices(source: source).sentence) }

    let began = world.now()
    let (asked, requestsBefore) = try await located(asked, query, by: provider)
    sayQuota(for: asked, source, provider)
    let answer: Answer
    do {
      answer = try await self.answer(to: asked, from: provider).adding(requests: requestsBefore)
    } catch {
      sayStoreErrors(of: provider)
      throw .search(error)
    }
    sayStoreErrors(of: provider)
    let notices = AnswerNotices(
      asked: asked,
      answer: answer,
      maximumRequests: source.options.maximumRequests,
      elapsed: world.now() - began
    )
    if arguments.requiresComplete, !answer.isComplete { throw .incomplete(notices.partialAnswer) }
    if arguments.failsEmpty, answer.places.isEmpty { throw .nothingFound(notices.emptyAnswer) }

    notices.beforehand(isVerbose: messages.isVerbose).forEach(say)
    if arguments.output.opens { try PageOpening(world: world).place(&output) }
    let omission = try write(answer, to: output)
    if arguments.output.opens {
      try await PageOpening(world: world).open(output)
      if let path = output.path { say("opened \(path)") }
    }
    let isTableOnTerminal = output.style.format == .table && world.standardError.isTerminal
    let isCutByDefault = arguments.query.limit == nil && asked.amount == .collection(.standard)
    notices.afterwards(
      saysRest: isTableOnTerminal || (isCutByDefault && output.hidesCounts),
      saysAge: isTableOnTerminal,
      omission: isTableOnTerminal ? omission : Table.Omission()
    ).forEach(say)
  }

  /// The query with the centre that its options name, and the requests that finding it took.
  private func located(
    _ asked: AskedQuery,
    _ query: Arguments.Query?,
    by provider: any UseCaseProvider
  ) async throws(Failure) -> (AskedQuery, requests: Int) {
    guard let query else { return (asked, 0) }
    do throws(PlaceSearchError) {
      // What the source cannot be asked around any point is refused before the name costs a request.
      _ = try provider.makeEstimateCostUseCase().cost(of: asked.query, limit: .all)
    } catch { throw .search(error) }
    let finding = try await centerFinder(provider).locate(query)
    return (try valid(try AskedQuery(finding.query)), finding.requests)
  }

  /// Warns when the rest of the daily allowance does not cover a search, unless its answer is cached.
  private func sayQuota(for asked: AskedQuery, _ source: SourceArguments, _ provider: any UseCaseProvider) {
    guard source.route == .kakao, !arguments.messages.isQuiet, case .collection(let limit) = asked.amount,
      let cost = try? provider.makeEstimateCostUseCase().cost(of: asked.query, limit: limit),
      let report = try? provider.makeInspectQuotaUseCase().report()
    else { return }
    let api = asked.query.text == nil ? QuotaUse.API.category : .keyword
    guard let sentence = QuotaSentence(report: report, api: api, requests: cost.requests.lowerBound).sentence,
      (try? provider.makeCheckCacheUseCase().isKept(asked.query, limit: limit)) != true
    else { return }
    say(sentence)
  }

  /// Reports each request for `--verbose`, also those of a query that failed.
  private func sayAttempts(of provider: any UseCaseProvider) {
    guard arguments.messages.isVerbose else { return }
    let statistics = provider.makeReportRequestsUseCase().statistics()
    SourceNotices.sentences(for: statistics).forEach(Console(world: world).say)
  }

  private func answer(
    to asked: AskedQuery,
    from provider: any UseCaseProvider
  ) async throws(PlaceSearchError) -> Answer {
    switch asked.amount {
    case .page(let request):
      let useCase = try provider.makeFindPlaceUseCase()
      defer { sayAttempts(of: provider) }
      let page = try await useCase.places(matching: asked.query, on: request)
      return Answer(page, to: asked.query, on: request)
    case .collection(let limit):
      let useCase = try provider.makeCollectPlacesUseCase()
      defer { sayAttempts(of: provider) }
      guard let line = StatusLine.ofSearch(in: world, isWanted: arguments.messages.wantsProgress(in: world)) else {
        let collection = try await useCase.places(matching: asked.query, limit: limit, progress: nil)
        return Answer(collection, to: asked.query, limit: limit)
      }
      defer { line.finish() }
      // Only with a line: a child task starts four threads, which take a third of the time of an offline query.
      async let _ = line.keepDrawing()
      let collection = try await useCase.places(matching: asked.query, limit: limit, progress: line.show(search:))
      return Answer(collection, to: asked.query, limit: limit)
    }
  }
}

/// Writes the answer of `find --open` as a page and opens it in the browser.
struct PageOpening: Sendable {
  /// Has the desktop.
  let world: World

  /// Decides where and how the answer is written.
  ///
  /// - Parameter arguments: What the options say.
  /// - Returns: The output; for `--open`, a page.
  /// - Throws: When the options name a format or an output that a browser cannot open.
  func output(_ arguments: Arguments.Output) throws(UsageError) -> OutputArguments {
    guard arguments.opens else { return try OutputArguments(arguments, in: world) }
    var arguments = arguments
    guard arguments.path != "-" else { throw .conflict(.open, .output) }
    // A page has all fields.
    guard arguments.fields == nil else { throw .conflict(.open, .fields) }
    if arguments.path == nil { arguments.format = arguments.format ?? .html }
    let output = try OutputArguments(arguments, in: world, defaultFormat: .html)
    guard output.style.format == .html else { throw .conflict(.open, .format) }
    return output
  }

  /// Makes the file of a page for which the options name none; only now, so that a query that fails leaves nothing.
  func place(_ output: inout OutputArguments) throws(Failure) {
    guard output.path == nil, let desktop = world.desktop else { return }
    do { output.path = try desktop.makePrivateFile(named: "page.html") } catch { throw .file(error) }
    output.isReplacing = true
  }

  /// Opens the page.
  ///
  /// - Throws: When there is nothing to open it with, or that fails.
  func open(_ output: OutputArguments) async throws(Failure) {
    let path = output.path ?? ""
    guard let desktop = world.desktop else { throw .pageNotOpened(path: path, .noProgram) }
    // A name that begins with a minus would be an option of the program that opens the page.
    let address = path.hasPrefix("-") ? "./" + path : path
    do { try await desktop.open(address) } catch { throw .pageNotOpened(path: path, error) }
  }
}
