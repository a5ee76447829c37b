import Domain
import Foundation
import TestSupport
import Testing

@testable import Platform

/// Finding a place by its id in cached or new responses of services.
@Suite(.timeLimit(.minutes(20))) struct ServicePlaceTests {
  private let directory = TemporaryDirectory()
  private static let element = OSMStub.Element("node/12", 37.5, 127, ["amenity": "cafe", "name": "Twelve"])

  private func provider(_ choice: Source) -> Platform::UseCaseProvider {
    var source = SourceConfiguration()
    source.source = choice
    source.stores.cacheDirectory = directory.file("cache")
    return Platform::UseCaseProvider(configuration: PlatformConfiguration(source: source))
  }

  @Test func `a place is found in the cached responses of any source`() async throws {
    // The store remembers its creation time, which a provider compares with the time of day.
    let responses = Stores(
      configuration: Fixture.stores(directory).configuration,
      service: .kakao,
      key: nil,
      clock: .system
    ).makeResponses()
    let kakao =
      #"{"meta":{"total_count":1,"pageable_count":1,"is_end":true},"documents":["#
      + #"{"id":"77","place_name":"가","x":"127.1","y":"37.4","distance":"5"}]}"#
    responses.save(Array(kakao.utf8), of: "a")
    responses.save(Array(OSMStub.response([Self.element]).utf8), of: "b")
    responses.save(Array("12 and 77".utf8), of: "c")
    for choice in [Source.sample, .service(.kakao)] {
      let recall = provider(choice).remembered
      let place = try #require(await recall.servicePlace(withID: "77"))
      #expect(place.found.place.name == "가" && place.found.distance == nil)
      #expect(place.source == .service(.kakao))
      let cafe = try #require(await recall.servicePlace(withID: "node/12"))
      #expect(cafe.found.place.name == "Twelve")
      #expect(cafe.source == .service(.osm) && cafe.attribution == Service.osm.attribution)
      #expect(try await recall.servicePlace(withID: "7") == nil)
      #expect(try await recall.servicePlace(withID: "") == nil)
    }
  }

  @Test func `an element of OpenStreetMap is requested by its path, and nothing else is`() async throws {
    let stub = OSMStub([Self.element])
    let exchange = StubExchange { request throws(HTTPFailure) in
      HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let places = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    #expect(try await places.place(withID: "node/12")?.name == "Twelve")
    #expect(try await places.place(withID: "way/12") == nil)
    #expect(exchange.requests.count == 2)
    for id in ["12", "node/", "node/-1", "node/1);out;", "house/1", "node/1/2", ""] {
      #expect(try await places.place(withID: id) == nil)
    }
    #expect(exchange.requests.count == 2)
  }

  @Test func `a response without elements is malformed`() async throws {
    let exchange = StubExchange.always(.json(OSMStub.response([], remark: "runtime error: Query timed out")))
    let places = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    await #expect(throws: PlaceSearchError.self) { try await places.place(withID: "node/12") }
  }
}
