import Domain
import Foundation
import PlaceIndex
import TestSupport
import Testing

@testable import Platform

struct OverpassFetchTests {
  private static let town = (52.0894, 5.1101)

  private let directory = TemporaryDirectory()
  private let stub = OSMStub.generated(600, seed: 7, around: Self.town)

  private func request(
    _ meters: Double,
    _ categories: [PlaceCategory] = [.any],
    to name: String = "town.pfx"
  ) throws -> IndexFetchRequest {
    let center = try Coordinate(latitude: Self.town.0, longitude: Self.town.1)
    let area = SearchArea.circle(center: center, radius: try Fixture.radius(meters))
    return IndexFetchRequest(area: area, categories: categories, output: directory.file(name))
  }

  private func fetch(over exchange: StubExchange) throws -> OverpassFetch {
    OverpassFetch(client: try OSMPlacesTests.client(over: exchange), cacheDirectory: directory.file("cache"))
  }

  private func query(at meters: Double, around north: Double = 0, _ group: CategoryGroup = .cafe) throws -> PlaceQuery {
    let center = try Coordinate(latitude: Self.town.0 + north, longitude: Self.town.1)
    return try PlaceQuery(
      categories: [.group(group)],
      area: .circle(center: center, radius: try Fixture.radius(meters))
    )
  }

  /// The stand-in, which gives no more than a number of elements at once.
  private func exchange(atMost limit: Int = .max) -> StubExchange {
    StubExchange { [stub] request throws(HTTPFailure) in
      HTTPResponse(stub.reply(to: LoopbackRequest(request), atMost: limit))
    }
  }

  private func check(_ path: String, at meters: Double) throws {
    let fetched = try PlaceIndex(contentsOf: path)
    let all = try IndexSource.read(Array(OSMStub.answer(stub.elements).utf8), name: "all", language: nil)
    for group in [CategoryGroup.cafe, .parking, .lodging, .subway, .restaurant] {
      for (north, radius) in [(0, meters), (0.01, meters / 2), (-0.02, 500)] {
        let query = try query(at: radius, around: north, group)
        #expect(fetched.gap(for: query) == nil)
        let expected = try all.places(matching: query)
        #expect(try fetched.places(matching: query) == expected, "\(query)")
      }
    }
  }

  @Test func `a fetched index has what an index of everything has in its area, and says what it holds`() async throws {
    let exchange = exchange(atMost: 20)
    let report = try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    try check(report.summary.path, at: 6_000)
    #expect(report.summary.coverage == [try request(6_000).area])
    #expect(report.summary.release == "2026-11-22T00:00:00Z")
    #expect(report.summary.license == "ODbL 1.0")
    #expect(report.summary.attribution == Service.osm.attribution)
    #expect(report.summary.sources == ["OpenStreetMap"])
    #expect(exchange.requests.count > 8)
    #expect(directory.names == ["cache", "town.pfx"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.file("cache/fetch")).isEmpty)
  }

