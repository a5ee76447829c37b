import Domain
import TestSupport
import Testing

@testable import Platform

/// Each use case of a provider, with all caching, returns the result of its source.
@Suite(.timeLimit(.minutes(20))) struct DecoratedUseCaseTests {
  private let directory = TemporaryDirectory()

  enum Source: CaseIterable {
    case index, sample, osm, kakao

    /// The ids of the two cafes found by name, and of the cafe with wheelchair access.
    var ids: (named: [String], accessible: [String])? {
      switch self {
      case .index: (["1", "2"], ["1"])
      case .osm: (["node/1", "node/2"], ["node/1"])
      case .kakao: (["1", "2"], [])
      case .sample: nil
      }
    }
  }

  private static let elements = [("1", "yes"), ("2", "no")].map { number, access in
    OSMStub.Element(
      "node/\(number)",
      37.4979,
      127.0276,
      ["amenity": "cafe", "name": "Blue Door", "wheelchair": access]
    )
  }

  /// Returns the reply of an Overpass and Nominatim server.
  private static func osmReply(to request: LoopbackRequest) -> LoopbackReply {
    let hits = elements.map { element in
      let (name, access) = (element.tags["name"] ?? "", element.tags["wheelchair"] ?? "")
      return """
        {"osm_type":"node","osm_id":\(element.id.dropFirst(5)),"lat":"37.4979","lon":"127.0276","category":"amenity",\
        "type":"cafe","name":"\(name)","display_name":"\(name), Seoul","address":{"road":"Street","city":"Seoul"},\
        "extratags":{"wheelchair":"\(access)"}}
        """
    }
    return switch request.path {
    case "/search": .json("[\(hits.joined(separator: ","))]")
    case "/reverse": .json(hits[0])
    default: OSMStub(elements).reply(to: request)
    }
  }

  private static func reply(to request: LoopbackRequest) -> LoopbackReply {
    guard request.headers["authorization"] != nil else { return osmReply(to: request) }
    let places = ["1", "2"].map {
      StubPlace(id: $0, name: "Blue Door", groupCode: "CE7", latitude: 37.4979, longitude: 127.0276)
    }
    return KakaoStub(places: places, key: Fixture.secret).reply(to: request)
  }

  private func configuration(_ source: Source, at endpoint: String) throws -> SourceConfiguration {
    var configuration = SourceConfiguration()
    configuration.timeout = .seconds(60)
    switch source {
    case .sample: configuration.source = .sample
    case .index:
      let rows = """
        id,name,category,lat,lng,address,wheelchair
        1,Blue Door,cafe,37.4979,127.0276,Street 1,yes
        2,Blue Door,cafe,37.4979,127.0276,Street 1,no
        """
      try directory.write(rows + "\n", to: "places.csv")
      configuration.source = .index([directory.file("places.csv")])
    case .osm:
      configuration.source = .service(.osm)
      configuration[.osm].addresses["PLACEFIND_OVERPASS"] = endpoint + "/api/interpreter"
      configuration[.osm].addresses["PLACEFIND_NOMINATIM"] = endpoint
      configuration[.osm].ownsInstance = true
      configuration[.osm].requestsPerSecond = 0
    case .kakao:
      configuration.source = .service(.kakao)
      configuration[.kakao].key = try Fixture.key()
      configuration[.kakao].addresses["PLACEFIND_ENDPOINT"] = endpoint
      configuration[.kakao].requestsPerSecond = 0
    }
    return configuration
  }

  private func caching(_ configuration: SourceConfiguration) -> SourceConfiguration {
    var configuration = configuration
    configuration.stores.configDirectory = directory.file("config")
    configuration.stores.stateDirectory = directory.file("state")
    configuration.stores.cacheDirectory = directory.file("cache")
    return configuration
  }

  /// The results of all use cases of a source.
  private struct Results: Equatable {
    var page: Result<PlaceCollection, PlaceSearchError>
    var collection: Result<PlaceCollection, PlaceSearchError>
    var filtered: Result<PlaceCollection, PlaceSearchError>
    var named: Result<LocatedPlaces, PlaceSearchError>
    var accessible: Result<LocatedPlaces, PlaceSearchError>
    var address: Result<CoordinateAddress, PlaceSearchError>
    var cost: Result<SearchCost, PlaceSearchError>
    var provenance: Provenance
    var fetches: Bool
  }

  private func result<Value>(
    _ body: () async throws(PlaceSearchError) -> Value
  ) async -> Result<Value, PlaceSearchError> {
    do throws(PlaceSearchError) { return .success(try await body()) } catch { return .failure(error) }
  }

  private func results(of provider: any Domain.UseCaseProvider) async throws -> Results {
    try await provider.open()
    let find = try provider.makeFindPlaceUseCase()
    let locate = try provider.makeLocateUseCase()
    let estimate = try provider.makeEstimateUseCase()
    let query = try PlaceQuery(categories: [.group(.cafe)], area: Fixture.circle())
    let conditions = [try AttributeCondition("wheelchair=yes")]
    let subject = PlaceMatch(categories: [.group(.cafe)], conditions: conditions)
    let filtered = try PlaceQuery(subject, area: Fixture.circle())
    let text = try #require(SearchText("Blue Door"))
    let page = try Fixture.page()
    let limit = try Fixture.first(45)
    let point = try Fixture.seoul()
    return Results(
      page: await result { () async throws(PlaceSearchError) in
        try await find.places(matching: query.limited(to: .page(page)), progress: nil)
      },
      collection: await result { () async throws(PlaceSearchError) in
        try await find.places(matching: query.limited(to: limit), progress: nil)
      },
      filtered: await result { () async throws(PlaceSearchError) in
        try await find.places(matching: filtered.limited(to: limit), progress: nil)
      },
      named: await result { () async throws(PlaceSearchError) in
        try await locate.candidates(for: text, where: [], limit: 5)
      },
      accessible: await result { () async throws(PlaceSearchError) in
        try await locate.candidates(for: text, where: conditions, limit: 5)
      },
      address: await result { () async throws(PlaceSearchError) in try await locate.address(of: point) },
      cost: await result { () async throws(PlaceSearchError) in try estimate.cost(of: query.limited(to: limit)) },
      provenance: estimate.provenance(),
      fetches: try provider.makeFetchIndexUseCase() != nil
    )
  }

  private func provider(_ configuration: SourceConfiguration) -> Platform::UseCaseProvider {
    Platform::UseCaseProvider(configuration: .withShim(configuration))
  }

  @Test(arguments: Source.allCases) func `each use case returns the result of its source`(source: Source) async throws {
    let server = try LoopbackServer(handler: Self.reply)
    let configuration = try configuration(source, at: server.endpoint)
    let recorder = provider(caching(configuration))
    let results = try await results(of: recorder)
    // Use cases of a provider share responses, so both providers cache.
    var plain = configuration
    plain.stores.cacheDirectory = directory.file("other")
    // On a busy machine, a slow response is requested once more, and a cached one is a second old.
    func text(_ results: Results) -> String { "\(results)".replacing(/requests: \d+|\d+\.0 seconds/, with: "") }
    #expect(text(try await self.results(of: provider(plain))) == text(results))
    #expect(recorder.remembered.storeErrors().isEmpty)
    let isService = source == .osm || source == .kakao
    #expect(try (recorder.account.cache().responses > 0) == isService)
    guard let ids = source.ids else { return }
    #expect(try results.named.get().candidates.map(\.id).sorted() == ids.named)
    if source == .kakao {
      let refusal = PlaceSearchError.unsupported(.attributes(.kakao))
      #expect(results.accessible == .failure(refusal) && results.filtered == .failure(refusal))
    } else {
      #expect(try results.accessible.get().candidates.map(\.id) == ids.accessible)
      #expect(try results.filtered.get().places.map(\.place.id) == ids.accessible)
    }
  }
}
