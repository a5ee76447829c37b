import Domain
import Foundation
import IndexChecks
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

  private func fetch(
    over exchange: StubExchange,
    time: ManualTime = ManualTime(),
    maximumRequests: Int? = nil
  ) throws -> OverpassFetch {
    let client = try OSMPlacesTests.client(over: exchange, time: time) {
      $0.maximumRequests = maximumRequests
      // As without --timeout.
      $0.timeoutGrows = true
    }
    return OverpassFetch(client: client, cacheDirectory: directory.file("cache"))
  }

  private func query(at meters: Double, around north: Double = 0, _ group: CategoryGroup = .cafe) throws -> PlaceQuery {
    let center = try Coordinate(latitude: Self.town.0 + north, longitude: Self.town.1)
    return try PlaceQuery(
      categories: [.group(group)],
      area: .circle(center: center, radius: try Fixture.radius(meters))
    )
  }

  /// Returns the double, limited to a number of elements per response.
  private func exchange(atMost limit: Int = .max) -> StubExchange {
    StubExchange { [stub] request throws(HTTPFailure) in
      HTTPResponse(stub.reply(to: LoopbackRequest(request), atMost: limit))
    }
  }

  private static func isCount(_ request: HTTPRequest) -> Bool {
    let text = request.body.map { String(decoding: $0, as: UTF8.self) } ?? request.url.absoluteString
    return !text.contains("qt")
  }

  private func check(_ path: String, at meters: Double, holding elements: [OSMStub.Element]? = nil) throws {
    let fetched = try PlaceIndex(contentsOf: path)
    let result = Array(OSMStub.response(elements ?? stub.elements).utf8)
    let all = try IndexedPlaces.read(result, name: "all", language: nil).index
    for group in [CategoryGroup.cafe, .parking, .lodging, .subway, .restaurant] {
      for (north, radius) in [(0, meters), (0.01, meters / 2), (-0.02, 500)] {
        let query = try query(at: radius, around: north, group)
        #expect(fetched.gap(for: query) == nil)
        let expected = try all.places(matching: query)
        #expect(try fetched.places(matching: query) == expected, "\(query)")
      }
    }
  }

  @Test func `a downloaded index equals an index of everything in its area and describes its contents`() async throws {
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
        guard case .fetchStopped? = error as? IndexFileError else { throw error }
        #expect(!FileManager.default.fileExists(atPath: path))
      }
    }
    try check(path, at: 6_000)
  }

  @Test func `requests that succeeded before a refusal are not repeated`() async throws {
    let calm = exchange(atMost: 60)
    let whole = try await fetch(over: calm).fetch(request(6_000, to: "whole.pfx"), progress: nil)
    let service = exchange(atMost: 60)
    let path = directory.file("town.pfx")
    var runs = 0
    var done = 0
    while !FileManager.default.fileExists(atPath: path), runs < 100 {
      runs += 1
      let requestCount = service.requests.count
      let exchange = StubExchange { request throws(HTTPFailure) in
        guard service.requests.count < requestCount + 3 else {
          return HTTPResponse(status: 403, fields: [:], body: Data())
        }
        return try service.respond(to: request)
      }
      do { _ = try await fetch(over: exchange).fetch(request(6_000), progress: nil) } catch {
        guard case .fetchStopped(.clientRefused(.osm, status: 403), let progress)? = error as? IndexFileError else {
          throw error
        }
        #expect(progress.partsDone >= done || done == 1)
        done = progress.partsDone
      }
    }
    #expect(runs > 3)
    // Each run counts again, to find out whether the cached responses are still valid.
    #expect(service.requests.count { Self.isCount($0) } == runs)
    let sent = service.requests.filter { !Self.isCount($0) }
    let needed = calm.requests.filter { !Self.isCount($0) }
    #expect(sent.map(\.url) == needed.map(\.url))
    #expect(sent.map(\.body) == needed.map(\.body))
    #expect(try PlaceIndex(contentsOf: path).placeCount == whole.summary.placeCount)
  }

  @Test func `too large an area for a public server is refused before the download`() async throws {
    let exchange = StubExchange.always(.json(OSMStub.response([], counting: 200_001)))
    await #expect(throws: IndexFileError.fetchTooLarge(.osm, elements: 200_001, bytes: 48_000_240)) {
      try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    }
    #expect(exchange.requests.count == 1)
  }

  @Test func `a server that fails repeatedly does not get requests for ever smaller parts`() async throws {
    let exchange = StubExchange { request throws(HTTPFailure) in
      Self.isCount(request)
        ? .json(OSMStub.response([], counting: 19_000)) : HTTPResponse(status: 504, fields: [:], body: Data())
    }
    await #expect(throws: IndexFileError.self) {
      try await fetch(over: exchange).fetch(request(60_000), progress: nil)
    }
    #expect(exchange.requests.count < 20)
  }

  @Test(arguments: OSMPlacesTests.unreadable.indices)
  func `an unreadable response is requested once more, and in halves only if many elements were counted`(number: Int)
    async throws
  {
    for (counted, requests) in [(2_000, 3...3), (19_000, 5...9)] {
      let time = ManualTime(jitter: 0)
      let exchange = StubExchange { request throws(HTTPFailure) in
        guard Self.isCount(request) else { return OSMPlacesTests.unreadable[number] }
        return .json(OSMStub.response([], counting: counted))
      }
      let categories: [PlaceCategory] = counted > 5_000 ? [.any] : [.group(.cafe)]
      await #expect(throws: IndexFileError.self) {
        try await fetch(over: exchange, time: time).fetch(request(6_000, categories), progress: nil)
      }
      #expect(requests.contains(exchange.requests.count), "\(exchange.requests.count)")
      #expect(time.elapsed >= .seconds(30))
    }
  }

  @Test func `an element without a coordinate is reported, and no result of the index is complete`() async throws {
    let lost = #"{"type":"relation","id":99005,"tags":{"amenity":"cafe"}}"#
    let closed = #"{"type":"node","id":99006,"lat":52.09,"lon":5.11,"tags":{"amenity":"cafe","disused":"yes"}}"#
    let near = stub.elements.filter { abs($0.latitude - 52.0894) < 0.01 && abs($0.longitude - 5.1101) < 0.015 }
    let exchange = StubExchange.always(.json(OSMStub.response(Array(near.prefix(40)), and: [lost, closed])))
    let report = try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    let counts = report.skipped.reduce(into: [:]) { $0[$1.reason] = $1.count }
    #expect(counts == [.missingCoordinate: 1, .closed: 1])
    #expect(report.skipped.allSatisfy { $0.example.path == "the response of Overpass" })
    let skipped = report.skipped.reduce(0) { $0 + $1.count }
    #expect(report.rowCount == report.summary.placeCount + report.mergedCount + skipped)
    #expect(report.summary.inputs.map(\.unplacedCount) == [1])
    let index = try IndexedPlaces.open([report.summary.path])
    let result = try await index.places(matching: query(at: 500).limited(to: .all), progress: nil)
    #expect(!result.isComplete && result.gap == .unplaced(1))
    // It is still the index that covers the area, also together with another index or as part of one.
    let found = IndexFiles().fetchedIndex(for: [try query(at: 500)], in: directory.path, isWhole: true) { _ in }
    #expect(found != nil)
    try directory.write("id,name,lat,lng,category\n1,x,52.0894,5.1101,cafe\n", to: "x.csv")
    let both = try IndexedPlaces.open([report.summary.path, directory.file("x.csv")])
    #expect(try await both.places(matching: query(at: 500).limited(to: .all), progress: nil).gap == .unplaced(1))
    var addition = IndexBuildRequest(inputs: [directory.file("x.csv")], output: report.summary.path)
    addition.addsToOutput = true
    let added = try await IndexFiles().build(addition, progress: nil)
    #expect(added.summary.inputs.map(\.unplacedCount) == [1, 0])
  }

  @Test func `an area without places is covered by an index that says so`() async throws {
    let exchange = StubExchange.always(.json(OSMStub.response([])))
    let report = try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    #expect(exchange.requests.count == 1)
    #expect(report.summary.placeCount == 0 && report.summary.bounds == nil && report.rowCount == 0)
    #expect(report.summary.sources == ["OpenStreetMap"] && report.summary.release == "2026-11-22T00:00:00Z")
    let index = try IndexedPlaces.open([report.summary.path])
    let result = try await index.places(matching: query(at: 500).limited(to: .all), progress: nil)
    #expect(result.isComplete && result.places.isEmpty && result.totalCount == 0)
    #expect(try await !index.places(matching: query(at: 500, around: 1).limited(to: .all), progress: nil).isComplete)
    #expect(IndexFiles().fetchedIndexes(in: directory.path).map(\.path) == [report.summary.path])
    try PlaceIndex(contentsOf: report.summary.path).checkFormat()
  }

  @Test func `an index has the notice of the service, as the same data has from a file`() async throws {
    let copyright =
      "The data included in this document is from www.openstreetmap.org. The data is made available under ODbL."
    let head = #"{"version":0.6,"osm3s":{"timestamp_osm_base":"2026-11-22T00:00:00Z","copyright":"\#(copyright)"},"#
    let exchange = StubExchange { [stub] request throws(HTTPFailure) in
      let body = String(decoding: stub.reply(to: LoopbackRequest(request)).body, as: UTF8.self)
      return .json(head + body[(body.range(of: #""elements""#)?.lowerBound ?? body.endIndex)...])
    }
    let report = try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    let online = OSMPlaces(client: try OSMPlacesTests.client(over: exchange))
    let notice = try await online.places(matching: query(at: 500).limited(to: .all), progress: nil).provenance
      .attribution
    let offline = try IndexedPlaces.open([report.summary.path])
    #expect(
      try await offline.places(matching: query(at: 500).limited(to: .all), progress: nil).provenance.attribution
        == notice
    )
    #expect(report.summary.attribution == notice && report.summary.license == "ODbL 1.0")
    let result = OSMStub.response(stub.elements)
    for text in [result, head + result[(result.range(of: #""elements""#)?.lowerBound ?? result.endIndex)...]] {
      try directory.write(String(text), to: "answer.json")
      let file = try IndexedPlaces.open([directory.file("answer.json")])
      #expect(
        try await file.places(matching: query(at: 500).limited(to: .all), progress: nil).provenance.attribution
          == notice
      )
    }
  }

  // MARK: - Limits

  @Test(arguments: [
    ([5.87, 47.27, 15.04, 55.06], "Germany"), ([124.6, 33.1, 131.9, 38.6], "South Korea"),
    ([-10.0, 36.9, -6.1, 42.2], "Portugal"),
    ([176, -20.7, -178, -12.4], "Fiji"),
  ])
  func `a country is refused by its area before the first request, unless its requests are allowed`(
    edges: [Double],
    name: String
  ) async throws {
    let exchange = StubExchange.always(.json(OSMStub.response([])))
    let box = try BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
    var request = try request(1_000)
    (request.area, request.allowsLarge) = (.box(box, center: nil), true)
    var least = 0
    for limit in [nil, 10] {
      do {
        _ = try await fetch(over: exchange, maximumRequests: limit).fetch(request, progress: nil)
        Issue.record("\(name) was fetched")
      } catch {
        guard case .fetchAreaTooLarge(.osm, let size, let requests)? = error as? IndexFileError else { throw error }
        #expect(size > 50_000)
        least = requests
      }
    }
    #expect(exchange.requests.isEmpty && least > 20)
    let report = try await fetch(over: exchange, maximumRequests: least).fetch(request, progress: nil)
    #expect(report.summary.placeCount == 0)
    #expect(exchange.requests.count == least / 2)
  }

  @Test func `the largest circle is not too large anywhere`() async throws {
    for latitude in [0.0, 45, -60, 70, 85, 90] {
      let exchange = StubExchange.always(.json(OSMStub.response([])))
      var request = try request(100_000, to: "\(latitude).pfx")
      let center = try Coordinate(latitude: latitude, longitude: 10)
      request.area = .circle(center: center, radius: try Fixture.radius(100_000))
      _ = try await fetch(over: exchange).fetch(request, progress: nil)
    }
  }

  @Test func `no more requests are sent than allowed, and the next attempt continues after them`() async throws {
    let exchange = exchange(atMost: 60)
    let path = directory.file("town.pfx")
    var runs = 0
    while !FileManager.default.fileExists(atPath: path), runs < 100 {
      let requestCount = exchange.requests.count
      do {
        _ = try await fetch(over: exchange, maximumRequests: 3).fetch(request(6_000), progress: nil)
      } catch {
        guard case .fetchRequestsSpent(limit: 3, let progress)? = error as? IndexFileError else { throw error }
        #expect(progress.partsKnown > 0)
        #expect(exchange.requests.count == requestCount + 3)
      }
      runs += 1
    }
    #expect(runs > 3)
    try check(path, at: 6_000)
  }

  // MARK: - Resuming

  /// Returns a server with data of a given day that stops after some requests.
  private func exchange(
    of elements: [OSMStub.Element],
    on day: String,
    endingAfter limit: Int = .max
  ) -> StubExchange {
    let stub = OSMStub(elements)
    return StubExchange { request, number throws(HTTPFailure) in
      guard number <= limit else { return HTTPResponse(status: 403, fields: [:], body: Data()) }
      let reply = stub.reply(to: LoopbackRequest(request), atMost: 60)
      return .json(String(decoding: reply.body, as: UTF8.self).replacing("2026-11-22", with: day))
    }
  }

  @Test(arguments: [4, 9, 14, 19])
  func `a fetch resumed on another day has the data of that day and reports both times`(count: Int) async throws {
    let first = exchange(of: stub.elements, on: "2026-11-21", endingAfter: count)
    await #expect(throws: IndexFileError.self) { try await fetch(over: first).fetch(request(6_000), progress: nil) }
    // One corner of the town is removed, and an element is added in another.
    var elements = stub.elements.filter { !($0.latitude > Self.town.0 + 0.01 && $0.longitude > Self.town.1) }
    elements.append(
      OSMStub.Element("node/9999", Self.town.0 - 0.02, Self.town.1 - 0.02, ["amenity": "cafe", "name": "new"])
    )
    let second = exchange(of: elements, on: "2026-11-22")
    let report = try await fetch(over: second).fetch(request(6_000), progress: nil)
    try check(report.summary.path, at: 6_000, holding: elements)
    #expect(report.summary.latestRelease.map { $0 == "2026-11-22T00:00:00Z" } ?? true)
    let isOfTwoDays = report.summary.latestRelease != nil
    #expect(report.summary.release == (isOfTwoDays ? "2026-11-21T00:00:00Z" : "2026-11-22T00:00:00Z"))
    // Unchanged parts aren't downloaded again.
    let whole = exchange(of: elements, on: "2026-11-22")
    _ = try await fetch(over: whole).fetch(request(6_000, to: "whole.pfx"), progress: nil)
    let downloads = second.requests.count { !Self.isCount($0) }
    #expect(!isOfTwoDays || downloads < whole.requests.count { !Self.isCount($0) })
  }

  @Test func `the times of unchanged parts are reported from the earliest to the latest`() async throws {
    let first = exchange(of: stub.elements, on: "2026-11-20", endingAfter: 12)
    await #expect(throws: IndexFileError.self) { try await fetch(over: first).fetch(request(6_000), progress: nil) }
    let second = exchange(of: stub.elements, on: "garbage", endingAfter: 22)
    let third = exchange(of: stub.elements, on: "2026-11-22")
    _ = try? await fetch(over: second).fetch(request(6_000), progress: nil)
    let report = try await fetch(over: third).fetch(request(6_000), progress: nil)
    #expect(report.summary.release == "2026-11-20T00:00:00Z")
    #expect(report.summary.latestRelease == "2026-11-22T00:00:00Z")
    let index = try IndexedPlaces.open([report.summary.path])
    let result = try await index.places(matching: query(at: 500).limited(to: .all), progress: nil)
    #expect(result.provenance.dataTime == "2026-11-20T00:00:00Z")
    try check(report.summary.path, at: 6_000)
  }

  @Test func `parts that are counted but returned empty are ignored`() async throws {
    let service = exchange(atMost: 60)
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      let reply = try service.respond(to: request)
      return number > 8 && !Self.isCount(request) ? .json(OSMStub.response([])) : reply
    }
    let error = await #expect(throws: IndexFileError.self) {
      try await fetch(over: exchange).fetch(request(6_000), progress: nil)
    }
    guard case .fetchStopped(.untrustworthy(.unreadable), _)? = error else { throw error ?? .fetchRunning(path: "") }
    #expect(!directory.names.contains("town.pfx"))
    // A server that works again completes the download.
    let report = try await fetch(over: service).fetch(request(6_000), progress: nil)
    try check(report.summary.path, at: 6_000)
  }

  @Test func `an area is downloaded by one process at a time`() async throws {
    let parts = try FetchedParts(in: directory.path, of: "a")
    #expect(throws: IndexFileError.fetchRunning(path: parts.directory)) {
      try FetchedParts(in: directory.path, of: "a")
    }
    _ = try FetchedParts(in: directory.path, of: "b")
  }

  @Test func `a cached response is used, and a damaged one is not`() throws {
    let parts = try FetchedParts(in: directory.path, of: "a")
    let query = "[out:json];\nnode(1,2,3,4);\n"
    let body = Array(OSMStub.response(OSMStub.generated(3, seed: 1, around: (37.4979, 127.0276)).elements).utf8)
    func count() -> Int? {
      if case .response(let response)? = parts.response(to: query) { response.count } else { nil }
    }
    try parts.save(body, of: query)
    #expect(count() ?? 0 >= 3)
    parts.discard(query)
    #expect(count() == nil)
    try parts.save(body, of: query)
    let path = URL(fileURLWithPath: parts.path(of: query))
    var damaged = try Data(contentsOf: path)
    damaged[damaged.count - 9] ^= 1
    try damaged.write(to: path)
    #expect(count() == nil)
    try parts.save([], of: query)
    guard case .tooMuch? = parts.response(to: query) else { throw Fixture.Unusable(what: "it was too much") }
  }

  @Test func `a query uses the smallest index that contains it, or the newest of equal ones`() async throws {
    let folder = directory.path
    var unreadable: [IndexFileError] = []
    func choose(_ queries: PlaceQuery..., isWhole: Bool = true) throws -> String? {
      IndexFiles().fetchedIndex(for: queries, in: folder, isWhole: isWhole) { unreadable.append($0) }.map {
        String($0.path.dropFirst(folder.count + 1))
      }
    }
    #expect(try choose(try query(at: 500)) == nil)
    for (name, meters) in [("b.pfx", 3_000.0), ("a.pfx", 6_000), ("places.pfx", 1_000)] {
      _ = try await fetch(over: exchange()).fetch(request(meters, to: name), progress: nil)
    }
    _ = try await fetch(over: exchange()).fetch(request(2_000, [.group(.parking)], to: "c.pfx"), progress: nil)
    #expect(try choose(try query(at: 500)) == "b.pfx")
    #expect(try choose(try query(at: 500, around: 0, .parking)) == "c.pfx")
    #expect(try choose(try query(at: 5_000)) == "a.pfx")
    #expect(try choose(try query(at: 500), try query(at: 500, around: 0.04)) == "a.pfx")
    #expect(try choose(try query(at: 6_001)) == nil)
    #expect(try choose(try query(at: 6_001), isWhole: false) != nil)
    #expect(try choose(try query(at: 500, around: 1), isWhole: false) == nil)
    for (south, isTouched) in [(0.0, true), (0.04, true), (1, false)] {
      let (latitude, longitude) = (Self.town.0 + south, Self.town.1)
      let box = try BoundingBox(west: longitude, south: latitude, east: longitude + 1, north: latitude + 1)
      let around = try PlaceQuery(categories: [.source("amenity=*")], area: .box(box, center: nil))
      #expect(try (choose(around, isWhole: false) != nil) == isTouched)
    }
    try directory.write("no index", to: "broken.pfx")
    let newer = StubExchange { [stub] request throws(HTTPFailure) in
      let body = String(decoding: stub.reply(to: LoopbackRequest(request)).body, as: UTF8.self)
      return .json(body.replacingOccurrences(of: "2026-11-22", with: "2026-11-23"))
    }
    _ = try await fetch(over: newer).fetch(request(3_000, to: "z.pfx"), progress: nil)
    #expect(try choose(try query(at: 500)) == "z.pfx")
    #expect(IndexFiles().fetchedIndexes(in: folder).count == 4)
    #expect(unreadable.isEmpty)
    // An index that can't be read may be the one that contains the area.
    let path = "\(folder)/a.pfx"
    try Data(Data(contentsOf: URL(fileURLWithPath: path)).dropLast(1)).write(to: URL(fileURLWithPath: path))
    #expect(try choose(try query(at: 500)) == "z.pfx")
    guard case .wrongLength(path, _, _)? = unreadable.first, unreadable.count == 1 else {
      throw Fixture.Unusable(what: "\(unreadable)")
    }
    #expect(IndexFiles().fetchedIndexes(in: folder).count == 3)
  }

  @Test func `an index of some categories does not cover others`() async throws {
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
