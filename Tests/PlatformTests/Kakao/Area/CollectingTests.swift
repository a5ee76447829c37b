import Domain
import Synchronization
import TestSupport
import Testing

@testable import Platform

/// Queries with more than 45 places that aren't a plain circle with one category.
struct CollectingTests {
  private let stub = KakaoStub(places: StubPlace.generated(500, layout: .clustered, reach: 2_500), key: Fixture.secret)

  private func collect(
    _ query: PlaceQuery,
    limit: PlaceLimit,
    over exchange: StubExchange? = nil,
    maximumRequests: Int? = nil,
    progress: (@Sendable (SearchProgress) -> Void)? = nil
  ) async throws -> PlaceCollection {
    try await Fixture.places(
      over: exchange ?? .serving(stub),
      timeout: .seconds(600),
      maximumRequests: maximumRequests
    )
    .places(matching: query.limited(to: limit), progress: progress)
  }

  @Test(arguments: [46, 200])
  func `the nearest of many are exactly the nearest`(limit: Int) async throws {
    let exchange = StubExchange.serving(stub)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await collect(query, limit: Fixture.first(limit), over: exchange)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 3_000).prefix(limit)))
    #expect(found.totalCount == stub.truth(within: 3_000).count)
    #expect(!found.isComplete)
    // Far fewer than the whole area requires.
    #expect(exchange.requests.count <= 2 * ((limit + 14) / 15) + 12)
  }

  @Test(arguments: [false, true])
  func `a box contains exactly the points inside it`(hasCenter: Bool) async throws {
    let box = try BoundingBox(west: 127.02, south: 37.49, east: 127.04, north: 37.51)
    let area = SearchArea.box(box, center: hasCenter ? try Fixture.seoul() : nil)
    let found = try await collect(PlaceQuery(categories: [.group(.gas)], area: area), limit: .all)
    let inside = stub.places.filter {
      (127.02...127.04).contains($0.longitude) && (37.49...37.51).contains($0.latitude)
    }
    try #require(inside.count > 45)
    #expect(Set(found.places.map(\.place.id)) == Set(inside.map(\.id)))
    #expect(found.places.count == inside.count)
    #expect(found.isComplete)
    #expect(found.places.allSatisfy { ($0.distance != nil) == hasCenter })
  }

  @Test func `several categories are collected one by one and merged`() async throws {
    let places = StubPlace.generated(400, reach: 900, seed: 3).inTwoCategories
    let both = KakaoStub(places: places, key: Fixture.secret)
    let query = try PlaceQuery(categories: [.group(.cafe), .group(.gas)], area: Fixture.circle(800))
    let found = try await collect(query, limit: .all, over: .serving(both))
    #expect(found.places.map(\.place.id) == both.truth(within: 800))
    #expect(found.totalCount == found.places.count)
    #expect(found.isComplete)
  }

  @Test(arguments: [46, 60, 120])
  func `a search for the nearest that ends early reports whether nearer places may be missing`(limit: Int) async throws
  {
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let truth = Array(stub.truth(within: 3_000).prefix(limit))
    for requests in 1...24 {
      let found = try await collect(query, limit: Fixture.first(limit), maximumRequests: requests)
      let isRight = found.places.map(\.place.id) == truth
      #expect(isRight || found.isNearest == false || found.places.count < limit, "\(requests)")
      #expect(isRight || found.earlyEnd == .maximumSent(requests: requests), "\(requests)")
    }
    let found = try await collect(query, limit: Fixture.first(limit))
    #expect(found.isNearest == true)
    #expect(found.earlyEnd == nil)
  }

  @Test func `the nearest of several categories are known only after each was queried`() async throws {
    let places = StubPlace.generated(100, reach: 900, seed: 3).inTwoCategories
    let both = KakaoStub(places: places, key: Fixture.secret)
    let query = try PlaceQuery(categories: [.group(.cafe), .group(.gas)], area: Fixture.circle(800))
    for requests in 1...2 {
      let found = try await collect(query, limit: Fixture.first(15), over: .serving(both), maximumRequests: requests)
      #expect(found.places.count == 15)
      #expect(found.isNearest == (requests == 2))
      let end: PlaceCollection.StopReason? = requests == 1 ? .maximumSent(requests: 1) : nil
      #expect(found.earlyEnd == end)
      if requests == 2 { #expect(found.places.map(\.place.id) == Array(both.truth(within: 800).prefix(15))) }
    }
  }

  @Test func `the nearest places are unknown if one spot has more places than paging can reach`() async throws {
    let spot = (0..<80).map { StubPlace(id: "s\($0)", name: "가짜장소", latitude: 37.498, longitude: 127.0276) }
    let crowded = KakaoStub(places: spot + stub.places, key: Fixture.secret)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await collect(query, limit: Fixture.first(200), over: .serving(crowded))
    #expect(found.isNearest == false)
  }

  @Test func `a keyword is collected nationwide`() async throws {
    let query = try PlaceQuery(text: SearchText("가짜장소 1"), area: .anywhere(center: nil))
    let truth = stub.places.filter { $0.name.hasPrefix("가짜장소 1") }
    let found = try await collect(query, limit: .all)
    #expect(Set(found.places.map(\.place.id)) == Set(truth.map(\.id)))
    #expect(found.isComplete)
  }

  @Test func `the nearest nationwide are found around the centre`() async throws {
    let exchange = StubExchange.serving(stub)
    let query = try PlaceQuery(text: SearchText("가짜장소"), area: .anywhere(center: Fixture.seoul()))
    let found = try await collect(query, limit: Fixture.first(100), over: exchange)
    #expect(found.places.map(\.place.id) == Array(stub.truth(within: 1e6).prefix(100)))
    #expect(found.totalCount == stub.places.count)
    #expect(!found.isComplete)
    #expect(exchange.requests.count < 30)
  }

  @Test func `without a centre a limit ends the search as soon as enough are there`() async throws {
    let exchange = StubExchange.serving(stub)
    let query = try PlaceQuery(text: SearchText("가짜장소"), area: .anywhere(center: nil))
    let found = try await collect(query, limit: Fixture.first(100), over: exchange)
    #expect(found.places.count == 100)
    #expect(Set(found.places.map(\.place.id)).count == 100)
    #expect(!found.isComplete)
    let whole = StubExchange.serving(stub)
    _ = try await collect(query, limit: .all, over: whole)
    #expect(exchange.requests.count < whole.requests.count)
  }

  @Test func `places beyond a circle do not count towards the limit`() async throws {
    let places = StubPlace.generated(400, layout: .uniform, reach: 1_500)
    let query = try PlaceQuery(text: SearchText("가짜"), area: Fixture.circle(1_000), sort: .accuracy)
    let exchange = StubExchange.serving(KakaoStub(places: places))
    let all = try await collect(query, limit: .all, over: exchange)
    try #require(all.places.count > 100)
    let found = try await collect(query, limit: Fixture.first(100), over: exchange)
    #expect(found.places.count == 100)
  }

  @Test(arguments: [1, 2, 3, 5, 20], [true, false])
  func `a request limit reached in the middle of an area leaves a partial result`(
    budget: Int,
    isOfRun: Bool
  ) async throws {
    let exchange = StubExchange.serving(stub)
    var places = try Fixture.places(
      over: exchange,
      timeout: .seconds(600),
      maximumRequests: isOfRun ? nil : budget,
      budget: isOfRun ? budget : nil
    )
    let directory = TemporaryDirectory()
    places.responses = Fixture.responses(in: directory)
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(exchange.requests.count == budget)
    #expect(found.provenance.requests == budget)
    #expect(!found.isComplete)
    #expect(found.earlyEnd == (isOfRun ? .budgetSpent(requests: budget) : .maximumSent(requests: budget)))
    #expect(found.places.count >= min(15, budget * 15))
    #expect(Set(found.places.map(\.place.id)).isSubset(of: Set(stub.truth(within: 3_000))))
    guard isOfRun else { return }
    // Repeating the query returns places of that part without a request. Another query has neither budget nor places.
    let again = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(again.earlyEnd == .budgetSpent(requests: budget))
    #expect(Set(again.places.map(\.place.id)).isSubset(of: Set(found.places.map(\.place.id))))
    #expect(again.places.count >= min(15, budget * 15))
    #expect(again.provenance.requests == 0)
    let other = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(2_999))
    await #expect(throws: PlaceSearchError.budgetSpent(requests: budget)) {
      try await places.places(matching: other.limited(to: .all), progress: nil)
    }
  }

  @Test(arguments: [1, 4, 30])
  func `a limited run returns the categories that its requests reached`(budget: Int) async throws {
    let exchange = StubExchange.serving(stub)
    let places = try Fixture.places(over: exchange, timeout: .seconds(600), budget: budget)
    let query = try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle(600))
    let found = try await places.places(matching: query.limited(to: Fixture.first(200)), progress: nil)
    #expect(exchange.requests.count <= budget)
    #expect(!found.places.isEmpty)
    #expect(found.isComplete == (found.earlyEnd == nil))
    #expect((found.earlyEnd == nil) == (exchange.requests.count < budget))
  }

  @Test(arguments: [nil, Duration.seconds(2)])
  func `an area with many requests gets more time, unless --timeout is given`(
    growth: Duration?
  ) async throws {
    let time = ManualTime()
    let exchange = StubExchange { [stub] request throws(HTTPFailure) in
      time.advance(by: .milliseconds(900))
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let places = try Fixture.places(
      over: exchange,
      timeout: .seconds(10),
      growth: growth,
      requestsPerSecond: 1,
      time: time.timekeeper
    )
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    guard growth != nil else {
      // As many requests as the service answers in that time, and their places.
      let part = try await places.places(matching: query.limited(to: .all), progress: nil)
      #expect(!part.isComplete)
      #expect(part.places.count > 45)
      #expect(part.totalCount == stub.truth(within: 3_000).count)
      #expect(Set(part.places.map(\.place.id)).isSubset(of: Set(stub.truth(within: 3_000))))
      #expect((4...12).contains(exchange.requests.count))
      return
    }
    let found = try await places.places(matching: query.limited(to: .all), progress: nil)
    #expect(found.isComplete)
    #expect(time.elapsed > .seconds(30))
  }

  @Test(arguments: [1, 2, 3, 4, 9])
  func `a service that stops responding in the middle leaves a partial result`(responseCount: Int) async throws {
    let time = ManualTime()
    let count = Mutex(0)
    let stub = stub
    let exchange = StubExchange { request throws(HTTPFailure) in
      let number = count.withLock { count in
        count += 1
        return count
      }
      guard number > responseCount else { return HTTPResponse(stub.reply(to: LoopbackRequest(request))) }
      time.advance(by: .seconds(20))
      throw .timedOut
    }
    let places = try Fixture.places(over: exchange, timeout: .seconds(15), retries: 4, time: time.timekeeper)
    let area = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let part = try await places.places(matching: area.limited(to: .all), progress: nil)
    #expect(!part.isComplete)
    #expect(part.places.count >= 15)
    #expect(Set(part.places.map(\.place.id)).isSubset(of: Set(stub.truth(within: 3_000))))
    // An error if there are no places at all, or if a page is missing for a plain limit.
    count.withLock { $0 = responseCount }
    await #expect(throws: PlaceSearchError.self) {
      try await places.places(matching: area.limited(to: Fixture.first(45)), progress: nil)
    }
  }

  @Test(arguments: [1, 3, 9, 30])
  func `a cancelled search with an observer leaves its places as a partial result`(responseCount: Int) async throws {
    let stub = stub
    let exchange = StubExchange { request, number throws(HTTPFailure) in
      guard number <= responseCount else { throw .cancelled }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    let query = try PlaceQuery(categories: [.group(.gas), .group(.cafe)], area: Fixture.circle(3_000))
    let part = try await collect(query, limit: .all, over: exchange, progress: { _ in })
    #expect(part.earlyEnd == .stopped && !part.isComplete)
    #expect(part.places.count >= 15)
    #expect(Set(part.places.map(\.place.id)).isSubset(of: Set(stub.truth(within: 3_000))))
    // Without an observer, as for a row of a batch, there is no result; and no part without places.
    let other = StubExchange { request, number throws(HTTPFailure) in
      guard number <= responseCount else { throw .cancelled }
      return HTTPResponse(stub.reply(to: LoopbackRequest(request)))
    }
    await #expect(throws: PlaceSearchError.cancelled) { try await collect(query, limit: .all, over: other) }
    let never = StubExchange { _, _ throws(HTTPFailure) in throw .cancelled }
    await #expect(throws: PlaceSearchError.cancelled) {
      try await collect(query, limit: .all, over: never, progress: { _ in })
    }
  }

  @Test func `a place reported beyond the radius is dropped, and the result is not complete`() async throws {
    let document = { (id: Int, meters: Int) in
      let latitude = 37.4979 + Double(meters) / 110_980
      return #"{"id":"\#(id)","x":"127.0276","y":"\#(latitude)","distance":"\#(meters)","category_group_code":"OL7"}"#
    }
    for (beyond, isComplete) in [(999, true), (1_000, true), (1_001, false)] {
      let body =
        #"{"documents":[\#(document(1, 5)),\#(document(2, beyond))],"#
        + #""meta":{"is_end":true,"pageable_count":2,"total_count":2}}"#
      let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(1_000))
      for limit in [PlaceLimit.all, try Fixture.first(20)] {
        let found = try await collect(query, limit: limit, over: .always(.json(body)))
        #expect(found.isComplete == isComplete)
        #expect(found.places.count == (isComplete ? 2 : 1))
      }
    }
  }

  @Test func `a long search reports its progress`() async throws {
    let reports = Mutex<[SearchProgress]>([])
    let query = try PlaceQuery(categories: [.group(.gas)], area: Fixture.circle(3_000))
    let found = try await collect(query, limit: .all, progress: { report in reports.withLock { $0.append(report) } })
    let all = reports.withLock { $0 }
    let last = try #require(all.last)
    #expect(all.map(\.requests) == all.map(\.requests).sorted())
    #expect(all.allSatisfy { $0.cellsDone <= $0.cellsKnown })
    #expect(last.places >= found.places.count)
    #expect(last.cellsDone == last.cellsKnown)
    // Each report has the places so far; the last report has the places of the result.
    let counts = all.map { $0.found().count }
    #expect(counts == counts.sorted() && (1...15).contains(counts[0]) && counts.count > 10)
    #expect(Set(last.found().map(\.place.id)) == Set(found.places.map(\.place.id)))
    #expect(last.found().allSatisfy { $0.distance != nil })
  }
}
