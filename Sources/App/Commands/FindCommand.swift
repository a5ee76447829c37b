import Domain

/// Answers one question.
struct FindCommand: Sendable {
  /// The command line.
  let arguments: ParsedArguments
  /// Everything outside the program.
  let world: World
  /// Makes the source of answers.
  let makeProvider: @Sendable (SourceOptions) -> any UseCaseProvider

  /// Checks everything, asks, and prints the answer.
  ///
  /// - Throws: When something is wrong; nothing is then on standard output.
  func run() async throws(Failure) {
    let console = Console(world: world)
    let question: Question
    do { question = try checkedQuestion() } catch { throw .usage(error) }
    let output = try OutputArguments(arguments, in: world)
    let source = try SourceArguments(arguments, in: world)
    try OutputGuard(sources: source.files, outputs: [output.target]).check(in: world.files)

    let began = world.now()
    let answer: Answer
    do {
      answer = try await self.answer(to: question, from: makeProvider(source.options))
    } catch {
      throw .search(error)
    }
    if arguments.has(.requireComplete), !answer.isComplete {
      throw .incomplete(
        returned: answer.places.count,
        totalCount: answer.totalCount,
        isUnlimited: (try? Question.limit(arguments)) == .all
      )
    }
    if arguments.has(.failEmpty), answer.places.isEmpty { throw .nothingFound }

    let notices = AnswerNotices(answer: answer, format: output.format, elapsed: world.now() - began)
    if !arguments.has(.quiet) { notices.beforehand(isVerbose: arguments.has(.verbose)).forEach(console.say) }
    try console.write(AnswerRendering(output: output).bytes(of: answer), to: output)
    if !arguments.has(.quiet) { notices.afterwards(isTerminal: world.standardError.isTerminal).forEach(console.say) }
  }

  private func checkedQuestion() throws(UsageError) -> Question {
    try arguments.refuse(.quiet, with: .verbose)
    return try Question(arguments)
  }

  private func answer(
    to question: Question,
    from provider: any UseCaseProvider
  ) async throws(PlaceSearchError) -> Answer {
    switch question.amount {
    case .page(let request):
      let page = try await provider.makeFindPlaceUseCase().places(matching: question.query, on: request)
      return Answer(page, to: question.query, on: request)
    case .collection(let limit):
      let isWanted = !arguments.has(.noProgress) && !arguments.has(.quiet)
      let line = ProgressLine(in: world, isWanted: isWanted)
      defer { line?.finish() }
      async let _ = line?.keepShowing()
      let collection = try await provider.makeCollectPlacesUseCase()
        .places(matching: question.query, limit: limit, progress: line?.show)
      return Answer(collection, to: question.query, limit: limit)
    }
  }
}
