import Domain

/// Which source a command line and the environment choose, checked.
struct SourceArguments: Sendable {
  /// The options for whoever answers.
  let options: SourceConfiguration
  /// Who answers; `nil` when that cannot be told.
  let route: SourceRoute?
  /// Where the key came from; `nil` without one.
  let keyOrigin: Failure.KeyOrigin?
  /// Where the name of the index came from, if an index answers.
  let indexOrigin: IndexOrigin
  /// The files that are read to answer.
  let files: [OutputGuard.Source]

  /// Where the name of an index can come from.
  enum IndexOrigin: Sendable {
    case option
    case environment
    case standard
  }

  /// Decides who answers; reads the key's file when one is named.
  ///
  /// - Parameters:
  ///   - arguments: What the options say.
  ///   - world: Where the environment and the key's file are.
  /// - Throws: When the options contradict each other or the key cannot be used.
  init(_ arguments: Arguments.Source, in world: World) throws(Failure) {
    try Self.checkConflicts(arguments)
    options = try Self.options(arguments, in: world)
    let key = arguments.keyPath.map { OutputGuard.Source($0, as: .key) }
    route = try? SourceRoute(choosing: options, fileExists: world.files.exists)
    files = [key, route?.indexPath.map { OutputGuard.Source($0, as: .index) }].compactMap(\.self)
    indexOrigin = arguments.indexPath != nil ? .option : world[variable: .index] == nil ? .standard : .environment
    keyOrigin = options.key == nil ? nil : arguments.keyPath.map { .file($0) } ?? .environment
  }

  /// Descriptors that asking a service takes beside the queries: timers, events, name lookup, and the files of a run.
  static let descriptorsOfService = 24

  /// Refuses to begin what would end the process for want of descriptors.
  ///
  /// - Parameter world: Where the descriptors are counted.
  /// - Throws: When too few are left.
  func checkDescriptors(in world: World) throws(Failure) {
    guard let left = world.descriptorsLeft else { return }
    // Beside them a connection; a source that is a file needs a few.
    let needed = route == .kakao ? Self.descriptorsOfService + 1 : 8
    guard left >= needed else { throw .descriptorsMissing(left: left, needed: needed) }
  }

  /// Refuses options of one source beside another.
  private static func checkConflicts(_ arguments: Arguments.Source) throws(Failure) {
    let foreign: [(Option, isGiven: Bool)] =
      switch arguments.choice {
      case .index: [(.endpoint, arguments.endpoint != nil), (.keyFile, arguments.keyPath != nil)]
      case .sample:
        [
          (.index, arguments.indexPath != nil), (.endpoint, arguments.endpoint != nil),
          (.keyFile, arguments.keyPath != nil),
        ]
      case .kakao: [(.index, arguments.indexPath != nil)]
      case .auto, nil: []
      }
    for (option, isGiven) in foreign where isGiven { throw .usage(.conflict(.source, option)) }
  }

  private static func options(_ arguments: Arguments.Source, in world: World) throws(Failure) -> SourceConfiguration {
    var options = SourceConfiguration()
    options.choice = arguments.choice ?? options.choice
    options.indexPath = arguments.indexPath
    options.language = world.language
    options.endpoint = arguments.endpoint ?? world[variable: .endpoint]
    options.timeout = arguments.timeout ?? options.timeout
    options.timeoutGrows = arguments.timeout == nil
    options.retries = arguments.retries ?? options.retries
    options.requestsPerSecond = arguments.requestsPerSecond ?? options.requestsPerSecond
    options.maximumRequests = arguments.maximumRequests
    options.requestBudget = arguments.requestBudget
    options.stores = StoreConfiguration(arguments, in: world)
    // Whoever names the service's address or a key's file means the service: no other source may step in.
    let namesService = arguments.endpoint != nil || arguments.keyPath != nil
    if options.choice == .auto, namesService { options.choice = .kakao }
    let mayAskService = options.choice == .kakao || (options.choice == .auto && options.indexPath == nil)
    if mayAskService { options.key = try key(arguments, in: world) }
    try chooseDefaultIndex(for: &options, in: world)
    return options
  }

  private static func key(_ arguments: Arguments.Source, in world: World) throws(Failure) -> APIKey? {
    if let path = arguments.keyPath {
      if path == "-", world.inputIsTerminal {
        Console(world: world).say("reading the key from the terminal; end it with a new line and Ctrl-D")
      }
      let bytes: [UInt8]
      do { bytes = try world.files.contents(of: path, limit: 4_096) } catch { throw .file(error) }
      guard let key = KeyText.key(in: String(decoding: bytes, as: UTF8.self)) else { throw .keyUnusable(.file(path)) }
      return key
    }
    guard let raw = world[variable: .key] else { return nil }
    guard let key = APIKey(raw) else { throw .keyUnusable(.environment) }
    return key
  }

  /// Names the index that answers when nothing else does.
  ///
  /// An index that the environment names must be there; the default one may be missing.
  private static func chooseDefaultIndex(for options: inout SourceConfiguration, in world: World) throws(Failure) {
    let named = world[variable: .index]
    options.defaultIndexPath = named ?? world.defaultIndexPath
    guard options.indexPath == nil else { return }
    switch options.choice {
    case .auto where options.key == nil: options.indexPath = named
    case .index:
      options.indexPath = named ?? world.defaultIndexPath
      if options.indexPath == nil { throw .usage(.indexUnnamed) }
    default: break
    }
  }
}

extension SourceRoute {
  /// The index file that answers; `nil` for another source.
  fileprivate var indexPath: String? {
    guard case .index(let path) = self else { return nil }
    return path
  }
}

extension World {
  /// Where the default index file lies; `nil` when there is no home.
  var defaultIndexPath: String? {
    let directory = self[variable: .dataHome] ?? self[variable: .home].map { $0 + "/.local/share" }
    // A relative path in XDG_DATA_HOME is to be ignored (XDG Base Directory Specification 0.8).
    guard let directory, directory.hasPrefix("/") else { return nil }
    return directory + "/placefind/places.pfx"
  }
}
