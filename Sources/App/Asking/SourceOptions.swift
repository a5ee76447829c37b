import Domain

/// What the options and the environment say of the source, before it is known what it is asked.
struct SourceOptions: Sendable {
  let configuration: SourceConfiguration
  /// Where the environment and the files are.
  let world: World
  /// The file of the key; `nil` where no option names one.
  let keyPath: String?
  /// Whether an option names an index.
  let namesIndex: Bool
  /// Whether other queries may have another source.
  let dependsOnQueries: Bool

  /// Reads the file of `--key-file`.
  ///
  /// - Throws: When the options contradict each other, or the key cannot be read.
  init(_ arguments: Arguments, in world: World) throws {
    try Self.checkConflicts(arguments)
    configuration = try Self.options(arguments, in: world)
    self.world = world
    keyPath = arguments.keyPath
    namesIndex = arguments.has(.index)
    dependsOnQueries = configuration.choice == .auto && configuration.indexPath == nil
  }

  /// What to say of a key file that others can read; `nil` where there is nothing to say.
  var keyWarning: String? {
    guard configuration.key != nil, let path = keyPath, !DiskFiles.isStandardInput(path),
      let file = world.files.identity(of: path),
      file.isRegular, file.permissions & 0o077 != 0
    else { return nil }
    return "\(path) holds the key, and others can use it; keep it to yourself: chmod 600 \(ShellWord.quoted(path))"
  }

  /// Refuses options that belong to another source than the one of `--source`.
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
    options.indexPaths = options.indexPaths.map(world.indexPath(named:))
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
    switch options.choice {
    case .service(let service): options.key = try key(of: service, arguments, in: world)
    case .auto where options.indexPath == nil:
      if let service = world.services.keyed { options.key = try key(of: service, arguments, in: world) }
    case .auto, .index, .sample: break
    }
    if let service = options.choice.service ?? world.services.keyed {
      apply(service, to: &options, arguments, in: world)
    }
    return options
  }

  /// How a service is asked unless an option says otherwise.
  private static func apply(
    _ service: Service,
    to options: inout SourceConfiguration,
    _ arguments: Arguments,
    in world: World
  ) {
    for (position, address) in service.addresses.enumerated() {
      guard let named = world[variable: address.variable] else { continue }
      if position == 0 {
        options.endpoint = options.endpoint ?? named
      } else {
        options.otherEndpoints[address.variable] = named
      }
    }
    options.ownsInstance = world[variable: .ownInstance].map { $0 != "0" }
    let manners = service.manners
    if !arguments.has(.timeout) { options.timeout = manners.timeout }
    if !arguments.has(.retries) { options.retries = manners.retries }
    guard !arguments.has(.cacheLifetime), !arguments.has(.noCache) else { return }
    options.stores.cacheLifetime = manners.answerLifetime
    options.stores.nameCacheLifetime = manners.nameLifetime
  }

  private static func key(of service: Service, _ arguments: Arguments, in world: World) throws -> APIKey? {
    guard let variable = service.key?.variable else { return nil }
    if let path = arguments.keyPath {
      if path == "-", world.inputIsTerminal {
        Console(world: world).say("reading the key from the terminal; end it with a new line and Ctrl-D")
      }
      let bytes: [UInt8]
      do { bytes = try world.files.contents(of: path, limit: 4_096) } catch {
        throw world.files.mayBeKey(path) ? Failure.keyFileNotRead(error, world.services) : Failure(error)
      }
      if let key = KeyParser(variable: variable).key(in: String(decoding: bytes, as: UTF8.self)) { return key }
      throw Failure.keyUnusable(path: path, world.services)
    }
    guard let raw = world[variable: variable] else { return nil }
    guard let key = APIKey(raw) else { throw Failure.keyUnusable(path: nil, world.services) }
    return key
  }
}
