import Domain
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(20))) struct UseCaseProviderTests {
  @Test func `a query travels to the service and back`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let server = try LoopbackServer(handler: stub.handler)
    let provider = try Fixture.provider(server.endpoint, userAgent: "t/1")
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let page = try await provider.makeFindPlaceUseCase().places(
      matching: query.limited(to: .page(Fixture.page())),
      progress: nil
    )
    #expect(page.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(15)))
    let found = try await provider.makeFindPlaceUseCase()
      .places(matching: query.limited(to: Fixture.first(45)), progress: nil)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(45)))
    #expect(server.requests.allSatisfy { $0.headers["user-agent"] == "t/1" })
    let statistics = provider.account.statistics()
    // One page, then three pages for the collection.
    #expect((statistics.requests, statistics.retries, statistics.attempts.count) == (4, 0, 4))
    #expect(statistics.median != nil)
    let limit = try Fixture.first(45)
    #expect(try provider.makeEstimateUseCase().provenance() == Provenance(source: .kakao))
    #expect(try provider.makeEstimateUseCase().cost(of: query.limited(to: limit)).requests == 1...3)
  }

  @Test func `the source and the cost of a service are known without a key, and requests need one`() throws {
    var configuration = SourceConfiguration()
    configuration.source = .service(.kakao)
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: configuration))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    #expect(try provider.makeEstimateUseCase().provenance().source == .kakao)
    #expect(try provider.makeEstimateUseCase().cost(of: query).requests == 1...1)
    #expect(throws: PlaceSearchError.keyMissing(.kakao)) { try provider.makeFindPlaceUseCase() }
  }

  @Test func `the lowest rates are valid`() throws {
    for rate in [1e-6, 1e-300, .leastNonzeroMagnitude] {
      var source = SourceConfiguration()
      source.source = .service(.kakao)
      source[.kakao].key = try Fixture.key()
      source[.kakao].requestsPerSecond = rate
      let provider = Platform::UseCaseProvider(configuration: .withShim(source))
      #expect(throws: Never.self) { try provider.makeFindPlaceUseCase() }
    }
  }

  @Test func `the error of a wrong key does not contain the key`() async throws {
    let server = try LoopbackServer(handler: KakaoStub(places: [], key: "another").handler)
    let provider = try Fixture.provider(server.endpoint)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let places = try provider.makeFindPlaceUseCase()
    await #expect(
      throws: PlaceSearchError.keyRefused(.kakao, status: 401, message: "appKey(‹redacted›) does not exist")
    ) { try await places.places(matching: query.limited(to: .page(Fixture.page())), progress: nil) }
  }

  @Test func `an address that would expose the key is refused when the use case is made`() throws {
    let provider = try Fixture.provider("http://example.com")
    let expected = PlaceSearchError.endpointUnusable("http://example.com", .plainHTTPToRemoteHost)
    #expect(throws: expected) { try provider.makeFindPlaceUseCase() }
  }

  @Test func `without a source, the stores work and queries fail`() throws {
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: SourceConfiguration()))
    let expected = PlaceSearchError.sourceMissing(Platform::UseCaseProvider.services)
    #expect(throws: expected) { try provider.makeFindPlaceUseCase() }
    #expect(throws: expected) { try provider.makeEstimateUseCase() }
    #expect(provider.remembered.storeErrors().isEmpty)
  }
}
