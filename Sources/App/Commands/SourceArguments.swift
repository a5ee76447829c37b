import Domain

/// The source that the options and the environment choose.
struct SourceArguments: Sendable {
  let options: SourceConfiguration
  /// Which source answers; `nil` if none can be chosen.
  let route: SourceRoute?
  /// Where the key came from, and the path of an index, as `--verbose` says it.
  private let keyOrigin, indexOrigin: String
  /// The files that the source reads.
  let files: [OutputGuard.Source]
  /// The fetched index that was chosen because it holds the queries; `nil` for any other source.
  let fetched: FetchedIndex?
  /// Whether other queries may have another source.
  let dependsOnQueries: Bool

  /// Chooses the source; reads the file of `--key-file`.
  ///
  /// - Parameters:
  ///   - arguments: The options.
  ///   - world: The environment, and the files.
  ///   - queries: The queries that it is to answer, as far as they are known.
  ///   - indexes: What finds the fetched indexes.
  /// - Throws: When the options contradict each other, or the key cannot be read.
  init(
    _ arguments: Arguments,
    in world: World,
    about queries: [PlaceQuery] = [],
    indexes: (any ChooseIndexUseCase)? = nil
  ) throws {
    try Self.checkConflicts(arguments)
    var options = try Self.options(arguments, in: world)
    dependsOnQueries = options.choice == .auto && options.indexPath == nil
    let decision: SourceDecision
    do throws(PlaceSearchError) {
      decision = try SourceDecision(
        of: options,
        among: world.services,
        about: queries,
        fileExists: world.files.exists,
        fetchedIndex: { isWhole in
          world.dataDirectory.flatMap { indexes?.fetchedIndex(for: queries, in: $0, isWhole: isWhole) }
        }
      )
    } catch { throw Failure.indexUnnamed }
    options.indexPaths = decision.namedPaths
    options.fetchedDirectory = decision.namesDirectory
    options.route = decision.route
    fetched = decision.fetched
    route = decision.route
    self.options = options
    let key = arguments.keyPath.map { OutputGuard.Source($0, as: .key) }
    files = [key].compactMap(\.self) + (route?.indexPaths ?? []).map { OutputGuard.Source($0, as: .index) }
    let indexVariable = EnvironmentVariable.index.rawValue
    let keyed = options.choice.service ?? world.services.keyed
    keyOrigin =
      keyed.flatMap { options[$0].key } == nil
      ? Self.noKey
      : "the key in \(arguments.keyPath.map { $0 == "-" ? "standard input" : $0 } ?? keyed?.key?.variable ?? "")"
    indexOrigin =
      arguments.has(.index)
      ? "named by --index"
      : fetched != nil
        ? "which holds this area" : world[variable: .index] == nil ? "the default index" : "named by \(indexVariable)"
  }

  /// Checks that the process may have the memory, threads and descriptors of its tasks and of the network library,
  /// which would end or hang it, and watches that they go on.
  ///
  /// Tasks may run side by side also without a service.
  func checkResources(in console: Console, runsTasks: Bool) throws {
    let world = console.world
    let asksService = route?.isService == true
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
    let indexBytes = (route?.indexPaths ?? []).reduce(0) { $0 + (world.files.identity(of: $1)?.sizeInBytes ?? 0) }
    // Measured: the program, for a service libcurl with what it depends on, and the stacks of its threads.
    let needed = (route?.isService == true ? 208 : 112 + indexBytes >> 20) + 12 * world.processorCount
    guard allowed < needed else { return }
    throw Failure.memoryMissing(allowed: allowed, needed: needed)
  }

  /// What to say of a key file that others can read; `nil` where there is nothing to say.
  static func keyWarning(_ arguments: Arguments, in world: World) -> String? {
    guard let path = arguments.keyPath, !DiskFiles.isStandardInput(path), let file = world.files.identity(of: path),
      file.isRegular, file.permissions & 0o077 != 0
    else { return nil }
    return "\(path) holds the key, and others can use it; keep it to yourself: chmod 600 \(ShellWord.quoted(path))"
  }

  /// Which source is asked, and why.
  var sentence: String {
    switch route {
    case .service(let service):
      "asking \(options.address(of: service))\(service.key == nil ? "" : " with \(keyOrigin)")"
    case .index(let paths): "answering from \(paths.joined(separator: ", ")), \(indexOrigin)"
    case .sample, nil:
      options.choice == .sample
        ? "answering from the bundled sample" : "answering from the bundled sample, as there is no index and no key"
    }
  }

  /// Whether a key was read.
  var holdsKey: Bool { keyOrigin != Self.noKey }

  private static let noKey = "no key"

  /// Which fetched index answers, since no option names it; `nil` for another source.
  var notice: String? {
    fetched.map { index in
      "answering from \(index.path), fetched before\(index.dataTime.map { " (data of \($0))" } ?? "")"
    }
  }

