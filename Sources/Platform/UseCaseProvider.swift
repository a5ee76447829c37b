public import Domain

/// Makes the use cases over whichever source the configuration leads to.
///
/// Nothing is opened or sent before a use case is made. Copies share the pace towards the service, so a process makes
/// one provider.
public struct UseCaseProvider: Domain::UseCaseProvider {
  private let configuration: PlatformConfiguration
  private let pacer: RequestPacer
  private let answerTime = AnswerTime()

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
    case .index(let path): try IndexSource.open(path: path)
    case .sample: try IndexSource.sample()
    }
  }

  /// Makes the use case that collects places up to a limit.
  public func makeCollectPlacesUseCase() throws(PlaceSearchError) -> any CollectPlacesUseCase {
    switch try SourceRoute(choosing: configuration.source) {
    case .kakao(let key): try kakaoPlaces(key: key)
    case .index(let path): try IndexSource.open(path: path)
    case .sample: try IndexSource.sample()
    }
  }

  /// Makes the use case that builds index files.
  public func makeBuildIndexUseCase() -> any BuildIndexUseCase { IndexFiles() }

  /// Makes the use case that looks into index files.
  public func makeInspectIndexUseCase() -> any InspectIndexUseCase { IndexFiles() }

  private func kakaoPlaces(key: APIKey) throws(PlaceSearchError) -> KakaoPlaces {
    let address = try ServiceAddress(configuration.source.endpoint ?? KakaoRequest.serviceAddress)
    let requests = KakaoRequest(address: address, key: key, userAgent: configuration.userAgent)
    let client = KakaoClient(
      exchange: URLSessionExchange(),
      requests: requests,
      retries: configuration.source.retries,
      pacer: pacer,
      answerTime: answerTime,
      time: .system
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
    max(.milliseconds(200), requestsPerSecond > 0 ? .seconds(2 / requestsPerSecond) : .zero)
  }
}
