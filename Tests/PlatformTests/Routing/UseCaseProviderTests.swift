import Domain
import TestSupport
import Foundation
import Testing

@testable import Platform

@Suite(.timeLimit(.minutes(5))) struct UseCaseProviderTests {
  @Test func `a query travels to the service and back`() async throws {
    let stub = KakaoStub(places: StubPlace.generated(60, reach: 800), key: Fixture.secret)
    let server = try LoopbackServer(handler: stub.handler)
    let provider = try Fixture.provider(server.endpoint, userAgent: "t/1")
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let page = try await provider.makeFindPlaceUseCase().places(matching: query, on: Fixture.page())
    #expect(page.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(15)))
    let found = try await provider.makeFindPlaceUseCase()
      .places(matching: query, limit: Fixture.first(45), progress: nil)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 1_000).prefix(45)))
    #expect(server.requests.allSatisfy { $0.headers["user-agent"] == "t/1" })
    let statistics = provider.account.statistics()
    // One page, then three pages for the collection.
    #expect((statistics.requests, statistics.retries, statistics.attempts.count) == (4, 0, 4))
    #expect(statistics.median != nil)
    let limit = try Fixture.first(45)
    #expect(try provider.makeEstimateUseCase().provenance() == Provenance(source: .kakao))
    #expect(try provider.makeEstimateUseCase().cost(of: query, limit: limit).requests == 1...3)
  }

  @Test func `the source and the cost of a service are known without a key, and requests need one`() throws {
    var configuration = SourceConfiguration()
    configuration.choice = .service(.kakao)
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: configuration))
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    #expect(try provider.makeEstimateUseCase().provenance().source == .kakao)
    #expect(try provider.makeEstimateUseCase().cost(of: query, limit: .standard).requests == 1...1)
    #expect(throws: PlaceSearchError.keyMissing(.kakao)) { try provider.makeFindPlaceUseCase() }
  }

  @Test func `the error of a wrong key does not contain the key`() async throws {
    let server = try LoopbackServer(handler: KakaoStub(places: [], key: "another").handler)
    let provider = try Fixture.provider(server.endpoint)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle())
    let places = try provider.makeFindPlaceUseCase()
    await #expect(
      throws: PlaceSearchError.keyRefused(.kakao, status: 401, message: "appKey(‹redacted›) does not exist")
    ) { try await places.places(matching: query, on: Fixture.page()) }
  }

  @Test func `an address that would expose the key is refused when the use case is made`() throws {
    let provider = try Fixture.provider("http://example.com")
    let expected = PlaceSearchError.endpointUnusable("http://example.com", .plainHTTPToRemoteHost)
    #expect(throws: expected) { try provider.makeFindPlaceUseCase() }
  }

  private let directory = TemporaryDirectory()

  private func options(
    _ choice: SourceConfiguration.Choice,
    index: String? = nil,
    key: Bool = false
  ) throws -> SourceConfiguration {
    var options = SourceConfiguration()
    options.choice = choice
    options.indexPath = index
    options[.kakao].key = key ? try Fixture.key() : nil
    return options
  }

  @Test func `a choice is never replaced by another source`() throws {
    #expect(try SourceRoute(choosing: options(.service(.kakao), index: "a")) == .service(.kakao))
    #expect(throws: PlaceSearchError.self) { try SourceRoute(choosing: options(.index, key: true)) }
    #expect(try SourceRoute(choosing: options(.sample, index: "a", key: true)) == .sample)
  }

  @Test func `a file is seen and a missing one is not`() {
    #expect(SourceRoute.hasFile(at: "/"))
    #expect(!SourceRoute.hasFile(at: "/no/such/file"))
  }

  @Test func `a link to a missing file is seen, so that the absence of the index is told`() async throws {
    let path = directory.file("places.pfx")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/no/such/file")
    #expect(SourceRoute.hasFile(at: path))
  }
}
