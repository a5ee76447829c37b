public import Domain
import Foundation
import Synchronization

/// Makes the use cases over whichever source the configuration leads to.
///
/// Nothing is opened or sent before a use case is made. Copies share the opened source, the pace towards the service and
/// the count of its requests, so a process makes one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  private let configuration: PlatformConfiguration
  private let pacer: RequestPacer
  private let answerTime = AnswerTime()
  private let breaker = QuotaBreaker()
  private let radiusRule = RadiusRuleMemory()
  private let tally = RequestTally()
  private let places = OpenedPlaces()

  /// Makes a provider.
  ///
  /// - Parameter configuration: Which source, and how to ask it.
  public init(configuration: PlatformConfiguration) {
    self.configuration = configuration
    pacer = RequestPacer(requestsPerSecond: configuration.source.requestsPerSecond, time: .system)
  }

  /// Makes the use case that answers one page.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase { try openSource() }

  /// Makes the use case that collects places up to a limit.
  public func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase { try openSource() }

  /// Makes the use case that collects places into memory that is used again.
  public func makePackPlacesUseCase() throws(PlaceSearchError) -> any PackPlacesUseCase { try openSource() }

  /// Makes the use case that tells what a query would cost; the service needs no key for it.
  public func makeEstimateCostUseCase() throws(PlaceSearchError) -> any EstimateCostUseCase { try describeSource() }

  /// Makes the use case that tells who is going to answer; the service needs no key for it.
  public func makeDescribeSourceUseCase() throws(PlaceSearchError) -> any DescribeSourceUseCase { try describeSource() }

  /// Makes the use case that tells how the requests of this provider's use cases went.
  public func makeReportRequestsUseCase() -> any ReportRequestsUseCase { tally }

  /// Makes the use case that builds index files.
  public func makeBuildIndexUseCase() -> any BuildIndexUseCase { IndexFiles() }

  /// Makes the use case that looks into index files.
  public func makeInspectIndexUseCase() -> any InspectIndexUseCase { IndexFiles() }

  /// Makes the use case that checks index files.
  public func makeVerifyIndexUseCase() -> any VerifyIndexUseCase { IndexFiles() }

  private func openSource() throws(PlaceSearchError) -> any FindPlaceUseCase & CollectPlacesUseCase & PackPlacesUseCase
  {
    switch try SourceRoute(choosing: configuration.source) {
    case .kakao: try kakaoPlaces()
    case .index(let path): try openIndex(path)
    case .sample: try places.opened { () throws(PlaceSearchError) in try IndexSource.sample() }
    }
  }

  private func describeSource() throws(PlaceSearchError) -> any EstimateCostUseCase & DescribeSourceUseCase {
    switch try SourceRoute(choosing: configuration.source) {
    case .kakao:
      _ = try serviceAddress(SecretMask(key: configuration.source.key, proxies: Self.proxies))
      return KakaoCosts(maximumRequests: configuration.source.maximumRequests)
    case .index(let path): return try openIndex(path)
    case .sample: return try places.opened { () throws(PlaceSearchError) in try IndexSource.sample() }
    }
  }

  private func openIndex(_ path: String) throws(PlaceSearchError) -> IndexedPlaces {
    try places.opened { () throws(PlaceSearchError) in
      try IndexSource.open(path: path, language: configuration.source.language)
    }
  }

  private func kakaoPlaces() throws(PlaceSearchError) -> KakaoPlaces {
    guard let key = configuration.source.key else { throw .keyMissing }
    let mask = SecretMask(key: key, proxies: Self.proxies)
    let address = try serviceAddress(mask)
    let requests = KakaoRequest(address: address, key: key, userAgent: configuration.userAgent)
    let client = KakaoClient(
      exchange: URLSessionExchange(),
      requests: requests,
      retries: configuration.source.retries,
      pacer: pacer,
      answerTime: answerTime,
      time: .system,
      mask: mask,
      breaker: breaker,
      radiusRule: radiusRule,
      tally: tally
    )
    return KakaoPlaces(
      client: client,
      timeout: configuration.source.timeout,
      growth: configuration.source.timeoutGrows ? Self.growth(at: configuration.source.requestsPerSecond) : nil,
      maximumRequests: configuration.source.maximumRequests
    )
  }

  private func serviceAddress(_ mask: SecretMask) throws(PlaceSearchError) -> ServiceAddress {
    do {
      return try ServiceAddress(configuration.source.endpoint ?? KakaoRequest.serviceAddress)
    } catch {
      throw mask.masked(error)
    }
  }

  /// The time that a request of a large area is worth waiting for: a fifth of a second, or twice what the pace makes of it.
  private static func growth(at requestsPerSecond: Double) -> Duration {
    guard requestsPerSecond > 0 else { return .milliseconds(200) }
    return max(.milliseconds(200), .seconds(2 / max(requestsPerSecond, RequestPace.least)))
  }

  /// Where the environment names proxies, as libcurl reads them.
  private static let proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]

  private static var proxies: [String] {
    let environment = ProcessInfo.processInfo.environment
    return proxyNames.compactMap { environment[$0] }
  }
}

/// The places of an index, a file or the sample, opened by the first use case that needs them: a pipe can be read once.
private final class OpenedPlaces: Sendable {
  private let places = Mutex<IndexedPlaces?>(nil)

  /// Opens the places unless they are open.
  func opened(
    _ open: () throws(PlaceSearchError) -> IndexedPlaces
  ) throws(PlaceSearchError) -> IndexedPlaces {
    try places.withLock { (places) throws(PlaceSearchError) in
      if let places { return places }
      let opened = try open()
      places = opened
      return opened
    }
  }
}