  /// Refuses options that belong to another source than the one of `--source`.
  private static func checkConflicts(_ arguments: Arguments) throws {
    let foreign: [Option] =
      switch arguments.source.choice {
      case .index: [.endpoint, .keyFile]
      case .sample: [.index, .endpoint, .keyFile]
      case .service(let service): service.key == nil ? [.index, .keyFile] : [.index]
      case .auto: []
      }
    if let option = foreign.first(where: arguments.has) { throw Failure.conflict(.source, option) }
  }

  private static func options(_ arguments: Arguments, in world: World) throws -> SourceConfiguration {
    var options = arguments.source
    options.language = world.language
    options.timeoutGrows = !arguments.has(.timeout)
    options.stores = StoreConfiguration(arguments, in: world)
    options.indexPaths = options.indexPaths.map(world.indexPath(named:))
    options.defaultIndexPath = world[variable: .index] ?? world.defaultIndexPath
    options.namesDefaultIndex = world[variable: .index] != nil
    options.fetchedDirectory = world.dataDirectory
    if arguments.fetches, let service = world.services.fetched {
      options.choice = .service(service)
    } else if options.choice == .auto, options.indexPaths.isEmpty,
      ![.source, .keyFile].contains(where: arguments.has), let word = world[variable: .source]
    {
      let choices = SourceConfiguration.Choice.all(world.services)
      guard let choice = choices.first(where: { $0.word == word }) else {
        throw Failure.sourceUnknown(word, choices.map(\.word))
      }
      if choice.service != nil || !arguments.has(.endpoint) { options.choice = choice }
    }
    // An option that names the service or its key chooses it, so no other source may answer.
    let namesService = arguments.has(.endpoint) || arguments.has(.keyFile)
    if options.choice == .auto, namesService, let service = world.services.keyed { options.choice = .service(service) }
    // What is typed of a service belongs to the one that is chosen, else to the one that a key chooses.
    guard let service = options.choice.service ?? world.services.keyed else { return options }
    apply(service, to: &options, arguments, in: world)
    let mayBeAsked = options.choice == .auto ? options.indexPaths.isEmpty : options.choice.service != nil
    if mayBeAsked { options[service].key = try key(of: service, arguments, in: world) }
    return options
  }

  /// How a service is asked unless an option says otherwise.
  private static func apply(
    _ service: Service,
    to options: inout SourceConfiguration,
    _ arguments: Arguments,
    in world: World
  ) {
    var settings = ServiceSettings()
    for address in service.addresses { settings.addresses[address.variable] = world[variable: address.variable] }
    if let first = service.addresses.first, let typed = arguments.endpoint {
      settings.addresses[first.variable] = typed
    }
    settings.ownsInstance = world[variable: .ownInstance].map { $0 != "0" }
    if let rate = arguments.rate { settings.requestsPerSecond = rate }
    options[service] = settings
    let manners = service.manners
    if !arguments.has(.timeout) { options.timeout = manners.timeout }
    if !arguments.has(.retries) { options.retries = manners.retries }
    guard !arguments.has(.cacheLifetime), !arguments.has(.noCache) else { return }
    options.stores.cacheLifetime = manners.answerLifetime
    options.stores.nameCacheLifetime = manners.nameLifetime
  }

  private static func key(of service: Service, _ arguments: Arguments, in world: World) throws -> APIKey? {
    guard let kind = service.key else { return nil }
    if let path = arguments.keyPath {
      if path == "-", world.inputIsTerminal {
        Console(world: world).say("reading the key from the terminal; end it with a new line and Ctrl-D")
      }
      let bytes: [UInt8]
      do { bytes = try world.files.contents(of: path, limit: 4_096) } catch {
        throw world.files.mayBeKey(path) ? Failure.keyFileNotRead(error, kind) : Failure(error)
      }
      if let key = KeyParser(variable: kind.variable).key(in: String(decoding: bytes, as: UTF8.self)) { return key }
      throw Failure.keyUnusable(path: path, kind)
    }
    guard let raw = world[variable: kind.variable] else { return nil }
    guard let key = APIKey(raw) else { throw Failure.keyUnusable(path: nil, kind) }
    return key
  }
}

extension SourceConfiguration {
  /// Where the places of a service are asked for.
  func address(of service: Service) -> String { service.addresses.first.map(self[service].url) ?? service.address }
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

extension StoreConfiguration {
  /// Decides what is kept on this machine, and where.
  init(_ arguments: Arguments, in world: World) {
    self = arguments.source.stores
    configDirectory = world.directory(.configHome, default: "/.config")
    stateDirectory = world.directory(.stateHome, default: "/.local/state")
    cacheDirectory = world.directory(.cacheHome, default: "/.cache")
    if arguments.has(.noCache) { cacheLifetime = .zero }
    readsCache = !arguments.has(.refresh) && arguments.command != .doctor
    // By default, a query is recorded if a person asks it.
    let records =
      arguments.has(.record)
      || (world.hasPerson && !arguments.has(.noHistory) && world[variable: .noHistory] == nil)
    recordsHistory = records && [.find, .browse, .history].contains(arguments.command)
    recordsCandidates = records && arguments.command == .near
  }
}
