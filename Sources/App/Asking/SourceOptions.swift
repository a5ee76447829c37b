import Domain
import System

/// The source options of the command line and the environment, before the query is known.
struct SourceOptions: Sendable {
  var configuration: SourceConfiguration
  /// The environment and the files.
  let world: World
  /// The file of the key; `nil` if no option names one.
  let keyPath: String?
  /// Whether an option names an index.
  let namesIndex: Bool
  /// Whether other queries may have another source.
  let dependsOnQueries: Bool

  /// Reads the options and the file of `--key-file`.
  ///
  /// - Throws: If the options contradict each other, or the key can't be read.
  init(_ arguments: Arguments, in world: World) throws {
    try Self.checkConflicts(arguments)
    configuration = try Self.options(arguments, in: world)
    self.world = world
    keyPath = arguments.keyPath
    namesIndex = arguments.has(.index)
    dependsOnQueries = configuration.choice == .auto && configuration.indexPath == nil
  }

  /// The service that the key belongs to: the selected one, or else the first with a key.
  var keyedService: Service? { configuration.choice.service ?? world.services.keyed }

  /// A warning about a key file that others can read; `nil` if there is none.
  var keyWarning: String? {
    guard let keyed = keyedService, configuration[keyed].key != nil, let path = keyPath,
      !DiskFiles.isStandardInput(path),
      let file = world.files.identity(of: path),
      file.isRegular, file.permissions & 0o077 != 0
    else { return nil }
    return "\(path) has the key, and other users can read it. Restrict it: chmod 600 \(ShellWord.path(path))"
  }

  /// Rejects options of another source than the one of `--source`.
  private static func checkConflicts(_ arguments: Arguments) throws(Failure) {
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
    options.sendsBeyondAllowance = arguments.has(.beyondQuota)
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
        throw Failure.sourceUnknown(word, nearest: world.services.nearestSource(to: word), choices.map(\.word))
      }
      if choice.service != nil || !arguments.has(.endpoint) { options.choice = choice }
    }
    // An option about the service or its key selects the service, so no other source may be used.
    let namesService = arguments.has(.endpoint) || arguments.has(.keyFile)
    if options.choice == .auto, namesService, let service = world.services.keyed { options.choice = .service(service) }
    // Service options apply to the selected service, or otherwise to the one that has an API key.
    guard let service = options.choice.service ?? world.services.keyed else { return options }
    apply(service, to: &options, arguments, in: world)
    let mayBeAsked = options.choice == .auto ? options.indexPaths.isEmpty : options.choice.service != nil
    if mayBeAsked { options[service].key = try key(of: service, arguments, in: world) }
    return options
  }

  /// Applies the service's default settings, and the options that override them.
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
