public import Domain
import PlaceIndex

/// Makes the use cases over the configured source.
///
/// Nothing is opened or sent before a use case is made. Copies share the opened source, the pace towards the service
/// and the count of its requests, so a process makes one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  /// All services, in the order of the help.
  public static let services = ServiceSource.all.map(\.service)

  let configuration: PlatformConfiguration
  /// The source; `nil` if only the stores are used.
  let source: Source?
  /// The service whose quota and cache are reported: the selected service, or else the first one.
  let service: Service
  let stores: Stores
  let gate = Shared<RequestGate>()
  let responseStore = Shared<ResponseStore>()
  let secretMask = Shared<SecretMask>()
  private let client = Shared<any PlaceSource>()
  private let files = SharedPlaces()

  /// Makes a provider.
  ///
  /// - Parameter configuration: The source and its settings.
  public init(configuration: PlatformConfiguration) {
    self.configuration = configuration
    source = configuration.source.source
    service = source?.service ?? Self.services[0]
    stores = Stores(
      configuration: configuration.source.stores,
      service: service,
      key: configuration.source[service].key,
      clock: .system,
      isBounded: !configuration.source.sendsBeyondAllowance
    )
  }

  /// Opens the source; waits for an index from a pipe without blocking the thread.
  ///
  /// - Throws: An error if the source, or the index named for the streets of maps, can't be read.
  public func open() async throws(PlaceSearchError) {
    try checkGround()
    guard let source else { throw .sourceMissing(Self.services) }
    guard case .index(let paths) = source else { return }
    try await files.prepare(paths) { [self] () throws(PlaceSearchError) in try makeIndex(paths) }
  }

  /// Makes the use case that finds places: a client of the service, or a search of the index.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase { try openSource() }

  /// Makes the use case that finds places by text and addresses by coordinate, in the service, the index or the
  /// downloaded indexes.
  public func makeLocateUseCase() throws(PlaceSearchError) -> any LocateUseCase {
    if let fetched = try openFetched() { return fetched }
    return try openSource()
  }

  /// Makes the use case that estimates costs; it needs no key.
  public func makeEstimateUseCase() throws(PlaceSearchError) -> any EstimateUseCase {
    if let index = try openIndex() { return index }
    guard case .service(let service)? = source else { throw .sourceMissing(Self.services) }
    _ = try addresses(of: service)
    return ServiceSource.of(service).makeCosts(configuration.source)
  }

  /// Makes the use case that downloads the places of an area; `nil` if the service's data may not be stored.
  public func makeFetchIndexUseCase() throws(PlaceSearchError) -> (any FetchIndexUseCase)? {
    guard let service = source?.service, let makeFetch = ServiceSource.of(service).makeFetch else { return nil }
    return makeFetch(connection(at: try addresses(of: service)))
  }

  /// The stores, and the places of the index or the service.
  public var remembered: any RememberUseCase {
    LocalMemory(
      stores: stores,
      findServicePlace: { [self] (id) async throws(PlaceSearchError) in try await servicePlace(withID: id) },
      groundPath: configuration.source.groundPath,
      groundPaths: groundPaths,
      endpoint: source?.service.flatMap { service in
        service.addresses.first.flatMap { configuration.source[service].addresses[$0.variable] }
      },
      index: { [self] () throws(PlaceSearchError) in try openIndex() }
    )
  }

  /// The gate of requests, the counts of calls, and the cached responses.
  public var account: any AccountUseCase {
    ServiceAccount(
      gate: requestGate,
      calls: stores.calls,
      otherCalls: Self.services.filter { $0 != service }.map(stores.makeCalls),
      responses: responses,
      layer: configuration.transferLayer,
      checkAddresses: { [self] () throws(PlaceSearchError) in _ = try addresses(of: service) }
    )
  }

  /// The use case for index files.
  public var indexes: any IndexUseCase { IndexFiles(pathNames: Self.pathNames) }
}

// MARK: - The source

extension UseCaseProvider {
  /// The services' names of kinds in category paths, for files with results of these services.
  private static var pathNames: [Service.KindName] { ServiceSource.all.flatMap { $0.service.hooks.kinds() } }

  private func openSource() throws(PlaceSearchError) -> any PlaceSource {
    if let index = try openIndex() { return index }
    guard case .service(let service)? = source else { throw .sourceMissing(Self.services) }
    let addresses = try addresses(of: service)
    return try client.value { () throws(PlaceSearchError) in
      try ServiceSource.of(service).makeSource(connection(at: addresses))
    }
  }

  /// Returns the index files or the sample; `nil` for another source.
  private func openIndex() throws(PlaceSearchError) -> IndexedPlaces? {
    switch source {
    case .service?, nil: nil
    case .index(let paths)?: try files.value { () throws(PlaceSearchError) in try makeIndex(paths) }
    case .sample?: try files.value { () throws(PlaceSearchError) in try IndexedPlaces.sample() }
    }
  }

  private func makeIndex(_ paths: [String]) throws(PlaceSearchError) -> IndexedPlaces {
    var rules = ImportRules()
    rules.language = configuration.source.language
    rules.pathNames = Self.pathNames
    return try IndexedPlaces.open(paths, rules: rules, coverages: configuration.source.coverages)
  }

  /// Returns the index of the source and the downloaded indexes, in which names are looked up; `nil` to look them up in
  /// the source.
  private func openFetched() throws(PlaceSearchError) -> IndexedPlaces? {
    guard let directory = configuration.source.fetchedDirectory else { return nil }
    var all = IndexFiles.covering(in: directory)
    guard !all.isEmpty else { return nil }
    // The index of the source comes first; it may be one of the downloaded indexes.
    if let path = source?.indexPaths.first, let opened = try openIndex() {
      all.removeAll { $0.path == path }
      all.insert((path, opened.index), at: 0)
    }
    let paths = all.map(\.path)
    return all.first.map { IndexedPlaces(index: $0.index, others: all.dropFirst().map(\.index), source: .index(paths)) }
  }
}
