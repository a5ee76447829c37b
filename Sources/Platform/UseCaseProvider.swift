public import Domain
import Foundation
import Synchronization

/// Makes the use cases over the source that the configuration selects.
///
/// Nothing is opened or sent before a use case is made. Copies share the opened source, the pace towards the service and
/// the count of its requests, so a process makes one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  private let configuration: PlatformConfiguration
  private let opened = OpenedSources()
  /// The service whose quota and cache are reported: the chosen one, else the first.
  private let service: Service
  private let stores: Stores

  /// Makes a provider.
  ///
  /// - Parameter configuration: Which source, and how to ask it.
  public init(configuration: PlatformConfiguration) {
    self.configuration = configuration
    if case .service(let chosen)? = try? SourceRoute(choosing: configuration.source) {
      service = chosen
    } else {
      service = Service.all[0]
    }
    stores = Stores(
      configuration: configuration.source.stores,
      service: service,
      key: configuration.source.key,
      clock: .system
    )
  }

  /// Makes the use case that answers one page.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase {
    stores.recording(try openSource())
  }

  /// Makes the use case that collects places up to a limit.
  public func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase {
    stores.recording(try openSource())
  }

  /// Makes the use case that estimates the cost of a query; the service needs no key for it.
  public func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase { try describeSource() }

  /// Makes the use case that names the source of the answers; the service needs no key for it.
  public func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase { try describeSource() }

  /// Makes the use case that reports how the requests of this provider's use cases went.
  public func makeReportRequestsUseCase() -> any ReportRequestsUseCase { serviceState.tally }

  /// Makes the use case that finds the place that a text names.
  public func makeLocateTextUseCase() throws(PlaceSearchError) -> any LocateTextUseCase {
    stores.recordingCandidates(try openSource())
  }

  /// Makes the use case that finds the address of a coordinate.
  public func makeDescribeCoordinateUseCase() throws(PlaceSearchError) -> any DescribeCoordinateUseCase {
    try openSource()
  }

  /// Makes the use case that keeps positions by name.
  public func makeKeepPositionsUseCase() -> any KeepPositionsUseCase { stores.positions }

  /// Makes the use case that lists the queries that were asked.
  public func makeReviewHistoryUseCase() -> any ReviewHistoryUseCase { stores.history }

  /// Makes the use case that finds a place again.
  public func makeRecallPlaceUseCase() -> any RecallPlaceUseCase {
    Recollection(answers: stores.answers, saved: stores.saved) { [self] () throws(PlaceSearchError) in
      switch try SourceRoute(choosing: configuration.source) {
      case .service: nil
      case .index(let path): try openIndex(path)
      case .sample: try openSample()
      }
    }
  }

  /// Makes the use case that keeps places.
  public func makeSavePlacesUseCase() -> any SavePlacesUseCase { stores.saved }

  /// Makes the use case that manages the cache of answers.
  public func makeManageCacheUseCase() -> any ManageCacheUseCase { stores.makeCache() }

  /// Makes the use case that checks whether an answer of the service is cached; it needs no key.
  public func makeCheckCacheUseCase() throws(PlaceSearchError) -> any CheckCacheUseCase {
    KeptAnswers(cache: stores.makeCache(), service: service, address: try address(of: service))
  }

  /// Makes the use case that reports how much of the quota was used.
  public func makeInspectQuotaUseCase() -> any InspectQuotaUseCase { stores.calls }

  /// Makes the use case that reports what could not be stored while queries were answered.
  public func makeReportStoreErrorsUseCase() -> any ReportStoreErrorsUseCase { stores.log }

  /// Makes the use case that builds index files.
  public func makeBuildIndexUseCase() -> any BuildIndexUseCase { IndexFiles() }

  /// Makes the use case that describes index files.
  public func makeInspectIndexUseCase() -> any InspectIndexUseCase { IndexFiles() }

  /// Makes the use case that verifies index files.
  public func makeVerifyIndexUseCase() -> any VerifyIndexUseCase { IndexFiles() }

  private func openSource() throws(PlaceSearchError) -> any PlaceSource {
    switch try SourceRoute(choosing: configuration.source) {
    case .service(let service):
      let address = try address(of: service)
      let kept = KeptAnswers(cache: stores.makeCache(), service: service, address: address)
      return CachingPlaces(source: try openService(service, at: address), kept: kept)
    case .index(let path): return try openIndex(path)
    case .sample: return try openSample()
    }
  }

  private func openSample() throws(PlaceSearchError) -> IndexedPlaces {
    try opened.places { () throws(PlaceSearchError) in try IndexSource.sample() }
  }

  private func describeSource() throws(PlaceSearchError) -> any ServiceSource.Costs {
    switch try SourceRoute(choosing: configuration.source) {
    case .service(let service):
      _ = try address(of: service)
      return ServiceSource.of(service).makeCosts(configuration.source)
    case .index(let path): return try openIndex(path)
    case .sample: return try openSample()
    }
  }

  private func openIndex(_ path: String) throws(PlaceSearchError) -> IndexedPlaces {
    try opened.places { () throws(PlaceSearchError) in
      try IndexSource.open(path: path, language: configuration.source.language)
    }
  }

  private var serviceState: ServiceState {
    opened.serviceState {
      let source = configuration.source
      return ServiceState(requestsPerSecond: source.requestsPerSecond, budget: source.requestBudget, time: .system)
    }
  }

  private func openService(_ service: Service, at address: ServiceAddress) throws(PlaceSearchError) -> any PlaceSource {
    try opened.service { () throws(PlaceSearchError) in
      try ServiceSource.of(service).makeSource(
        ServiceConnection(
          configuration: configuration.source,
          address: address,
          userAgent: configuration.userAgent,
          mask: mask,
          state: serviceState,
          cache: stores.makeCache(),
          countCall: stores.calls.count
        )
      )
    }
  }

  private func address(of service: Service) throws(PlaceSearchError) -> ServiceAddress {
    let mask = mask
    do {
      return try ServiceAddress(configuration.source.endpoint ?? service.address, example: service.address)
    } catch {
      throw mask.masked(error)
    }
  }

  private var mask: SecretMask { SecretMask(key: configuration.source.key, proxies: Self.proxies) }

  /// Environment variables that name proxies; `HTTP_PROXY`, which libcurl ignores, may hold a password all the same.
  private static let proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]

  private static var proxies: [String] {
    let environment = ProcessInfo.processInfo.environment
    return proxyNames.compactMap { environment[$0] }
  }
}

/// What the use cases of a provider share, made by the first one that needs it: a pipe can be read only once, and an
/// offline query needs no state of the service.
private final class OpenedSources: Sendable {
  private let places = Mutex<IndexedPlaces?>(nil)
  private let source = Mutex<(any PlaceSource)?>(nil)
  private let state = Mutex<ServiceState?>(nil)

  /// Opens the places of an index, a file or the sample, unless they are open.
  func places(
    opening open: () throws(PlaceSearchError) -> IndexedPlaces
  ) throws(PlaceSearchError) -> IndexedPlaces {
    try places.withLock { (places) throws(PlaceSearchError) in
      if let places { return places }
      let opened = try open()
      places = opened
      return opened
    }
  }

  /// Makes the client of the service, unless it is made.
  func service(
    making make: () throws(PlaceSearchError) -> any PlaceSource
  ) throws(PlaceSearchError) -> any PlaceSource {
    try source.withLock { (source) throws(PlaceSearchError) in
      if let source { return source }
      let made = try make()
      source = made
      return made
    }
  }

  /// The state of the service that all queries share.
  func serviceState(making make: () -> ServiceState) -> ServiceState {
    state.withLock { state in
      if let state { return state }
      let made = make()
      state = made
      return made
    }
  }
}
