public import Domain
import Foundation
import PlaceIndex
import Synchronization

/// Makes the use cases for the source that the configuration selects.
///
/// Nothing is opened or sent before a use case is made. Copies share the opened source, the pace of its service and the
/// count of its requests, so a process makes one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  /// All services, in the order of the help.
  public static let services = ServiceSource.all.map(\.service)

  let configuration: PlatformConfiguration
  private let places = SharedPlaces()
  private let source = Shared<any PlaceSource>()
  private let gate = Shared<RequestGate>()
  private let responseStore = Shared<ResponseStore>()
  private let secretMask = Shared<SecretMask>()
  /// The service whose quota and cache are reported: the selected one, or else the first.
  private let service: Service
  private let stores: Stores

  /// Makes a provider.
  ///
  /// - Parameter configuration: The source, and how to query it.
  public init(configuration: PlatformConfiguration) {
    self.configuration = configuration
    if case .service(let chosen)? = try? SourceRoute(choosing: configuration.source) {
      service = chosen
    } else {
      service = Self.services[0]
    }
    stores = Stores(
      configuration: configuration.source.stores,
      service: service,
      key: configuration.source[service].key,
      clock: .system,
      isBounded: !configuration.source.sendsBeyondAllowance
    )
  }

  /// Opens the selected source.
  ///
  /// Waiting for an index that comes through a pipe doesn't block a shared thread.
  public func open() async throws(PlaceSearchError) {
    guard case .index(let paths) = try SourceRoute(choosing: configuration.source) else { return }
    try await places.prepare(paths) { [self] () throws(PlaceSearchError) in try makeIndex(paths) }
  }

  /// Makes the use case that finds places.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase {
    try openSource()
  }

  /// Makes the use case that finds places by text and addresses by coordinate.
  public func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCase {
    if let fetched = try openFetched() { return fetched }
    return try openSource()
  }

  /// The absolute paths of the index files that the user named.
  private var indexPaths: [String] {
    configuration.source.indexPaths.filter { $0 != "-" && !$0.hasPrefix("/dev/") }.map(NamedInput.absolute)
  }

  /// Makes the use case that estimates costs and names the source.
  ///
  /// A service needs no key for it.
  public func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCase {
    switch try SourceRoute(choosing: configuration.source) {
    case .service(let service):
      _ = try addresses(of: service)
      return ServiceSource.of(service).makeCosts(configuration.source)
    case .index(let paths): return try openIndex(paths)
    case .sample: return try openSample()
    }
  }

  /// Makes the use case that downloads the places of an area.
  public func makeFetchIndexUseCase() throws(PlaceSearchError) -> (any FetchIndexUseCase)? {
    guard case .service(let service) = try SourceRoute(choosing: configuration.source),
      let makeFetch = ServiceSource.of(service).makeFetch
    else { return nil }
    return makeFetch(connection(at: try addresses(of: service)))
  }

  /// The queries, locations and places of the user on this machine.
  public var remembered: any RememberUseCase {
    LocalMemory(
      stores: stores,
      indexPaths: { [self] in indexPaths },
      served: { [self] (id) async throws(PlaceSearchError) in try await servedPlace(withID: id) },
      index: { [self] () throws(PlaceSearchError) in
        switch try? SourceRoute(choosing: configuration.source) {
        case .service, nil: nil
        case .index(let paths): try openIndex(paths)
        case .sample: try openSample()
        }
      }
    )
  }

  /// The requests to services, their quotas and their cached responses.
  public var account: any AccountUseCase {
    ServiceAccount(
      gate: requestGate,
      calls: stores.calls,
      otherCalls: Self.services.filter { $0 != service }.map(stores.makeCalls),
      responses: responses,
      layer: configuration.transferLayer,
      checkAddresses: { [self] () throws(PlaceSearchError) in _ = try addresses(of: service) },
      makeSilentSource: { [self] () throws(PlaceSearchError) in
        try ServiceSource.of(service).makeSource(unasked(at: try addresses(of: service)))
      }
    )
  }

  /// Builds, describes and verifies index files, and reads tables like an index build.
  public var indexes: any IndexUseCase & ReadTableUseCase { IndexFiles(pathNames: Self.pathNames) }

  /// The services' names of kinds in their category paths, which also occur in files of their responses.
  private static var pathNames: [Service.KindName] { ServiceSource.all.flatMap { $0.service.knowledge.kinds() } }

  /// All indexes in which names are looked up: the current one and those downloaded; `nil` if there is only one.
  private func openFetched() throws(PlaceSearchError) -> IndexedPlaces? {
    guard let directory = configuration.source.fetchedDirectory else { return nil }
    var all = IndexFiles.covering(in: directory)
    guard !all.isEmpty else { return nil }
    // The current index comes first; it may be a downloaded one.
    if case .index(let paths) = try SourceRoute(choosing: configuration.source), let first = paths.first {
      all.removeAll { $0.path == first }
      all.insert((first, try openIndex(paths).index), at: 0)
    }
    return all.first.map { IndexedPlaces(index: $0.index, others: all.dropFirst().map(\.index), source: .index) }
  }

  private func openSource() throws(PlaceSearchError) -> any PlaceSource {
    switch try SourceRoute(choosing: configuration.source) {
    case .service(let service):
      let addresses = try addresses(of: service)
      return try source.value { () throws(PlaceSearchError) in
        try ServiceSource.of(service).makeSource(connection(at: addresses))
      }
    case .index(let paths): return try openIndex(paths)
    case .sample: return try openSample()
    }
  }

  var responses: ResponseStore { responseStore.value(stores.makeResponses) }

  func connection(at addresses: [ServiceAddress]) -> ServiceConnection {
    ServiceConnection(
      service: service,
      configuration: configuration.source,
      settings: configuration.source[service],
      exchange: URLSessionExchange(
        layer: configuration.transferLayer,
        connectTimeout: configuration.source.connectTimeout
      ),
      addresses: addresses,
      userAgent: configuration.userAgent,
      mask: mask,
      gate: requestGate,
      responses: responses,
      calls: stores.calls
    )
  }

  /// A connection that sends nothing and needs no key.
  private func unasked(at addresses: [ServiceAddress]) -> ServiceConnection {
    var connection = connection(at: addresses)
    connection.settings.key = connection.settings.key ?? APIKey("none")
    connection.sendsRequests = false
    return connection
  }

  private func openSample() throws(PlaceSearchError) -> IndexedPlaces {
    try places.value { () throws(PlaceSearchError) in try IndexSource.sample() }
  }

  private func openIndex(_ paths: [String]) throws(PlaceSearchError) -> IndexedPlaces {
    try places.value { () throws(PlaceSearchError) in try makeIndex(paths) }
  }

  private func makeIndex(_ paths: [String]) throws(PlaceSearchError) -> IndexedPlaces {
    let others = Array(paths.dropFirst())
    var rules = ImportRules()
    rules.language = configuration.source.language
    rules.pathNames = Self.pathNames
    return try IndexSource.open(path: paths.first ?? "", others: others, rules: rules)
  }

  private var requestGate: RequestGate {
    gate.value {
      let rate = configuration.source[service].requestsPerSecond
      return RequestGate(requestsPerSecond: rate, budget: configuration.source.requestBudget, time: .system)
    }
  }

  func addresses(of service: Service) throws(PlaceSearchError) -> [ServiceAddress] {
    let settings = configuration.source[service]
    var addresses: [ServiceAddress] = []
    for address in service.addresses {
      do { addresses.append(try ServiceAddress(settings.url(of: address), example: address.url)) } catch {
        throw mask.masked(error)
      }
    }
    return addresses
  }

  private var mask: SecretMask {
    secretMask.value {
      SecretMask(key: configuration.source[service].key, echoMarks: service.key?.echoMarks ?? [], proxies: Self.proxies)
    }
  }

  /// The environment variables of proxies.
  ///
  /// `HTTP_PROXY`, which libcurl ignores, may contain a password.
  private static let proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]

  private static var proxies: [String] {
    // One at a time, because decoding the whole environment takes half as long as an index query.
    proxyNames.compactMap { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
  }
}
