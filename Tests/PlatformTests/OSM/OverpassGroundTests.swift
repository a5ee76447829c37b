import Domain
import Foundation
import PlaceIndex
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// The streets of a download.
struct OverpassGroundTests {
  private static let town = (52.0894, 5.1101)

  private let directory = TemporaryDirectory()

  private func request(_ meters: Double) throws -> IndexFetchRequest {
    let center = try Coordinate(latitude: Self.town.0, longitude: Self.town.1)
    let area = SearchArea.circle(center: center, radius: try Fixture.radius(meters))
    return IndexFetchRequest(area: area, categories: [.any], output: directory.file("town.pfx"))
  }

  private func fetch(over exchange: StubExchange, maximumRequests: Int? = nil) throws -> OverpassFetch {
    let client = try OSMPlacesTests.client(over: exchange, time: ManualTime()) {
      $0.maximumRequests = maximumRequests
      // As without --timeout.
      $0.timeoutGrows = true
    }
    return OverpassFetch(client: client, cacheDirectory: directory.file("cache"))
  }

  /// A double with streets, a park and a driveway in addition to the places.
  private static var streets: OSMStub {
    let tags: [[String: String]] = [
      ["highway": "residential", "name": "Oudegracht"], ["highway": "primary"], ["railway": "rail"],
      ["waterway": "canal"], ["natural": "water"], ["leisure": "park", "name": "Wilhelminapark"],
      ["highway": "service", "service": "driveway"],
    ]
    let ways = tags.enumerated().map { number, tags in
      OSMStub.Element("way/\(90_000 + number)", 52.09, 5.111 + Double(number) / 1e4, extent: (0.001, 0.002), tags)
    }
    let lake = OSMStub.Element(
      "relation/90000",
      52.09,
      5.112,
      extent: (0.001, 0.002),
      ["type": "multipolygon", "natural": "water", "name": "Plas"]
    )
    // A relation of a river isn't an area.
    let river = OSMStub.Element(
      "relation/90001",
      52.09,
      5.112,
      extent: (0.001, 0.002),
      ["type": "waterway", "waterway": "river", "name": "Vecht"]
    )
    return OSMStub(
      OSMStub.generated(600, seed: 7, around: Self.town).elements.filter { $0.tags["leisure"] == nil } + ways + [
        lake, river,
      ]
    )
  }

  private func ground(of path: String) throws -> Ground {
    let box = try BoundingBox(west: 5, south: 52, east: 5.2, north: 52.2)
    return try PlaceIndex(contentsOf: path).ground(in: box)
  }

  @Test func `a download has the streets, water and parks of its area, unless they are not wanted`() async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      HTTPResponse(Self.streets.reply(to: LoopbackRequest(request)))
    }
    var request = try request(6_000)
    _ = try await fetch(over: exchange).fetch(request, progress: nil)
    let bare = try ground(of: request.output).features
    #expect(exchange.requests.count == 2 && bare.isEmpty)
    request.includesGround = true
    let report = try await fetch(over: exchange).fetch(request, progress: nil)
    #expect(exchange.requests.count == 6 && report.groundFailure == nil)
    let found = try ground(of: request.output)
    #expect(found.features.map(\.kind) == [.water, .water, .water, .park, .primary, .rail, .waterway, .street])
    #expect(found.features.compactMap(\.name) == ["Plas", "Wilhelminapark", "Oudegracht"])
    // The outer ways of the lake are one ring, and its hole is another.
    #expect(found.features.filter { $0.kind == .water }.map(\.points.count) == [4, 4, 4])
    #expect(found.features.filter { $0.kind == .water }.map(\.isCounterclockwise) == [true, true, false])
    #expect(found.attribution == Service.osm.attribution)
    #expect(directory.names == ["cache", "town.pfx"])
  }

  @Test func `the index that is named for streets has some, and comes before the source`() async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      HTTPResponse(Self.streets.reply(to: LoopbackRequest(request)))
    }
    var request = try request(6_000)
    _ = try await fetch(over: exchange).fetch(request, progress: nil)
    let bare = request.output
    request.output = directory.file("streets.pfx")
    request.includesGround = true
    _ = try await fetch(over: exchange).fetch(request, progress: nil)
    try directory.write("name,lat,lng\n", to: "rows.csv")
    for (source, named, error) in [
      (Source.sample, request.output, nil), (.index([bare]), request.output, nil),
      (.sample, bare, .groundMissing(path: bare)),
      (.sample, directory.file("rows.csv"), .notAnIndex(path: directory.file("rows.csv"))),
    ] as [(Source, String, IndexFileError?)] {
      var configuration = SourceConfiguration()
      (configuration.source, configuration.groundPath) = (source, named)
      let provider = Platform::UseCaseProvider(configuration: PlatformConfiguration(source: configuration))
      if let error {
        await #expect(throws: PlaceSearchError.index(error)) { try await provider.open() }
        continue
      }
      try await provider.open()
      let box = try BoundingBox(west: 5, south: 52, east: 5.2, north: 52.2)
      #expect(await provider.remembered.ground(in: box, isMainOnly: false).features.count == 8)
    }
  }

  @Test(arguments: [nil, 2, 3])
  func `places are published without streets that the limit or the server refuses`(limit: Int?) async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      let isOfGround =
        String(decoding: request.body ?? Data(), as: UTF8.self).contains("geom")
        || request.url.absoluteString.contains("geom")
      guard !isOfGround else { return HTTPResponse(status: 400, fields: [:], body: Data()) }
      return HTTPResponse(Self.streets.reply(to: LoopbackRequest(request)))
    }
    var request = try request(6_000)
    request.includesGround = true
    let report = try await fetch(over: exchange, maximumRequests: limit).fetch(request, progress: nil)
    #expect(report.summary.placeCount > 0 && exchange.requests.count == limit ?? 4)
    switch report.groundFailure {
    case .fetchRequestsSpent(limit: limit, _)?: break
    case .fetchStopped(.requestRejected, _)?: #expect(limit == nil)
    default: Issue.record("\(String(describing: report.groundFailure))")
    }
    #expect(try ground(of: request.output).features.isEmpty)
  }

  @Test func `an interruption while streets are downloaded publishes nothing, and the next run resumes`() async throws {
    let isDown = Mutex(true)
    let exchange = StubExchange { request throws(HTTPFailure) in
      let text = String(decoding: request.body ?? Data(), as: UTF8.self) + request.url.absoluteString
      if text.contains("geom"), isDown.withLock({ $0 }) { return HTTPResponse(status: 504, fields: [:], body: Data()) }
      return HTTPResponse(Self.streets.reply(to: LoopbackRequest(request)))
    }
    var request = try request(6_000)
    request.includesGround = true
    await #expect(throws: IndexFileError.self) { try await fetch(over: exchange).fetch(request, progress: nil) }
    #expect(!FileManager.default.fileExists(atPath: request.output))
    isDown.withLock { $0 = false }
    let requestCount = exchange.requests.count
    _ = try await fetch(over: exchange).fetch(request, progress: nil)
    // The count finds out whether the cached places are still valid, and the cached count of streets is of its time.
    #expect(exchange.requests.count == requestCount + 2)
    #expect(try !ground(of: request.output).features.isEmpty)
  }
}

extension Ground.Feature {
  fileprivate var isCounterclockwise: Bool {
    var doubledArea = 0
    for (start, end) in zip(points, points.dropFirst() + points.prefix(1)) {
      doubledArea += Int(start.longitude) * Int(end.latitude)
      doubledArea -= Int(end.longitude) * Int(start.latitude)
    }
    return doubledArea > 0
  }
}
