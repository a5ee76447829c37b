package import Domain

extension Service {
  /// Kakao Local, which has places in South Korea.
  ///
  /// Source: developers.kakao.com, Local, and its quota page (read 2026-11-21).
  package static let kakao = Service(
    name: "kakao",
    title: "Kakao",
    fullTitle: "Kakao Local",
    addresses: [
      .init(
        variable: "PLACEFIND_ENDPOINT",
        url: "https://dapi.kakao.com",
        summary: "address of the service, as --endpoint"
      )
    ],
    key: ServiceKey(variable: "KAKAO_REST_API_KEY", term: "REST API key", owner: "your Kakao app"),
    calls: [.category, .keyword, .address, .coord2address, .coord2regioncode],
    monthlyAllowance: 3_000_000,
    // Nine hours, without daylight saving time.
    quotaDay: Service.QuotaDay(clock: "in Korea", secondsAheadOfUTC: 9 * 3_600),
    pages: PageLimits(numbers: 1...45, sizes: 1...KakaoSearch.pageSize),
    reachableCount: KakaoSearch.reachableCount,
    maximumRadius: Distance(validMeters: Double(KakaoSearch.maximumRadiusInMeters)),
    area: KakaoServiceArea.area,
    hooks: hooks
  )

  private static var hooks: Hooks {
    var hooks = Hooks()
    hooks.remedy = KakaoSentences.remedy
    hooks.kinds = { KakaoKinds.names }
    return hooks
  }
}

/// The APIs of Kakao Local, by the last part of their address.
///
/// Each has its own quota.
extension Service.Call {
  static let category = kakao("category", .categories)
  static let keyword = kakao("keyword", .text)
  static let address = kakao("address", .address)
  static let coord2address = kakao("coord2address", .coordinate)
  static let coord2regioncode = kakao("coord2regioncode", .coordinate)

  private static func kakao(_ name: String, _ purpose: Service.Purpose) -> Service.Call {
    Service.Call(name: name, purposes: [purpose], dailyAllowance: 100_000)
  }
}

extension Source {
  /// Kakao Local.
  static let kakao = Source.service(.kakao)
}

extension ServiceSource {
  static let kakao = ServiceSource(
    service: .kakao,
    makeSource: { (connection) throws(PlaceSearchError) in
      guard let key = connection.settings.key else { throw .keyMissing(.kakao) }
      return KakaoPlaces(
        client: KakaoClient(
          engine: connection.engine { KakaoRefusal(reading: $0).refusal },
          requests: KakaoRequest(address: connection.address, key: key, userAgent: connection.userAgent)
        ),
        timeout: connection.configuration.timeout,
        growth: connection.growth,
        interval: RequestRate(requestsPerSecond: connection.settings.requestsPerSecond).interval,
        maximumRequests: connection.configuration.maximumRequests,
        allowance: { connection.allowance(for: $0) },
        responses: connection.responses
      )
    },
    makeCosts: { KakaoCosts(maximumRequests: $0.maximumRequests) },
    readPlace: { id, body, _ in KakaoPage.place(withID: id, in: body) }
  )
}
