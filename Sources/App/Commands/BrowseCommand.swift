import Domain

/// Shows places on a screen to walk around in.
struct BrowseCommand: Sendable {
  /// The command line.
  let arguments: Arguments
  /// Everything outside the program.
  let world: World
  /// Makes the source of answers.
  let makeProvider: @Sendable (SourceConfiguration) -> any UseCaseProvider

  /// What is looked for when nothing is named.
  private static let firstCategories: [CategoryGroup] = [.cafe]

  /// Checks everything, and runs the screen to its end.
  ///
  /// - Throws: When something is wrong before the screen is taken, or a signal ends it.
  func run() async throws(Failure) {
    let arguments = try withPlace()
    do { _ = try AskedQuery(arguments.query.withAnyPoint) } catch { throw .usage(error) }
    let source = try SourceArguments(arguments.source, in: world)
    try source.checkDescriptors(in: world)
    guard let terminal = world.terminal, world[variable: .terminal] != "dumb" else { throw .usage(.needsTerminal) }
    var configuration = source.options
    configuration.stores.recordsHistory = arguments.wantsHistory(in: world)
    let provider = makeProvider(configuration)
    // What was taken for a name stands in the first line of the screen.
    let finding = try await CenterFinder(provider: provider, world: world, isQuiet: true).locate(arguments.query)
    let query: PlaceQuery
    do { query = try AskedQuery(finding.query).query } catch { throw .usage(error) }
    let size = terminal.size
    let state = BrowseState(
      size: ScreenSize(columns: size.columns, rows: size.rows),
      glyphs: world.glyphs,
      query: query,
      limit: arguments.query.limit ?? .standard
    )
    let driver = BrowseDriver(
      terminal: terminal,
      services: BrowseServices(provider: provider),
      world: world,
      isColored: (arguments.output.color ?? .auto).isColored(in: world, isTerminal: true)
    )
    let end: BrowseDriver.End
    do { end = try await driver.run(from: state) } catch { throw .output(path: nil, error) }
    switch end {
    case .quit: break
    case .interrupted: throw .stopped(.interrupted)
    case .terminalGone: throw .stopped(.hungUp)
    case .signalled(let number): throw .stopped(ExitStatus(rawValue: 128 + number) ?? .terminated)
    }
  }

  /// The command line with a place to begin at: cafés around the default position, or the centre of the sample, for what
  /// it does not say.
  private func withPlace() throws(Failure) -> Arguments {
    var arguments = arguments
    var stores = SourceConfiguration()
    stores.stores = StoreConfiguration(arguments.source, in: world)
    let configuration = stores
    let hasText = arguments.query.text != nil
    let kept = KeptPositions(world: world, isQuiet: true) { makeProvider(configuration) }
    if arguments.query.near == nil { arguments.query = try kept.find(arguments.query) }
    if arguments.query.categories.isEmpty, !hasText { arguments.query.categories = Self.firstCategories }
    if !arguments.query.hasPlace, !hasText || arguments.query.radius != nil {
      do { arguments.query.point = try CoordinateText.coordinate(SourceConfiguration.sampleCenter) } catch {
        throw .usage(.coordinate(error))
      }
    }
    return arguments
  }
}
