import Domain
import System

/// The settings of the source from the options and the environment.
extension SourceConfiguration {
  /// Reads the settings, and the key from the file of `--key-file`; the source is `nil` if none is named.
  ///
  /// - Throws: An error if the options contradict each other, or the key can't be read.
  init(_ arguments: Arguments, in world: World) throws {
    try Self.checkConflicts(arguments)
    self = try Self.options(arguments, in: world)
  }

  /// Warns that others can read the key file; `nil` if they can't.
  func keyWarning(_ arguments: Arguments, in world: World) -> String? {
    guard let keyed = source?.service ?? world.services.keyed, self[keyed].key != nil, let path = arguments.keyPath,
      !DiskFiles.isStandardInput(path),
      let file = world.files.identity(of: path),
      file.isRegular, file.permissions & 0o077 != 0
    else { return nil }
    return "Other users can read the key in \(path). Restrict the file: `chmod 600 \(ShellWord.path(path))`"
  }

  /// Rejects options for a source other than the one that `--source` names.
  private static func checkConflicts(_ arguments: Arguments) throws(Failure) {
    let foreign: [Option] =
      switch arguments.namedSource {
      case .index?: [.endpoint, .keyFile]
      case .sample?: [.index, .endpoint, .keyFile]
      case .service(let service)?: service.key == nil ? [.index, .keyFile] : [.index]
      case nil: []
      }
    if let option = foreign.first(where: arguments.has) { throw Failure.conflict(.source, option) }
  }

  private static func options(_ arguments: Arguments, in world: World) throws -> SourceConfiguration {
    var options = arguments.source
    options.language = world.language
    options.timeoutGrows = !arguments.has(.timeout)
    options.stores = StoreConfiguration(arguments, in: world)
    if let path = options.groundPath.map(world.indexPath(named:)) {
      guard world.files.exists(path) else { throw Failure.indexMissing(path) }
      options.groundPath = path
    } else {
      options.groundPaths = [world[variable: .index]].compactMap(\.self)
      options.groundDirectory = world.dataDirectory
    }
    options.sendsBeyondAllowance = arguments.has(.beyondQuota)
    let indexPaths = arguments.indexPaths.map(world.indexPath(named:))
    options.source = arguments.namedSource
    if arguments.fetches, let service = world.services.fetched {
      options.source = .service(service)
    } else if options.source == nil, indexPaths.isEmpty, ![.source, .keyFile].contains(where: arguments.has),
      let word = world[variable: .source]
    {
      guard world.services.sourceWords.contains(word) else {
        let nearest = world.services.nearestSource(to: word)
        throw Failure.sourceUnknown(word, nearest: nearest, world.services.sourceWords)
      }
      let source = Source(name: word, among: world.services)
      if source?.isMetered == true || !arguments.has(.endpoint) { options.source = source }
    }
    // An option about the service or its key selects the service, so no other source may be used.
    let namesService = arguments.has(.endpoint) || arguments.has(.keyFile)
    if options.source == nil, namesService, let service = world.services.keyed { options.source = .service(service) }
    if !indexPaths.isEmpty, options.source == nil || options.source == .index { options.source = .index(indexPaths) }
    // Service options apply to the selected service, or otherwise to the one that has an API key.
    guard let service = options.source?.service ?? world.services.keyed else { return options }
    apply(service, to: &options, arguments, in: world)
    if options.source?.isMetered ?? true { options[service].key = try key(of: service, arguments, in: world) }
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
    let requestDefaults = service.requestDefaults
    if !arguments.has(.timeout) { options.timeout = requestDefaults.timeout }
    if !arguments.has(.retries) { options.retries = requestDefaults.retries }
    guard !arguments.has(.cacheLifetime), !arguments.has(.noCache) else { return }
    options.stores.cacheLifetime = requestDefaults.responseLifetime
    options.stores.nameCacheLifetime = requestDefaults.nameLifetime
  }

  private static func key(of service: Service, _ arguments: Arguments, in world: World) throws -> APIKey? {
    guard let kind = service.key else { return nil }
    if let path = arguments.keyPath {
      if path == "-", world.inputIsTerminal {
        Console(world: world).say("Reading the key from standard input. Press Enter and Ctrl-D after it.")
      }
      let bytes: [UInt8]
      do { bytes = try world.files.contents(of: path, limit: 4_096) } catch {
        throw world.files.mayBeKey(path) ? error.keyFileNotRead(kind) : Failure(error)
      }
      if let key = KeyParser(variable: kind.variable).key(in: String(decoding: bytes, as: UTF8.self)) { return key }
      throw Failure.keyUnusable(path: path, kind)
    }
    guard let raw = world[variable: kind.variable] else { return nil }
    guard let key = APIKey(raw) else { throw Failure.keyUnusable(path: nil, kind) }
    return key
  }
}
