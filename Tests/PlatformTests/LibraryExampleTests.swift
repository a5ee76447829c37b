import Domain
import Foundation
import PlaceIndex
import Platform
import TestSupport
import Testing

/// The examples of the library documentation, compiled with public API only.
@Suite(.timeLimit(.minutes(20))) struct LibraryExampleTests {
  private let directory = TemporaryDirectory()

  // example: the index alone
  func nearestCafes(writingTo path: String) throws -> [FoundPlace] {
    let station = try Coordinate(latitude: 37.4979, longitude: 127.0276)
    let builder = PlaceIndexBuilder()
    try builder.add(Place(id: "1", name: "가온커피", coordinate: station, group: .cafe))
    _ = try builder.write(to: path)

    let index = try PlaceIndex(contentsOf: path)
    let query = try PlaceQuery(categories: [.group(.cafe)], area: .circle(center: station, radius: .standard))
    return try index.places(matching: query, limit: 5).places
  }
  // example end

  // example: the client behind the provider
  func gasStations(near center: Coordinate, from source: SourceConfiguration) async throws -> [FoundPlace] {
    let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: source))
    let query = try PlaceQuery(categories: [.group(.gas)], area: .circle(center: center, radius: .standard))
    let useCase = try provider.makeFindPlaceUseCase()
    let result = try await useCase.places(matching: query, progress: nil)
    return result.places
  }
  // example end

  @Test func `an index finds its places without other files`() async throws {
    let found = try nearestCafes(writingTo: directory.path + "/cafes.pfx")
    #expect(found.map(\.place.name) == ["가온커피"])
  }

  @Test func `the provider's client sends requests to the service`() async throws {
    let secret = "0123456789abcdef0123456789abcdef"
    let stub = KakaoStub(places: StubPlace.generated(20, reach: 800), key: secret)
    let server = try LoopbackServer(handler: stub.handler)
    var source = SourceConfiguration()
    let kakao = try #require(Platform::UseCaseProvider.services.first { $0.name == "kakao" })
    source.source = .service(kakao)
    source[kakao].key = APIKey(secret)
    source[kakao].addresses["PLACEFIND_ENDPOINT"] = server.endpoint
    source.timeout = .seconds(60)
    let found = try await gasStations(near: Coordinate(latitude: 37.4979, longitude: 127.0276), from: source)
    #expect(found.count == 15)
  }

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test(.enabled(if: FileManager.default.fileExists(atPath: root.appendingPathComponent("Sources").path)))
  func `the pages show these examples`() throws {
    let source = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let examples = source.matches(of: /\n  \/\/ example: [^\n]*\n(.*?)\n  \/\/ example end/.dotMatchesNewlines())
      .map { $0.output.1.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.dropFirst(2)) } }
    #expect(examples.count == 2)
    let pages = ["Sources/PlaceIndex/PlaceIndex.docc/PlaceIndex.md", "Sources/Platform/Platform.docc/Platform.md"]
    for (example, page) in zip(examples, pages) {
      let text = try String(contentsOf: Self.root.appendingPathComponent(page), encoding: .utf8)
      #expect(text.contains(example.joined(separator: "\n")), "\(page)")
    }
  }
}
