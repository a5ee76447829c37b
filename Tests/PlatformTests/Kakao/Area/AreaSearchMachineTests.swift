import Domain
import TestSupport
import Testing

@testable import Platform

/// The area search as a state machine: requests out, answers in, without a clock, a network or a task.
struct AreaSearchMachineTests {
  /// Which of the awaited answers comes next.
  enum Order: CaseIterable {
    case first, last, random
  }

  private let stub = KakaoStub(places: StubPlace.generated(400, layout: .clustered, reach: 2_500), key: Fixture.secret)

  private func machine(
    over stub: KakaoStub,
    radiusInMeters: Int = 3_000,
    enough: Int? = nil,
    rule: RadiusRule? = nil
  ) throws -> AreaSearch {
    let scope = KakaoSearch.Scope.circle(center: try Fixture.seoul(), radiusInMeters: radiusInMeters)
    let search = KakaoSearch(
      group: .gas,
      text: nil,
      scope: scope,
      sortsByDistance: true
    )
    let first = Self.page(of: search, scope: scope, number: 1, over: stub)
    var paged = PagedSearch.Result()
    (paged.places, paged.totalCount, paged.isCrowded, paged.first) = (first.places, first.totalCount, true, first)
    var evidence = AreaEvidence()
    evidence.add(first.places, from: search.origin, areMeasured: true, areAnswered: true)
    return AreaSearch(search, count: first.totalCount, after: paged, evidence: evidence, enough: enough, rule: rule)
  }

  /// Answers from the stand-in.
  private static func page(
    of search: KakaoSearch,
    scope: KakaoSearch.Scope,
    number: Int,
    over stub: KakaoStub,
    sortsByDistance: Bool = true
  ) -> KakaoPage {
    var asked = StubSearch()
    asked.groupCodes = ["OL7"]
    asked.page = number
    var origin: Coordinate?
    switch scope {
    case .circle(let center, let radius): (origin, asked.radiusInMeters) = (center, radius)
    case .rectangle(let box, let point): (origin, asked.rect) = (point, [box.west, box.south, box.east, box.north])
    case .nationwide(let point): origin = point
    }
    (asked.x, asked.y) = (origin?.longitude, origin?.latitude)
    asked.sortsByDistance = sortsByDistance && origin != nil
    let answer = stub.answer(asked)
    let places = answer.documents.compactMap { document -> FoundPlace? in
      guard
        let point = try? Coordinate(latitude: document.place.latitude, longitude: document.place.longitude)
      else { return nil }
      let place = Place(id: document.place.id, name: document.place.name, coordinate: point, group: .gas)
      return FoundPlace(place: place, distance: document.meters.flatMap { Distance(meters: Double($0)) })
    }
    return KakaoPage(
      places: places,
      totalCount: answer.totalCount,
      pageableCount: answer.pageableCount,
      isLast: answer.isEnd,
      unreadableCount: 0
    )
  }

  private static func page(for request: AreaRequest, of search: KakaoSearch, over stub: KakaoStub) -> KakaoPage {
    page(
      of: search,
      scope: request.scope,
      number: request.page,
      over: stub,
      sortsByDistance: request.sortsByDistance
    )
  }

  /// Runs a search to its end, or to a number of answers; gives the requests.
  @discardableResult
  private func run(
    _ area: inout AreaSearch,
    over stub: KakaoStub,
    answers: Int = .max,
    order: Order = .first
  ) -> [AreaRequest] {
    var (sent, awaited): ([AreaRequest], [AreaRequest]) = ([], [])
    var random = StubRandom(seed: 9)
    while true {
      let new = area.requests()
      sent += new
      awaited += new
      guard !awaited.isEmpty, sent.count - awaited.count < answers else { return sent }
      let index =
        switch order {
        case .first: 0
        case .last: awaited.count - 1
        case .random: Int(random.next() % UInt64(awaited.count))
        }
      let request = awaited.remove(at: index)
      area.receive(Self.page(for: request, of: area.search, over: stub), to: request)
    }
  }

  @Test(arguments: Order.allCases)
  func `the answers may come in any order`(order: Order) throws {
    var area = try machine(over: stub)
    run(&area, over: stub, order: order)
    #expect(area.isDone)
    #expect(area.verdict.isComplete)
    #expect(Set(area.verdict.places.map(\.place.id)) == Set(stub.truth(within: 3_000)))
    #expect(area.frontier.partsDone == area.frontier.partsKnown)
  }

