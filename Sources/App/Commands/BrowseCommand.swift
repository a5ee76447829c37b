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
    let query: PlaceQuery
    do { query = try self.query() } catch { throw .usage(error) }
    let source = try SourceArguments(arguments.source, in: world)
    try source.checkDescriptors(in: world)
    guard let terminal = world.terminal, world[variable: .terminal] != "dumb" else { throw .usage(.needsTerminal) }
    let size = terminal.size
    let state = BrowseState(
      size: ScreenSize(columns: size.columns, rows: size.rows),
      glyphs: world.glyphs,
      query: query,
      limit: arguments.query.limit ?? .standard
    )
    let driver = BrowseDriver(
      terminal: terminal,
      services: BrowseServices(provider: makeProvider(source.options)),
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

  /// The question of the command line; cafés around the centre of the sample for what it does not say.
  private func query() throws(UsageError) -> PlaceQuery {
    var query = arguments.query
    if query.categories.isEmpty, query.text == nil { query.categories = Self.firstCategories }
    let hasArea = query.point != nil || query.latitude != nil || query.longitude != nil || query.box != nil
    if !hasArea, query.text == nil || query.radius != nil {
      do { query.point = try CoordinateText.coordinate(SourceConfiguration.sampleCenter) } catch {
        throw .coordinate(error)
      }
    }
    return try Question(query).query
  }
}