  @Test(arguments: 0..<4)
  func `whatever goes wrong, an index is published whole or not at all`(seed: UInt64) async throws {
    let exchange = OSMPlacesTests.exchange(failing: stub, seed: seed)
    let path = directory.file("town.pfx")
    for _ in 0..<40 where !FileManager.default.fileExists(atPath: path) {
      do { _ = try await fetch(over: exchange).fetch(request(6_000), progress: nil) } catch {
        guard case .stopped? = error as? IndexFetchError else { throw error }
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
    try check(path, at: 6_000)
  }

  @Test func `what was answered before a refusal is not asked for again`() async throws {
    let calm = exchange(atMost: 60)
    let whole = try await fetch(over: calm).fetch(request(6_000, to: "whole.pfx"), progress: nil)
    let answers = exchange(atMost: 60)
    let path = directory.file("town.pfx")
    var runs = 0
    var done = 0
    while !FileManager.default.fileExists(atPath: path), runs < 100 {
      runs += 1
      let asked = answers.requests.count
      let exchange = StubExchange { request throws(HTTPFailure) in
        guard answers.requests.count < asked + 3 else { return HTTPResponse(status: 403, fields: [:], body: Data()) }
        return try answers.answer(to: request)
      }
      do { _ = try await fetch(over: exchange).fetch(request(6_000), progress: nil) } catch {
        guard case .stopped(.clientRefused(.osm, status: 403), let progress)? = error as? IndexFetchError else {
          throw error
        }
        #expect(progress.partsDone >= done || done == 1)
        done = progress.partsDone
      }
    }
    #expect(runs > 3)
    #expect(answers.requests.map(\.url) == calm.requests.map(\.url))
    #expect(answers.requests.map(\.body) == calm.requests.map(\.body))
    #expect(try PlaceIndex(contentsOf: path).placeCount == whole.summary.placeCount)
  }

  @Test func `more than a public server should be asked for is refused before it is downloaded`() async throws {
    let exchange = StubExchange.always(.json(OSMStub.answer([], counting: 200_001)))
    await #expect(throws: IndexFetchError.tooLarge(.osm, elements: 200_001, bytes: 48_000_240)) {
      try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    }
    #expect(exchange.requests.count == 1)
  }

  @Test func `a server that fails again and again is not asked for ever smaller parts`() async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      let isCount = !String(decoding: request.body ?? Data(request.url.absoluteString.utf8), as: UTF8.self).contains(
        "qt"
      )
      return isCount
        ? .json(OSMStub.answer([], counting: 9)) : HTTPResponse(status: 504, fields: [:], body: Data())
    }
    await #expect(throws: IndexFetchError.self) {
      try await fetch(over: exchange).fetch(request(60_000), progress: nil)
    }
    #expect(exchange.requests.count < 20)
  }

  @Test func `an area is fetched by one process at a time`() async throws {
    let parts = try FetchedParts(in: directory.path, of: "a")
    #expect(throws: IndexFetchError.running(path: parts.directory)) { try FetchedParts(in: directory.path, of: "a") }
    _ = try FetchedParts(in: directory.path, of: "b")
  }

  @Test func `a question is answered by the smallest index that holds it, of equal ones by the newest`() async throws {
    let folder = directory.path
    func choose(_ queries: PlaceQuery..., isWhole: Bool = true) -> String? {
      IndexFiles().fetchedIndex(for: queries, in: folder, isWhole: isWhole).map {
        String($0.path.dropFirst(folder.count + 1))
      }
    }
    #expect(choose(try query(at: 500)) == nil)
    for (name, meters) in [("b.pfx", 3_000.0), ("a.pfx", 6_000), ("places.pfx", 1_000)] {
      _ = try await fetch(over: exchange()).fetch(request(meters, to: name), progress: nil)
    }
    _ = try await fetch(over: exchange()).fetch(request(2_000, [.group(.parking)], to: "c.pfx"), progress: nil)
    #expect(choose(try query(at: 500)) == "b.pfx")
    #expect(choose(try query(at: 500, around: 0, .parking)) == "c.pfx")
    #expect(choose(try query(at: 5_000)) == "a.pfx")
    #expect(choose(try query(at: 500), try query(at: 500, around: 0.04)) == "a.pfx")
    #expect(choose(try query(at: 6_001)) == nil)
    #expect(choose(try query(at: 6_001), isWhole: false) != nil)
    #expect(choose(try query(at: 500, around: 1), isWhole: false) == nil)
    for (south, isTouched) in [(0.0, true), (0.04, true), (1, false)] {
      let (latitude, longitude) = (Self.town.0 + south, Self.town.1)
      let box = try BoundingBox(west: longitude, south: latitude, east: longitude + 1, north: latitude + 1)
      let around = try PlaceQuery(categories: [.source("amenity=*")], area: .box(box, center: nil))
      #expect((choose(around, isWhole: false) != nil) == isTouched)
    }
    try directory.write("no index", to: "broken.pfx")
    let newer = StubExchange { [stub] request throws(HTTPFailure) in
      let body = String(decoding: stub.reply(to: LoopbackRequest(request)).body, as: UTF8.self)
      return .json(body.replacingOccurrences(of: "2026-11-22", with: "2026-11-23"))
    }
    _ = try await fetch(over: newer).fetch(request(3_000, to: "z.pfx"), progress: nil)
    #expect(choose(try query(at: 500)) == "z.pfx")
    #expect(IndexFiles().fetchedIndexes(in: folder).count == 4)
  }

  @Test func `an index of some categories does not stand for others`() async throws {
    let report = try await fetch(over: exchange()).fetch(request(6_000, [.group(.parking)]), progress: nil)
    let index = try PlaceIndex(contentsOf: report.summary.path)
    #expect(index.gap(for: try query(at: 500)) == .beyondCategories([.group(.parking)]))
    #expect(index.gap(for: try query(at: 500, around: 0, .parking)) == nil)
    let area = try query(at: 500).area
    let toilets = try #require(Kind(slug: "toilets"))
    for category in [PlaceCategory.kind(toilets), .any, .source("amenity=bench")] {
      #expect(index.gap(for: try PlaceQuery(categories: [category], area: area)) != nil)
    }
    let all = try await fetch(over: exchange()).fetch(request(6_000, to: "all.pfx"), progress: nil)
    let whole = try PlaceIndex(contentsOf: all.summary.path)
    for category in [PlaceCategory.kind(toilets), .any, .group(.cafe), .source("amenity=toilets")] {
      #expect(whole.gap(for: try PlaceQuery(categories: [category], area: area)) == nil)
    }
    #expect(whole.gap(for: try PlaceQuery(categories: [.source("amenity=grit_bin")], area: area)) != nil)
  }
}
