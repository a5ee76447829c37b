import Domain

extension Command {
  static let browse: Command = .init(
    "browse",
    CommandEntry(
      "explore places on an interactive screen: list, map, details",
      called: "explore tui interactive view ui",
      usage: "placefind browse [-c LIST] [-q TEXT] [--at LAT,LNG] [options]",
      queriesSource: true,
      statuses: [.nothingFound],
      examples: [
        ("placefind browse", "cafes around the default location, or in the index; ? shows the keys"),
        ("placefind browse -c gas,parking --at 37.4979,127.0276 -r 2km", "the same options as find"),
        ("placefind browse -q 은행 --index places.pfx -n 500", "500 places; scrolling to the end loads more"),
      ],
      run: BrowseCommand.starting { try await $0.run() }
    )
  )
}

/// Shows places on a full screen: list, map and card.
struct BrowseCommand: RunnableCommand {
  let context: CommandContext

  /// The categories to search for if the options name none.
  private static let defaultCategories: [PlaceCategory] = [.group(.cafe)]

  func run() async throws {
    let unresolved = try await withDefaults()
    _ = try PlaceQuery(unresolved)
    _ = try context.source
    let terminal = try openTerminal()
    // No notices, because the first line of the screen shows the place that was chosen for a name.
    let silent = SearchObserver()
    let search = try await SearchRunner(sources: context.sources, observer: silent).prepare(unresolved)
    let source = search.source
    defer { sayStoreErrors(of: source.provider) }
    if arguments.has(.verbose) { console.say(source.sentence) }
    let size = terminal.size
    var state = BrowseState(size: size, glyphs: MapGlyphs(in: world), query: search.query)
    state.language = arguments.output.language ?? world.phraseLanguage
    state.keepsSort = arguments.has(.sort)
    state.maximumRequests = arguments.source.maximumRequests
    state.services = world.services
    state.hasGround = !arguments.has(.plainMap)
    state.source = try? source.provider.makeEstimateUseCase().provenance()
    let driver = BrowseDriver(
      terminal: terminal,
      provider: source.provider,
      world: world,
      isColored: (arguments.output.color ?? .auto).isColored(in: world, isTerminal: true),
      language: state.language,
      hasGround: state.hasGround,
      write: { try write($0, to: $1, replacing: $2, source) }
    )
    let outcome = try await driver.run(from: state)
    for failure in outcome.failures { console.say(Notice(failure)) }
    switch outcome.end {
    case .quit where !arguments.has(.printCommand): break
    case .quit, .quitPrinting: try console.write(line(for: outcome.query, source.provider) + "\n")
    case .interrupted: throw Failure.stopped(.interrupted)
    case .terminalGone: throw Failure.stopped(.hungUp)
    case .signalled(let number): throw Failure.stopped(ExitStatus(rawValue: 128 + number) ?? .terminated)
    }
  }

  /// Opens the terminal of the process.
  ///
  /// If the command is only printed, its output may be captured, so the terminal of the session is opened.
  private func openTerminal() throws -> any ScreenTerminal {
    let session = arguments.has(.printCommand) ? world.sessionTerminal : { nil }
    guard let terminal = world.terminal ?? session() else { throw Failure.needsTerminal }
    // Terminal types without cursor addressing.
    if let type = world[variable: .terminal], ["dumb", "unknown"].contains(type) {
      throw Failure.terminalWithoutScreen(type)
    }
    return terminal
  }

  /// Writes a result like `--output`, in the format of the file's extension.
  private func write(_ result: PlaceResult, to path: String, replacing: Bool, _ source: ResolvedSource) throws {
    var arguments = arguments
    arguments.output.path = path
    var output = try OutputArguments(arguments, in: world, adding: PlaceField.added(by: result.query))
    output.isReplacing = replacing
    try check(source, for: output)
    try write(result, to: output)
  }

  /// Returns the command line for the same list: the query and the source options.
  private func line(for query: PlaceQuery, _ provider: any UseCaseProvider) -> String {
    let savedLocations = (try? provider.remembered.locations()) ?? SavedLocations()
    let options = arguments.parsedOptions.filter { $0.option.heading == .source && $0.option.help(in: .find) != nil }
    let words = options.map { parsedOption in
      guard parsedOption.option.takesValue else { return parsedOption.option.spelling }
      return parsedOption.option.with(parsedOption.value, isShort: false)
    }
    return (["placefind", query.commandLine(savedLocations)] + words).joined(separator: " ")
  }

  /// Returns the query with defaults: cafes, around the default location or where the source has places.
  private func withDefaults() async throws -> Query {
    var query = try placedQuery(reportsFindings: false)
    if query.limit == nil, try context.source.source.service == nil {
      query.limit = PlaceCount(Arguments.standardLocalCount).map(PlaceLimit.first)
    }
    if query.categories.isEmpty, query.text == nil { query.categories = Self.defaultCategories }
    if !query.hasPlace, query.text == nil || query.radius != nil { try await place(&query) }
    return query
  }

  /// Sets the area of a query that names none: the bounds of an index, or around the centre of the sample or of the
  /// last recorded query.
  ///
  /// - Throws: An error if there is no source, or no recorded query with a centre.
  private func place(_ query: inout Query) async throws {
    switch try context.source.source {
    case .index(let paths):
      var bounds: [BoundingBox] = []
      for path in paths {
        if let box = try? await provider.indexes.summary(ofIndexAt: path).bounds { bounds.append(box) }
      }
      // A file that is read without an index is searched as a whole.
      guard let box = BoundingBox(enclosing: bounds) else { return }
      // The title shows the centre; five decimals are a metre.
      let degrees = [box.middle.latitude, box.middle.longitude].map { ($0 * 1e5).rounded() / 1e5 }
      query.center = .coordinate(Coordinate(validLatitude: degrees[0], longitude: degrees[1]))
      let reach = Distance(meters: GreatCircle(from: box.middle).farthestMeters(in: box)).flatMap(SearchRadius.init)
      query.radius = query.radius ?? max(reach ?? .standard, .standard)
    case .sample:
      query.center = try CoordinateParser.coordinate(SourceConfiguration.sampleCenter).map { .coordinate($0) }
    case .service:
      let entries = (try? provider.remembered.history()) ?? []
      guard let center = entries.lazy.compactMap(\.query.area.center).first else {
        throw Failure.browseWithoutPlace
      }
      query.center = .coordinate(center)
    }
  }
}