  @Test func `a sweep asks for a first page of each strip from far away, and nothing twice`() throws {
    var area = try machine(over: stub)
    let first = area.requests()
    #expect(!first.isEmpty && first.count <= 8)
    for request in first {
      guard case .rectangle(let box, let origin) = request.scope, let origin else {
        throw Fixture.Unusable(what: "scope")
      }
      #expect(request.page == 1 && request.sortsByDistance)
      #expect(!AreaCell(box).contains(origin))
    }
    #expect(area.requests().isEmpty, "no more until one is answered")
    #expect(!area.isDone)
  }

  @Test func `a full first page in order leads to the other two of its cell`() throws {
    var area = try machine(over: stub)
    var next: [[Int]] = []
    for first in area.requests() {
      area.receive(Self.page(for: first, of: area.search, over: stub), to: first)
      next.append(area.requests().filter { $0.scope == first.scope }.map(\.page))
    }
    #expect(next.contains([2, 3]))
  }

  @Test func `where nothing is sorted, cells are split and asked for without an order`() throws {
    var quirks = StubQuirks()
    quirks.ignoresSort = true
    let unsorted = KakaoStub(places: stub.places, key: Fixture.secret, quirks: quirks)
    var area = try machine(over: unsorted)
    let sent = run(&area, over: unsorted)
    let ordered = sent.filter { if case .cell = $0.purpose { $0.sortsByDistance } else { false } }
    #expect(ordered.isEmpty)
    #expect(area.verdict.isComplete)
  }

  @Test(arguments: [0, 1, 7])
  func `one that is stopped asks nothing more, keeps what still comes, and is a part`(answers: Int) throws {
    var area = try machine(over: stub)
    run(&area, over: stub, answers: answers)
    let seen = area.evidence.sightings.count
    area.stop()
    #expect(area.requests().isEmpty)
    let late = AreaRequest(
      purpose: .cell(0),
      scope: .rectangle(try box(), origin: nil),
      page: 1,
      sortsByDistance: false
    )
    area.receive(Self.page(for: late, of: area.search, over: stub), to: late)
    #expect(area.evidence.sightings.count > seen)
    #expect(area.requests().isEmpty)
    #expect(!area.verdict.isComplete)
  }

  private func box() throws -> BoundingBox { try BoundingBox(west: 126.9, south: 37.4, east: 127.2, north: 37.6) }

  @Test func `enough is enough`() throws {
    var area = try machine(over: stub, enough: 60)
    let sent = run(&area, over: stub)
    #expect(area.evidence.sightings.count >= 60)
    #expect(sent.count < 15)
    #expect(!area.verdict.isComplete)
  }

  @Test(arguments: [1, 3])
  func `a count that does not fit is asked for again, the area is looked at once more, and then it ends`(
    error: Int
  ) throws {
    var quirks = StubQuirks()
    quirks.countError = error
    let wrong = KakaoStub(places: stub.places, key: Fixture.secret, quirks: quirks)
    var area = try machine(over: wrong)
    let sent = run(&area, over: wrong)
    let recounts = sent.count { if case .recount = $0.purpose { true } else { false } }
    #expect((1...2).contains(recounts))
    #expect(area.isDone && !area.verdict.isComplete)
    #expect(Set(area.verdict.places.map(\.place.id)) == Set(stub.truth(within: 3_000)))
  }

  @Test(arguments: [(false, RadiusRule.exactMeters), (true, .wholeMeters)])
  func `the rule of the edge is found out by a circle that holds a known place or not`(
    takesWholeMeters: Bool,
    expected: RadiusRule
  ) throws {
    var quirks = StubQuirks()
    quirks.radiusTakesWholeMeters = takesWholeMeters
    let stub = KakaoStub(places: stub.places, key: Fixture.secret, quirks: quirks)
    let trials = RadiusTrial.trials(
      around: try stub.places.map { try Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
    )
    let area = try machine(over: stub)
    for trial in trials.prefix(8) {
      let scope = KakaoSearch.Scope.circle(center: trial.center, radiusInMeters: trial.radiusInMeters)
      let page = Self.page(of: area.search, scope: scope, number: 1, over: stub)
      #expect(trial.rule(shownBy: page) == expected)
    }
    #expect(trials.count > 8)
  }

  @Test func `a page that is full and shows no place beyond the radius tells no rule`() throws {
    let trial = try #require(RadiusTrial.trials(around: [try Fixture.seoul()]).first)
    let place = FoundPlace(place: Place(id: "1", name: nil, coordinate: trial.center, group: .gas), distance: nil)
    let places = Array(repeating: place, count: 15)
    let full = KakaoPage(places: places, totalCount: 40, pageableCount: 40, isLast: false, unreadableCount: 0)
    #expect(trial.rule(shownBy: full) == nil)
  }
}
