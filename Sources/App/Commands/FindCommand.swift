import Domain

/// Answers one query.
struct FindCommand: Sendable {
  /// The command line.
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Makes the source of answers.
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// Checks everything, asks, and prints the answer.
  ///
  /// - Throws: When something is wrong; nothing is then on standard output.
  func run() async throws(Failure) {
    var query = arguments.query
    if query.near == nil { query = try kept.find(query) }
    let asked: AskedQuery
    do { asked = try AskedQuery(query.withAnyPoint) } catch { throw .usage(error) }
    try await run(asked, near: query.near == nil ? nil : query)
  }

  /// Asks a query that is checked already.
  ///
  /// - Parameters:
  ///   - asked: The query.
  ///   - query: What the options say, where the centre is still to be found; the query has any point then.
  /// - Throws: When something is wrong; nothing is then on standard output.
  func run(_ asked: AskedQuery, near query: Arguments.Query? = nil) async throws(Failure) {
    let console = Console(world: world)
    var asked = asked
    let output: OutputArguments
    do {
      output = try PageOpening(world: world).output(arguments.output)
    } catch {
      throw .usage(error)
    }
    let source = try SourceArguments(arguments.source, in: world)
    try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files)

    try source.checkDescriptors(in: world)
    if arguments.messages.isVerbose { console.say(SourceNotices(source: source).sentence) }

    let began = world.now()
    let provider = makeProvider(configuration(source))
    var answer: Answer
    var requestsBefore = 0
    if let query {
      let finder = CenterFinder(provider: provider, world: world, isQuiet: arguments.messages.isQuiet)
      let finding = try await finder.locate(query)
      do { asked = try AskedQuery(finding.query) } catch { throw .usage(error) }
      requestsBefore = finding.requests
    }
    sayQuota(for: asked, source, provider)
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
    if arguments.failsEmpty, answer.places.isEmpty {
      let page = answer.page?.request
      throw .nothingFound(EmptyAnswer(query: asked.query, source: answer.provenance.source, page: page))
    }

    if !arguments.messages.isQuiet { notices.beforehand(isVerbose: arguments.messages.isVerbose).forEach(console.say) }
    var omission = Table.Omission()
    try console.write(to: output) { write throws(SinkFailure) in
      omission = try AnswerRendering(style: output.style).write(answer, to: write)
    }
    if arguments.output.opens { try PageOpening(world: world).open(output) }
    if !arguments.messages.isQuiet {
      let isTableOnTerminal = output.style.format == .table && world.standardError.isTerminal
      notices.afterwards(isTableOnTerminal: isTableOnTerminal, omission: omission).forEach(console.say)
    }
  }

  /// Finds positions by name, without a source.
  private var kept: KeptPositions {
    var configuration = SourceConfiguration()
    configuration.stores = StoreConfiguration(arguments.source, in: world)
    let stores = configuration
    return KeptPositions(world: world, isQuiet: arguments.messages.isQuiet) { makeProvider(stores) }
  }

  /// Who answers, and whether the query is kept: that of a person is, unless it shall not be.
  private func configuration(_ source: SourceArguments) -> SourceConfiguration {
    var configuration = source.options
    configuration.stores.recordsHistory = arguments.wantsHistory(in: world)
    return configuration
  }

  /// Says before a search that the day's allowance does not cover it, unless its answer is kept and asks nothing.
  private func sayQuota(for asked: AskedQuery, _ source: SourceArguments, _ provider: any UseCaseProvider) {
    guard source.route == .kakao, !arguments.messages.isQuiet, case .collection(let limit) = asked.amount,
      let cost = try? provider.makeEstimateCostUseCase().cost(of: asked.query, limit: limit),
      let report = try? provider.makeInspectQuotaUseCase().report()
    else { return }
    let api = asked.query.text == nil ? QuotaUse.API.category : .keyword
    guard let sentence = QuotaSentence(report: report, api: api, requests: cost.requests.lowerBound).sentence,
      (try? provider.makeCheckCacheUseCase().isKept(asked.query, limit: limit)) != true
    else { return }
    Console(world: world).say(sentence)
  }

  private func sayStoreErrors(of provider: any UseCaseProvider) {
    StoreNotices(provider: provider, messages: arguments.messages).say(in: world)
  }

  /// Tells the verbose how each request went, also those of a query that got no answer.
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
      // Only with a line: a child task starts four threads, a third of what an offline query costs.
      async let _ = line.keepDrawing()
      let collection = try await useCase.places(matching: asked.query, limit: limit, progress: line.show(search:))
      return Answer(collection, to: asked.query, limit: limit)
    }
  }
}
