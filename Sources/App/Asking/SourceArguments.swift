import Domain
import System

/// The source that the options, the environment and the query select.
struct SourceArguments: Sendable {
  let options: SourceConfiguration
  /// The source of a query.
  let route: SourceRoute
  /// The origins of the key and the index path, for `--verbose`.
  private let keyOrigin, indexOrigin: String
  private let world: World
  /// The files of the source.
  let files: [OutputGuard.Source]
  /// The downloaded index that was selected because it covers the queries; `nil` for other sources.
  let fetched: FetchedIndex?

  /// Selects the source.
  ///
  /// - Parameters:
  ///   - given: The source options of the command line and the environment.
  ///   - queries: The queries, as far as they are known.
  ///   - indexes: Makes the use case that finds downloaded indexes; called only if one may be used.
  /// - Throws: If an index is required but none is named, or if there is no source.
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

  /// Rejects an index name that is neither a file nor an index in the data directory.
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

  /// Checks that the process has enough memory, threads and descriptors for its tasks and the network library, which
  /// would crash or hang otherwise, and starts the stall watchdog.
  ///
  /// Tasks may run concurrently even without a service.
  func checkResources(in console: Console, runsTasks: Bool) throws {
    let world = console.world
    let asksService = route.isService
    guard asksService || runsTasks else { return }
    try checkMemory(in: world)
    // Threads for the processors, for events and for URLSession. Each signal, timer, file and connection takes a
    // descriptor.
    let threads = min(world.processorCount, 4) + (asksService ? 4 : 2)
    if let shortage = world.shortage(threads, asksService ? 32 : 16) { throw Failure.missing(shortage) }
    world.endWhenStalled(options.timeout, console.line(of: .stalled(after: options.timeout)))
  }

  /// An index is mapped completely.
  private func checkMemory(in world: World) throws {
    guard let allowed = world.memoryLimit else { return }
    let indexBytes = route.indexPaths.reduce(0) { $0 + (world.files.identity(of: $1)?.sizeInBytes ?? 0) }
    // Measured: the program, libcurl with its dependencies for a service, and the stacks of its threads.
    let needed = (route.isService ? 208 : 112 + indexBytes >> 20) + 12 * world.processorCount
    guard allowed < needed else { return }
    throw Failure.memoryMissing(allowed: allowed, needed: needed)
  }

  /// A sentence about the selected source and why it was selected.
  var sentence: String {
    switch route {
    case .service(let service):
      "asking \(options.shownAddress(of: service, in: world))\(service.key == nil ? "" : " with \(keyOrigin)")"
    case .index(let paths): "answering from \(paths.joined(separator: ", ")), \(indexOrigin)"
    case .sample: "answering from the bundled sample"
    }
  }

  /// A notice about the downloaded index, which no option names; `nil` for other sources.
  var notice: String? {
    fetched.map { index in
      "answering from \(index.path), fetched before\(index.dataTime.map { " (data of \($0))" } ?? "")"
    }
  }
}

extension SourceConfiguration {
  /// The address of a service's place search.
  private func address(of service: Service) -> String {
    service.addresses.first.map(self[service].url) ?? service.address
  }

  /// The displayed address, without a login and a key.
  func shownAddress(of service: Service, in world: World) -> String {
    ShownText.of(address(of: service), hiding: [self[service].key].compactMap(\.self), in: world)
  }
}

extension SourceRoute {
  fileprivate var isService: Bool {
    guard case .service = self else { return false }
    return true
  }

  /// The index files of the source; empty for other sources.
  fileprivate var indexPaths: [String] {
    guard case .index(let paths) = self else { return [] }
    return paths
  }
}
