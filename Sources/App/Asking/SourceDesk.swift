import Domain
import Synchronization

/// Opens the sources that the options select.
///
/// A lock, because the parts of a command and concurrent queries share it.
final class SourceDesk: Sendable {
  /// Like `Result`, without instantiating generic metadata at launch, which takes a twentieth of a query.
  private enum Given: Sendable {
    case options(SourceOptions)
    case refused(any Error)
  }

  private struct Opened: Sendable {
    var given: Given?
    /// The source used when the query isn't known yet, which is the source of most queries.
    var first: OpenedSource?
    /// The use cases of the stores, if no source can be selected.
    var stores: (any UseCaseProvider)?
  }

  let arguments: Arguments
  let world: World
  let makeProvider: CommandEntry.ProviderMaker
  private let shelf: SourceShelf
  private let warn: @Sendable (String) -> Void
  private let opened = Mutex(Opened())

  /// Makes a resolver without opening anything.
  ///
  /// - Parameters:
  ///   - arguments: The options.
  ///   - world: The environment and the files.
  ///   - makeProvider: Makes the use cases for a source.
  ///   - shelf: The sources that are already open.
  ///   - warn: Reports urgent notices: others can read the key file, or requests wait.
  init(
    _ arguments: Arguments,
    in world: World,
    makeProvider: @escaping CommandEntry.ProviderMaker,
    on shelf: SourceShelf = SourceShelf(),
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.arguments = arguments
    self.world = world
    self.makeProvider = makeProvider
    self.shelf = shelf
    self.warn = warn
  }

  /// The use cases; if no source can be selected, only the ones of the stores work.
  var provider: any UseCaseProvider {
    opened.withLock { opened in
      if let source = try? first(&opened) { return source.provider }
      if let stores = opened.stores { return stores }
      var configuration = SourceConfiguration()
      configuration.stores = StoreConfiguration(arguments, in: world)
      let made = makeProvider(configuration)
      opened.stores = made
      return made
    }
  }

  /// Selects the source, and opens it unless it is open.
  ///
  /// - Parameter queries: The queries, as far as they are known.
  /// - Returns: The source, with use cases shared by everyone who selects it.
  /// - Throws: If no source can be selected.
  func open(about queries: [PlaceQuery] = []) throws -> OpenedSource {
    try opened.withLock { opened in
      let given = try given(&opened)
      guard !queries.isEmpty, given.dependsOnQueries else { return try first(&opened) }
      return try source(given, about: queries)
    }
  }

  /// Sets the maximum number of requests per query for sources opened from now on.
  func allow(requests: Int) {
    opened.withLock { opened in
      guard case .options(var given)? = opened.given else { return }
      given.configuration.maximumRequests = requests
      opened.given = .options(given)
      opened.first = nil
    }
  }

  /// Whether other queries may have another source; `false` if no source can be selected.
  var dependsOnQueries: Bool {
    opened.withLock { opened in (try? given(&opened).dependsOnQueries) ?? false }
  }

  private func given(_ opened: inout Opened) throws -> SourceOptions {
    switch opened.given {
    case .options(let given)?: return given
    case .refused(let error)?: throw error
    case nil: break
    }
    do {
      let given = try SourceOptions(arguments, in: world)
      opened.given = .options(given)
      given.keyWarning.map(warn)
      return given
    } catch {
      // A key is read only once, even if it is unusable, because standard input returns it once.
      opened.given = .refused(error)
      throw error
    }
  }

  private func first(_ opened: inout Opened) throws -> OpenedSource {
    if let first = opened.first { return first }
    let first = try source(given(&opened), about: [])
    opened.first = first
    return first
  }

  private func source(_ given: SourceOptions, about queries: [PlaceQuery]) throws(Failure) -> OpenedSource {
    let settings = try SourceArguments(given, about: queries) {
      (shelf.any ?? makeProvider(SourceConfiguration())).indexes
    }
    let provider = shelf.provider(for: settings, makeProvider)
    if case .service(let service) = settings.route {
      provider.account.observeWaits { [warn] wait in warn(service.busySentence(wait)) }
    }
    return OpenedSource(settings: settings, provider: provider)
  }
}
