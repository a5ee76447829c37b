import Domain

extension Command {
  static let find: Command = .init(
    "find",
    CommandEntry(
      "find places near a point (the default command)",
      called: "search query lookup nearby places",
      usage: "placefind [find] (-c LIST | -q TEXT) --at LAT,LNG [options]",
      asks: true,
      statuses: [.incomplete, .nothingFound],
      examples: [
        ("placefind -c gas --at 37.4979,127.0276 -r 1km", "gas stations within a kilometre, nearest first"),
        (
          "placefind -q 은행 --at 37.4979,127.0276 -f json | jq '.places[0]'",
          "the nearest place of that name, for a script"
        ),
        ("placefind -c cafe,bank --at 37.4979,127.0276 -n all -o places.csv", "every place in the area, in a file"),
        ("placefind -c 약국 --bbox 127.02,37.49,127.04,37.51", "pharmacies in a rectangle"),
      ],
      run: FindCommand.start
    )
  )
}

/// Answers one query.
struct FindCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let query = try placedQuery()
    // Everything else is checked before a name costs a request.
    try await run(try AskedQuery(query), locating: query.near == nil ? nil : query)
  }

  /// Asks a query that was checked.
  func run(_ asked: AskedQuery, locating query: Question? = nil) async throws {
    var output = try answerOutput()
    if query == nil { context.settle(on: [asked.query]) }
    var source = try openSource(for: output)
    try checkPlace(of: asked.query, source)
    if arguments.has(.verbose) { console.say(source.sentence) }

    let began = world.now()
    let (asked, requestsBefore) = try await located(asked, query)
    if query != nil, context.settle(on: [asked.query]) { source = try openSource(for: output) }
    source.notice.map(say)
    sayQuota(for: asked, source)
    var answer: Answer
    do {
      defer { sayStoreErrors() }
      answer = try await self.answer(to: asked).adding(requests: requestsBefore)
    }
    if output.style.format.isDrawing, !arguments.has(.plainMap) {
      let area = answer.query.query.area
      answer.ground = await .around(answer.places, in: area, of: provider.remembered.recall)
    }
    let notices = AnswerNotices(
      asked: asked,
      answer: answer,
      maximumRequests: source.options.maximumRequests,
      elapsed: world.now() - began,
      services: world.services
    )
    if answer.isEmpty { answer.emptySentence = notices.emptyAnswer.sentence }
    if arguments.has(.requireComplete), !answer.isComplete { throw Failure.incomplete(notices.partialAnswer) }
    if arguments.has(.failEmpty), answer.isEmpty { throw Failure.nothingFound(notices.emptyAnswer) }

    saySample(answer.provenance.source)
    notices.beforehand(isVerbose: arguments.has(.verbose)).forEach(say)
    let typed = GivenOption(option: .category, texts: arguments.given.filter { $0.option == .category }.map(\.value))
    for word in (try? typed.list()) ?? [] {
      guard let kind = Kind.widened(from: word)?.slug else { continue }
      say("\(word) is a word for \(kind), and every \(kind) was asked for; -q \(word) finds those of that name")
    }
    if arguments.has(.open) { try makePage(&output) }
    let omission = try write(answer, to: output)
    if arguments.has(.open) {
      try await open(output.path ?? "")
      if let path = output.path { say("opened \(path)") }
    }
    let isTableOnTerminal = output.style.format == .table && world.standardError.isTerminal
    let isCutByDefault = arguments.query.limit == nil && asked.amount == .collection(.standard)
    notices.afterwards(
      saysRest: isTableOnTerminal || ((isCutByDefault || asked.amount == .collection(.nothing)) && output.hidesCounts),
      saysAge: isTableOnTerminal,
      omission: isTableOnTerminal ? omission : Table.Omission()
    ).forEach(say)
  }

  /// Refuses a category in no area over the sample, whose made-up places would come in no order that means anything.
  private func checkPlace(of query: PlaceQuery, _ source: SourceArguments) throws(Failure) {
    guard case .sample? = source.route, query.text == nil, query.area.isEverywhere, !arguments.has(.anywhere),
      arguments.rerun == nil
    else { return }
    throw .sampleWithoutPlace(world.services)
  }

  /// The query with the centre that its options name, and the requests that finding it took.
  private func located(_ asked: AskedQuery, _ query: Question?) async throws -> (AskedQuery, requests: Int) {
    guard let query else { return (asked, 0) }
    // What the source cannot be asked around any point is refused before the name costs a request.
    _ = try provider.makeEstimateUseCase().cost(of: asked.query, limit: .all)
    let finding = try await centerFinder.locate(query)
    return (try AskedQuery(finding.query), finding.requests)
  }

  /// Warns when the rest of the daily allowance does not cover a search, unless its answer is cached.
  private func sayQuota(for asked: AskedQuery, _ source: SourceArguments) {
    guard case .service(let service)? = source.route, !arguments.has(.quiet),
      case .collection(let limit) = asked.amount,
      let cost = try? provider.makeEstimateUseCase().cost(of: asked.query, limit: limit),
      let report = try? provider.account.quota.report(), let call = service.call(for: asked.query),
      let sentence = QuotaSentence(report: report, call: call, requests: cost.requests.lowerBound).sentence,
      !provider.account.cached.isKept(asked.query, limit: limit)
    else { return }
    say(sentence)
  }

  private func answer(to asked: AskedQuery) async throws -> Answer {
    let useCase = try provider.makeFindPlaceUseCase()
    defer { sayAttempts() }
    switch asked.amount {
    case .page(let request):
      let page = try await useCase.places(matching: asked.query, on: request)
      return Answer(page, to: asked.query, on: request)
    case .collection(let limit):
      guard let line = StatusLine.ofSearch(in: world, isWanted: arguments.wantsProgress(in: world)) else {
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

// MARK: - A page that is opened in the browser

extension FindCommand {
  /// Decides where and how the answer is written.
  private func answerOutput() throws -> OutputArguments {
    guard arguments.has(.open) else { return try OutputArguments(arguments, in: world) }
    var arguments = arguments
    guard arguments.output.path != "-" else { throw Failure.conflict(.open, .output) }
    // A page has all fields.
    guard arguments.output.fields == nil else { throw Failure.conflict(.open, .fields) }
    if arguments.output.path == nil { arguments.output.format = arguments.output.format ?? .html }
    let output = try OutputArguments(arguments, in: world, defaultFormat: .html)
    guard output.style.format == .html else { throw Failure.conflict(.open, .format) }
    return output
  }

  /// Makes the file of a page for which the options name none; only now, so that a query that fails leaves nothing.
  private func makePage(_ output: inout OutputArguments) throws {
    guard output.path == nil, let desktop = world.desktop else { return }
    output.path = try desktop.makePrivateFile(named: "page.html")
    output.isReplacing = true
  }

  private func open(_ path: String) async throws {
    guard let desktop = world.desktop else { throw Failure.pageNotOpened(path: path, .noProgram) }
    // A name that begins with a minus would be an option of the program that opens the page.
    let address = path.hasPrefix("-") ? "./" + path : path
    do { try await desktop.open(address) } catch { throw Failure.pageNotOpened(path: path, error) }
  }
}
