import Domain
import Synchronization

/// Opens the sources that some options choose.
///
/// A class with a lock, because the parts of a command, and questions that overlap, share it.
final class SourceDesk: Sendable {
  /// What `Result` would be, whose type takes as long to make as a twentieth of a query.
  private enum Given: Sendable {
    case options(SourceOptions)
    case refused(any Error)
  }

  private struct Opened: Sendable {
    var given: Given?
    /// The source of questions that are not known yet, which is the source of the most.
    var first: OpenedSource?
    /// The use cases of the stores, where no source can be chosen.
    var stores: (any UseCaseProvider)?
  }

  let arguments: Arguments
  let world: World
  let makeProvider: CommandEntry.ProviderMaker
  private let shelf: SourceShelf
  private let warn: @Sendable (String) -> Void
  private let opened = Mutex(Opened())

  /// Opens nothing yet.
  ///
  /// - Parameters:
  ///   - arguments: The options.
  ///   - world: The environment, and the files.
  ///   - makeProvider: Makes the use cases over a source.
  ///   - shelf: The sources that are open already.
  ///   - warn: Reports what the user should know at once: who can read the key, how long requests wait.
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

  /// The use cases; where no source can be chosen, those of the stores of this machine.
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

  /// Chooses the source, and opens it unless it is open.
  ///
  /// - Parameter queries: What it is to answer, as far as that is known.
  /// - Returns: The source, with the use cases that all who chose it share.
  /// - Throws: When none can be chosen.
  func open(about queries: [PlaceQuery] = []) throws -> OpenedSource {
    try opened.withLock { opened in
      let given = try given(&opened)
      guard !queries.isEmpty, given.dependsOnQueries else { return try first(&opened) }
      return try source(given, about: queries)
    }
  }

  /// Allows a query a number of requests, from the next source that is opened on.
  func allow(requests: Int) {
    opened.withLock { opened in
      guard case .options(var given)? = opened.given else { return }
      given.configuration.maximumRequests = requests
      opened.given = .options(given)
      opened.first = nil
    }
  }

  /// Whether other questions may have another source; `false` where none can be chosen.
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
      // A key is read once, also where it cannot be used: standard input gives it once.
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
