import Domain

/// Answers one question.
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
    let console = Console(world: world)
    let question: Question
    let output: OutputArguments
    do {
      question = try Question(arguments.query)
      output = try PageOpening(world: world).output(arguments.output)
    } catch {
      throw .usage(error)
    }
    let source = try SourceArguments(arguments.source, in: world)
    try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files)

    try source.checkDescriptors(in: world)
    if arguments.messages.isVerbose { console.say(SourceNotices(source: source).sentence) }

    let began = world.now()
    let answer: Answer
    do {
      answer = try await self.answer(to: question, from: makeProvider(source.options))
    } catch {
      throw .search(error)
    }
    let notices = AnswerNotices(
      question: question,
      answer: answer,
      maximumRequests: source.options.maximumRequests,
      elapsed: world.now() - began
    )
    if arguments.requiresComplete, !answer.isComplete { throw .incomplete(notices.partialAnswer) }
    if arguments.failsEmpty, answer.places.isEmpty {
      let page = answer.page?.request
      throw .nothingFound(EmptyAnswer(query: question.query, source: answer.provenance.source, page: page))
    }

    if !arguments.messages.isQuiet { notices.beforehand(isVerbose: arguments.messages.isVerbose).forEach(console.say) }
    var omission = Table.Omission()
    try console.write(to: output) { write throws(Failure) in
      omission = try AnswerRendering(output: output).write(answer, to: write)
    }
    if arguments.output.opens { try PageOpening(world: world).open(output) }
    if !arguments.messages.isQuiet {
      let isTableOnTerminal = output.format == .table && world.standardError.isTerminal
      notices.afterwards(isTableOnTerminal: isTableOnTerminal, omission: omission).forEach(console.say)
    }
  }

  /// Tells the verbose how each request went, also those of a question that got no answer.
  private func sayAttempts(of provider: any UseCaseProvider) {
    guard arguments.messages.isVerbose else { return }
    let statistics = provider.makeReportRequestsUseCase().statistics()
    SourceNotices.sentences(for: statistics).forEach(Console(world: world).say)
  }

  private func answer(
    to question: Question,
    from provider: any UseCaseProvider
  ) async throws(PlaceSearchError) -> Answer {
    switch question.amount {
    case .page(let request):
      let useCase = try provider.makeFindPlaceUseCase()
      defer { sayAttempts(of: provider) }
      let page = try await useCase.places(matching: question.query, on: request)
      return Answer(page, to: question.query, on: request)
    case .collection(let limit):
      let useCase = try provider.makeCollectPlacesUseCase()
      defer { sayAttempts(of: provider) }
      let line = StatusLine.ofSearch(in: world, isWanted: arguments.messages.wantsProgress(in: world))
      defer { line?.finish() }
      async let _ = line?.keepDrawing()
      let collection = try await useCase.places(matching: question.query, limit: limit, progress: line?.show(search:))
      return Answer(collection, to: question.query, limit: limit)
    }
  }
}
