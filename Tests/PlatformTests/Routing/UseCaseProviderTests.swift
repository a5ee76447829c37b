import Domain
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct UseCaseProviderTests {
  private func options(endpoint: String) throws -> SourceConfiguration {
    var options = SourceConfiguration()
    options.choice = .service(.kakao)
    options.key = try Fixture.key()
    options.endpoint = endpoint
    // The thread that takes an answer may be one of many tests'.
    options.timeout = .seconds(60)
    return options
  }

  @Test func `a query travels to the service and back`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let server = try LoopbackServer(handler: stub.handler)
    let options = try options(endpoint: server.endpoint)
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: options, userAgent: "t/1"))
    let query = try PlaceQuery(categories: [.gas], area: Fixture.circle())
    let page = try await provider.makeFindPlaceUseCase().places(matching: query, on: Fixture.page())
    #expect(page.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(15)))
    let found = try await provider.makeFindPlaceUseCase()
      .places(matching: query, limit: Fixture.first(45), progress: nil)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(45)))
    #expect(server.requests.allSatisfy { $0.headers["user-agent"] == "t/1" })
  }

  @Test func `the error of a wrong key does not contain the key`() async throws {
    let server = try LoopbackServer(handler: KakaoStub(places: [], key: "another").handler)
    let options = try options(endpoint: server.endpoint)
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: options))
    let query = try PlaceQuery(categories: [.gas], area: Fixture.circle())
    let places = try provider.makeFindPlaceUseCase()
    await #expect(
      throws: PlaceSearchError.keyRefused(.kakao, status: 401, message: "appKey(‹redacted›) does not exist")
    ) { try await places.places(matching: query, on: Fixture.page()) }
  }

  @Test func `an address that would expose the key is refused when the use case is made`() throws {
    let options = try options(endpoint: "http://example.com")
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: options))
    let expected = PlaceSearchError.endpointUnusable("http://example.com", .plainHTTPToRemoteHost)
    #expect(throws: expected) { try provider.makeFindPlaceUseCase() }
    #expect(throws: expected) { try provider.makeFindPlaceUseCase() }
  }
}
