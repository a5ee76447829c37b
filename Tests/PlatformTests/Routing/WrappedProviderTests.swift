import Domain
import TestSupport
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct WrappedProviderTests {
  private func query(_ meters: Double = 2_000) throws -> PlaceQuery {
    try PlaceQuery(categories: [.gas], area: Fixture.circle(meters))
  }

  @Test func `a wrapper around the sample gets everything that the sample gives`() async throws {
    var configuration = SourceConfiguration()
    configuration.choice = .sample
    let base = Platform::UseCaseProvider(configuration: .withShim(configuration))
    let wrapper = RecordingProvider(base)
    let (query, limit) = (try query(), try Fixture.first(5))

    let collected = try await wrapper.makeFindPlaceUseCase().places(matching: query, limit: limit, progress: nil)
    #expect(collected.places.count == 5)
    #expect(try wrapper.makeEstimateUseCase().provenance() == collected.provenance)
    #expect(try wrapper.makeEstimateUseCase().cost(of: query, limit: limit).requests == 0...0)
    #expect(wrapper.account.requests.statistics() == .none)
    #expect(
      wrapper.calls == [
        .collection(query, limit), .provenance, .cost(query, limit), .statistics,
      ]
    )
  }

  @Test func `a wrapper around the service gets everything that the service gives`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let server = try LoopbackServer(handler: stub.handler)
    var configuration = SourceConfiguration()
    configuration.choice = .service(.kakao)
    configuration.key = try Fixture.key()
    configuration.endpoint = server.endpoint
    // The thread that takes an answer may be one of many tests'.
    configuration.timeout = .seconds(60)
    let base = Platform::UseCaseProvider(configuration: .withShim(configuration))
    let wrapper = RecordingProvider(base)
    let (query, limit) = (try query(1_000), try Fixture.first(45))

    let page = try await wrapper.makeFindPlaceUseCase().places(matching: query, on: Fixture.page())
    #expect(page.places.count == 15)
    let collected = try await wrapper.makeFindPlaceUseCase().places(matching: query, limit: limit, progress: nil)
    #expect(collected.places.count == 45)
    #expect(try wrapper.makeEstimateUseCase().provenance() == Provenance(source: .kakao))
    #expect(try wrapper.makeEstimateUseCase().cost(of: query, limit: limit).requests == 1...3)
    let statistics = wrapper.account.requests.statistics()
    // One page, then three for the collection.
    #expect((statistics.requests, statistics.retries, statistics.attempts.count) == (4, 0, 4))
    #expect(statistics.median != nil)
    #expect(wrapper.calls.count == 5)
  }

  @Test func `the source and the cost of a service are known without a key, and requests need one`() throws {
    var configuration = SourceConfiguration()
    configuration.choice = .service(.kakao)
    let provider = Platform::UseCaseProvider(configuration: .withShim(configuration))
    #expect(try provider.makeEstimateUseCase().provenance().source == .kakao)
    #expect(try provider.makeEstimateUseCase().cost(of: query(), limit: .standard).requests == 1...1)
    #expect(throws: PlaceSearchError.keyMissing(.kakao)) { try provider.makeFindPlaceUseCase() }
    #expect(throws: PlaceSearchError.keyMissing(.kakao)) { try provider.makeFindPlaceUseCase() }
  }
}
