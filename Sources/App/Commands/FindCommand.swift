import Domain

extension Command {
  static let find: Command = .init(
    "find",
    CommandEntry(
      "find places near a point (the default command)",
      called: "search query lookup nearby places",
      usage: "placefind [find] (-c LIST | -q TEXT) --at LAT,LNG [options]",
      queriesSource: true,
      prints: .places,
      statuses: [.incomplete, .nothingFound],
      examples: [
        ("placefind -c gas --at 37.4979,127.0276 -r 1km", "gas stations within a kilometre, nearest first"),
        (
          "placefind -q 은행 --at 37.4979,127.0276 -f json | jq '.places[0]'",
          "the nearest place with that name"
        ),
        (
          "placefind -c cafe,bank --at 37.4979,127.0276 -n all -o places.csv",
          "every place in the area, as a spreadsheet"
        ),
        ("placefind -c 약국 --bbox 127.02,37.49,127.04,37.51", "pharmacies in a rectangle"),
      ],
      run: FindCommand.starting { try await $0.run() }
    )
  )
}

/// Runs one query.
struct FindCommand: RunnableCommand {
  let context: CommandContext

  func run() async throws {
    let query = try ShapeFinder(context: context).withShape(arguments.query)
    // Check the output before geocoding a name.
    let output = try makeOutput(adding: PlaceField.added(by: query.match, isAlong: query.drawn?.corridor != nil))
    guard !query.match.isEmpty else { throw Failure.nothingToLookFor(arguments) }
    try await write(try await runner(for: output).run(query), to: output)
  }

  /// Runs a query that is already resolved.
  func run(_ query: PlaceQuery) async throws {
    let output = try makeOutput(adding: PlaceField.added(by: query))
    try await write(try await runner(for: output).run(query), to: output)
  }

  private func runner(for output: OutputArguments) -> SearchRunner {
    var observer = observer(for: output)
    observer.approve = { source, query in
      try check(source, for: output)
      guard let query else { return }
      if arguments.has(.requireNearest), !query.wantsNearest { throw Failure.nearestWithoutOrder(.requireNearest) }
      try checkPlace(of: query, source)
    }
    observer.watch = watch
    if world.inputIsTerminal, world.standardError.isTerminal { observer.confirm = confirm }
    return SearchRunner(sources: context.sources, observer: observer)
  }

  /// Writes a result and its notices.
  private func write(_ found: SearchResult, to output: OutputArguments) async throws {
    var output = output
    var result = found.result
    let notices = found.notices
    if output.style.format.isDrawing, !arguments.has(.plainMap) {
      let area = result.query.area
      result.ground = await .around(result.places, in: area, of: found.source.provider.remembered)
    }
    if arguments.has(.requireComplete), !result.isComplete { throw Failure.incomplete(notices.partialResult) }
    if arguments.has(.requireNearest), result.isNearest != true { throw Failure.unproven(notices.partialResult) }
    if arguments.has(.failEmpty), result.isEmpty { throw Failure.nothingFound(notices.emptyResult) }

    saySample(result.provenance.source)
    notices.beforehand(isVerbose: arguments.has(.verbose), say)
    sayWidened()
    if arguments.has(.open) { try makePage(&output) }
    let omission = try write(result, to: output)
    if arguments.has(.open) {
      try await open(output.path ?? "")
      if let path = output.path { say("Opened \(path).") }
    }
    let isTableOnTerminal = output.style.format == .table && world.standardError.isTerminal
    let isCutByDefault = arguments.query.limit == nil && result.query.limit == .standard
    let message = notices.afterwards(
      reportsRest: isTableOnTerminal
        || ((isCutByDefault || result.query.limit == .nothing) && output.hidesCounts),
      reportsAge: isTableOnTerminal,
      omission: isTableOnTerminal ? omission : Table.Omission()
    )
    if let message { say(Notice(message)) }
  }

  /// Names the typed words that were replaced by a broader kind.
  private func sayWidened() {
    let typed = OptionValues(
      option: .category,
      texts: arguments.parsedOptions.filter { $0.option == .category }.map(\.value)
    )
    for word in (try? typed.list()) ?? [] {
      guard let kind = Kind.widened(from: word)?.slug else { continue }
      say("\(word) is treated as '\(kind)'. To search by name, use -q \(word).")
    }
  }

  /// Rejects a category without an area over the sample, because the order of its places would be meaningless.
  private func checkPlace(of query: PlaceQuery, _ source: ResolvedSource) throws(Failure) {
    guard source.source == .sample, query.text == nil, query.area.isEverywhere, !arguments.has(.anywhere),
      arguments.rerun == nil
    else { return }
    throw .sampleWithoutPlace(world.services)
  }

  /// Asks at the terminal whether to send this many requests.
  private func confirm(_ demand: SearchDemand) async -> Bool {
    say("\(demand.clause). Send them? [y/N]")
    guard let input = try? world.openInput("-"), let bytes = try? await input.read(upTo: 64) else { return false }
    return ["y", "yes"].contains(SearchText(String(decoding: bytes, as: UTF8.self))?.value.lowercased())
  }

  /// Searches, with a progress line if it is visible.
  private func watch(_ query: PlaceQuery, _ search: SearchObserver.Search) async throws -> PlaceResult {
    guard query.limit.page == nil,
      let line = StatusLine.ofSearch(in: world, isWanted: arguments.wantsProgress(in: world))
    else { return try await search(nil) }
    defer { line.finish() }
    // Only with a line: a child task starts four threads, a third of the time of an offline query.
    async let _ = line.keepDrawing()
    return try await search(line.show(search:))
  }
}

// MARK: - A page that is opened in the browser

extension FindCommand {
  /// Chooses the file and format of the result.
  private func makeOutput(adding added: [PlaceField]) throws -> OutputArguments {
    guard arguments.has(.open) else { return try OutputArguments(arguments, in: world, adding: added) }
    var arguments = arguments
    guard arguments.output.path != "-" else { throw Failure.conflict(.open, .output) }
    // A page always has all fields.
    guard arguments.output.fields == nil else { throw Failure.conflict(.open, .fields) }
    if arguments.output.path == nil { arguments.output.format = arguments.output.format ?? .html }
    let output = try OutputArguments(arguments, in: world, defaultFormat: .html)
    guard output.style.format == .html else {
      guard let path = output.path, arguments.output.format == nil else { throw Failure.conflict(.open, .format) }
      throw Failure.openedFile(path, output.style.format)
    }
    return output
  }

  /// Makes the file of a page for which the options name none.
  ///
  /// Called late, so that a failed query leaves no file.
  private func makePage(_ output: inout OutputArguments) throws {
    guard output.path == nil, let desktop = world.desktop else { return }
    output.path = try desktop.makePrivateFile("page.html")
    output.isReplacing = true
  }

  private func open(_ path: String) async throws {
    guard let desktop = world.desktop else { throw FileFailure(path: path, reason: .noOpener).pageNotOpened }
    // The program that opens the page would take a name with a leading minus as an option.
    let address = path.hasPrefix("-") ? "./" + path : path
    do { try await desktop.open(address) } catch { throw FileFailure(path: path, reason: error.reason).pageNotOpened }
  }
}
