import Domain
import Synchronization

/// Resolves the sources that some options choose, and makes their use cases.
///
/// A class with a lock, because the parts of a command, and queries that overlap, share it.
final class SourceResolver: Sendable {
  /// The settings, or the reason why they are invalid.
  ///
  /// It isn't a `Result`, because that would instantiate generic metadata at launch (Decisions).
  private enum Settings: Sendable {
    case read(SourceConfiguration)
    case refused(any Error)
  }

  private struct State: Sendable {
    var settings: Settings?
    /// The source of queries that aren't known yet, which most queries use.
    var first: ResolvedSource?
    /// The use cases of the stores, if no source can be selected.
    var stores: (any UseCaseProvider)?
    /// The errors of indexes that were reported.
    var reported: [IndexFileError] = []
  }

  let arguments: Arguments
  let world: World
  let makeProvider: CommandEntry.ProviderMaker
  let cache: ProviderCache
  private let warn: @Sendable (Notice) -> Void
  private let state = Mutex(State())

  /// Makes a resolver, which reads nothing yet.
  ///
  /// - Parameters:
  ///   - arguments: The options.
  ///   - world: The environment and the files.
  ///   - makeProvider: Makes the use cases over a source.
  ///   - cache: The use cases over the sources that are already open.
  ///   - warn: Receives warnings to show at once: others can read the key, or requests wait for a busy service.
  init(
    _ arguments: Arguments,
    in world: World,
    makeProvider: @escaping CommandEntry.ProviderMaker,
    sharing cache: ProviderCache = ProviderCache(),
    warn: @escaping @Sendable (Notice) -> Void
  ) {
    self.arguments = arguments
    self.world = world
    self.makeProvider = makeProvider
    self.cache = cache
    self.warn = warn
  }

  /// The use cases; only the stores of this machine work if no source can be selected.
  var provider: any UseCaseProvider {
    if let source = try? open() { return source.provider }
    if let stores = state.withLock({ $0.stores }) { return stores }
    var configuration = SourceConfiguration()
    configuration.stores = StoreConfiguration(arguments, in: world)
    let made = makeProvider(configuration)
    return state.withLock { state in
      let stores = state.stores ?? made
      state.stores = stores
      return stores
    }
  }

  /// Resolves the source of some queries, or returns it if it is already resolved.
  ///
  /// - Parameter queries: The queries to answer, as far as they are known.
  /// - Returns: The source, with use cases that all queries of this source share.
  /// - Throws: An error if no source can be selected.
  func open(about queries: [PlaceQuery] = []) throws -> ResolvedSource {
    let settings = try settings()
    guard queries.isEmpty || settings.source != nil else { return try resolved(settings, about: queries) }
    if let first = state.withLock({ $0.first }) { return first }
    let resolved = try resolved(settings, about: [])
    return state.withLock { state in
      let first = state.first ?? resolved
      state.first = first
      return first
    }
  }

  /// Sets the maximum number of requests per query, for sources that are opened from now on.
  func allow(requests: Int) {
    state.withLock { state in
      guard case .read(var settings)? = state.settings else { return }
      settings.maximumRequests = requests
      state.settings = .read(settings)
      state.first = nil
    }
  }

  /// Whether the source depends on the query; `false` if no source can be selected.
  var dependsOnQueries: Bool { (try? settings().source == nil) ?? false }

  /// Returns the settings from the options and the environment; the source is `nil` if none is named.
  private func settings() throws -> SourceConfiguration {
    if let settings = state.withLock({ $0.settings }) { return try Self.value(of: settings) }
    // Without the lock, because a key on standard input may arrive late. A rejected key isn't read again.
    let read: Settings
    do { read = .read(try SourceConfiguration(arguments, in: world)) } catch { read = .refused(error) }
    let (settings, isFirst) = state.withLock { state in
      let isFirst = state.settings == nil
      let settings = state.settings ?? read
      state.settings = settings
      return (settings, isFirst)
    }
    let value = try Self.value(of: settings)
    if isFirst, let warning = value.keyWarning(arguments, in: world) { warn(Notice(warning)) }
    return value
  }

  /// Warns of downloaded indexes that can't be read, once of each.
  func warn(of unreadable: [IndexFileError]) {
    let new = state.withLock { state in
      let known = state.reported.count
      for error in unreadable where !state.reported.contains(error) { state.reported.append(error) }
      return state.reported[known...]
    }
    for error in new { warn(Notice(Failure(error).adding("It isn't searched.").wording)) }
  }

  private static func value(of settings: Settings) throws -> SourceConfiguration {
    switch settings {
    case .read(let configuration): return configuration
    case .refused(let error): throw error
    }
  }

  private func resolved(_ settings: SourceConfiguration, about queries: [PlaceQuery]) throws(Failure) -> ResolvedSource
  {
    let choice = try choice(by: settings, about: queries)
    var configuration = settings
    configuration.source = choice.source
    configuration.fetchedDirectory = choice.namesDirectory
    for path in choice.source.indexPaths {
      if let coverage = try world.coverage(ofExtractAt: path) { configuration.coverages.append(coverage) }
    }
    let provider = cache.provider(for: configuration, makeProvider)
    if case .service(let service) = choice.source {
      provider.account.observeWaits { [warn] wait in warn(Notice(service.busySentence(wait))) }
    }
    return ResolvedSource(choice, configuration, about: queries, by: self, provider: provider)
  }
}
