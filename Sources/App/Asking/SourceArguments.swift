import Domain

/// The source that the options, the environment and what it is asked choose.
struct SourceArguments: Sendable {
  let options: SourceConfiguration
  /// The source of a query.
  let route: SourceRoute
  /// Where the key came from, and the path of an index, as `--verbose` says it.
  private let keyOrigin, indexOrigin: String
  private let world: World
  /// The files that the source reads its places from.
  let files: [OutputGuard.Source]
  /// The fetched index that was chosen because it holds the queries; `nil` for any other source.
  let fetched: FetchedIndex?

  /// Chooses the source.
  ///
  /// - Parameters:
  ///   - given: What the options and the environment say of it.
  ///   - queries: The queries that it is to answer, as far as they are known.
  ///   - indexes: Makes what finds the fetched indexes; only called where one may answer.
  /// - Throws: If an index is to answer and none is named, or if there is no source.
  init(
    _ given: SourceOptions,
    about queries: [PlaceQuery] = [],
    indexes: () -> any IndexUseCase
  ) throws(Failure) {
    let world = given.world
    self.world = world
    var options = given.configuration
    let decision: SourceDecision
    do throws(PlaceSearchError) {
      decision = try SourceDecision(
        of: options,
        among: world.services,
        about: queries,
        fileExists: world.files.exists,
        fetchedIndex: { isWhole in
          guard !queries.isEmpty || !isWhole, let directory = world.dataDirectory else { return nil }
          return indexes().fetchedIndex(for: queries, in: directory, isWhole: isWhole)
        }
      )
    } catch {
      guard case .sourceMissing = error else { throw .indexUnnamed }
      throw Failure(error)
    }
    try Self.checkNames(in: decision.namedPaths, world, indexes)
    options.indexPaths = decision.namedPaths
    options.fetchedDirectory = decision.namesDirectory
    options.route = decision.route
    fetched = decision.fetched
    route = decision.route
    self.options = options
    files = route.indexPaths.map { OutputGuard.Source($0, as: .index) }
    let keyed = given.keyedService
    keyOrigin =
      keyed.flatMap { options[$0].key } == nil
      ? "no key"
      : "the key in \(given.keyPath.map(DiskFiles.shownName) ?? keyed?.key?.variable ?? "")"
    indexOrigin =
      given.namesIndex
      ? "named by --index"
      : fetched != nil
        ? queries.isEmpty ? "the newest of those fetched" : "which holds this area"
        : world[variable: .index] == nil ? "the default index" : "named by \(EnvironmentVariable.index.rawValue)"
  }

  /// Refuses a name of an index that is neither that of a file nor of one in the data folder.
  private static func checkNames(
    in paths: [String],
    _ world: World,
    _ indexes: () -> any IndexUseCase
  ) throws(Failure) {
    let isMissing = { (path: String) in
      path != "-" && !path.contains("/") && !path.contains(".") && !world.files.exists(path)
    }
    guard let name = paths.first(where: isMissing), let directory = world.dataDirectory else { return }
    throw .indexMissing(name, known: indexes().fetchedIndexes(in: directory).map(\.path))
  }

  /// Checks that the process may have the memory, threads and descriptors of its tasks and of the network library,
  /// which would end or hang it, and watches that they go on.
  ///
  /// Tasks may run side by side also without a service.
  func checkResources(in console: Console, runsTasks: Bool) throws {
    let world = console.world
    let asksService = route.isService
    guard asksService || runsTasks else { return }
    try checkMemory(in: world)
    // One for each processor, one that waits for events, and those of URLSession. A signal, a timer, a file and a
    // connection have a descriptor each.
    let threads = min(world.processorCount, 4) + (asksService ? 4 : 2)
    if let shortage = world.shortage(threads, asksService ? 32 : 16) { throw Failure.missing(shortage) }
    world.endWhenStalled(options.timeout, console.line(of: .stalled(after: options.timeout)))
  }

  /// An index is mapped whole.
  private func checkMemory(in world: World) throws {
    guard let allowed = world.memoryLimit else { return }
    let indexBytes = route.indexPaths.reduce(0) { $0 + (world.files.identity(of: $1)?.sizeInBytes ?? 0) }
    // Measured: the program, for a service libcurl with what it depends on, and the stacks of its threads.
    let needed = (route.isService ? 208 : 112 + indexBytes >> 20) + 12 * world.processorCount
    guard allowed < needed else { return }
    throw Failure.memoryMissing(allowed: allowed, needed: needed)
  }

  /// Which source is asked, and why.
  var sentence: String {
    switch route {
    case .service(let service):
      "asking \(options.shownAddress(of: service, in: world))\(service.key == nil ? "" : " with \(keyOrigin)")"
    case .index(let paths): "answering from \(paths.joined(separator: ", ")), \(indexOrigin)"
    case .sample: "answering from the bundled sample"
    }
  }

  /// Which fetched index answers, since no option names it; `nil` for another source.
  var notice: String? {
    fetched.map { index in
      "answering from \(index.path), fetched before\(index.dataTime.map { " (data of \($0))" } ?? "")"
    }
  }
}

extension SourceConfiguration {
  /// Where the places of a service are asked for.
  private func address(of service: Service) -> String {
    service.addresses.first.map(self[service].url) ?? service.address
  }

  /// The same as it is shown: without a login and without a key.
  func shownAddress(of service: Service, in world: World) -> String {
    ShownText.of(address(of: service), hiding: [self[service].key].compactMap(\.self), in: world)
  }
}

extension SourceRoute {
  /// Whether a service answers.
  fileprivate var isService: Bool {
    guard case .service = self else { return false }
    return true
  }

  /// The index files that answer; none for another source.
  fileprivate var indexPaths: [String] {
    guard case .index(let paths) = self else { return [] }
    return paths
  }
}
