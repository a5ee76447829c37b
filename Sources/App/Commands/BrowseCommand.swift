import Domain

/// Shows places on a full screen: list, map and card.
struct BrowseCommand: RunnableCommand {
  let arguments: Arguments
  let world: World
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// What is searched for when the options do not say.
  private static let defaultCategories: [CategoryGroup] = [.cafe]

  func run() async throws(Failure) {
    let given = try withDefaults(arguments.query)
    _ = try valid(try AskedQuery(given.withAnyPoint))
    let (provider, _) = try openSource { $0.recordsHistory = recordsQuery }
    guard let terminal = world.terminal, world[variable: .terminal] != "dumb" else { throw .usage(.needsTerminal) }
    defer { sayStoreErrors(of: provider) }
    // The first line of the screen shows which place was chosen for a name.
    let finding = try await CenterFinder(provider: provider, world: world, isQuiet: true).locate(given)
    let query = try valid(try AskedQuery(finding.query)).query
    let size = terminal.size
    var state = BrowseState(
      size: ScreenSize(columns: size.columns, rows: size.rows),
      glyphs: world.glyphs,
      query: query,
      limit: given.limit ?? .standard
    )
    state.maximumRequests = arguments.source.maximumRequests
    let driver = BrowseDriver(
      terminal: terminal,
      provider: provider,
      world: world,
      isColored: (arguments.output.color ?? .auto).isColored(in: world, isTerminal: true)
    )
    let outcome: BrowseDriver.Outcome
    do { outcome = try await driver.run(from: state) } catch { throw .output(path: nil, error) }
    outcome.failures.forEach(Console(world: world).say)
    switch outcome.end {
    case .quit: break
    case .interrupted: throw .stopped(.interrupted)
    case .terminalGone: throw .stopped(.hungUp)
    case .signalled(let number): throw .stopped(ExitStatus(rawValue: 128 + number) ?? .terminated)
    }
  }

  /// The query, completed with defaults: cafes, around the default position or the centre of the sample.
  private func withDefaults(_ given: Arguments.Query) throws(Failure) -> Arguments.Query {
    var query = given
    if query.near == nil {
      query = try KeptPositions(world: world, isQuiet: true) { stores }.find(query)
    }
    if query.categories.isEmpty, query.text == nil { query.categories = Self.defaultCategories }
    if !query.hasPlace, query.text == nil || query.radius != nil {
      do { query.point = try CoordinateText.coordinate(SourceConfiguration.sampleCenter) } catch {
        throw .usage(.coordinate(error))
      }
    }
    return query
  }
}
