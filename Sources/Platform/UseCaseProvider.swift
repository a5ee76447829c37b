public import Domain
import Foundation

/// Makes the use cases over whichever source the configuration leads to.
///
/// Nothing is opened or sent before a use case is made. Copies share the pace towards the service, so a process makes
/// one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  private let configuration: PlatformConfiguration
  private let pacer: RequestPacer
  private let answerTime = AnswerTime()
  private let breaker = QuotaBreaker()
  private let radiusRule = RadiusRuleMemory()

  /// Makes a provider.
  ///
  /// - Parameter configuration: Which source, and how to ask it.
  public init(configuration: PlatformConfiguration) {
    self.configuration = configuration
    pacer = RequestPacer(requestsPerSecond: configuration.source.requestsPerSecond, time: .system)
  }

  /// Makes the use case that answers one page.
  public func makeFindPlaceUseCase() throws(PlaceSearchError) -> any FindPlaceUseCase {
    switch try SourceRoute(choosing: configuration.source) {
    case .kakao(let key): try kakaoPlaces(key: key)
    case .index(let path): try IndexSource.open(path: path, language: configuration.source.language)
    case .sample: try IndexSource.sample()
    }
  }

  /// Makes the use case that collects places up to a limit.
  public func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase {
    switch try SourceRoute(choosing: configuration.source) {
    case .kakao(let key): try kakaoPlaces(key: key)
    case .index(let path): try IndexSource.open(path: path, language: configuration.source.language)
    case .sample: try IndexSource.sample()
    }
  }

  /// Makes the use case that builds index files.
  public func makeBuildIndexUseCase() -> any BuildIndexUseCase { IndexFiles() }

  /// Makes the use case that looks into index files.
  public func makeInspectIndexUseCase() -> any InspectIndexUseCase { IndexFiles() }

  private func kakaoPlaces(key: APIKey) throws(PlaceSearchError) -> KakaoPlaces {
    let environment = ProcessInfo.processInfo.environment
    let mask = SecretMask(key: key, proxies: Self.proxyNames.compactMap { environment[$0] })
    let address: ServiceAddress
    do {
      address = try ServiceAddress(configuration.source.endpoint ?? KakaoRequest.serviceAddress)
    } catch {
      throw mask.masked(error)
    }
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
      radiusRule: radiusRule
    )
    return KakaoPlaces(
      client: client,
      timeout: configuration.source.timeout,
      growth: configuration.source.timeoutGrows ? Self.growth(at: configuration.source.requestsPerSecond) : nil,
      maximumRequests: configuration.source.maximumRequests
    )
  }

  /// The time that a request of a large area is worth waiting for: a fifth of a second, or twice what the pace makes of it.
  private static func growth(at requestsPerSecond: Double) -> Duration {
    guard requestsPerSecond > 0 else { return .milliseconds(200) }
    return max(.milliseconds(200), .seconds(2 / max(requestsPerSecond, RequestPace.least)))
  }

  /// Where the environment names proxies, as libcurl reads them.
  private static let proxyNames = ["http_proxy", "https_proxy", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "ALL_PROXY"]
}
