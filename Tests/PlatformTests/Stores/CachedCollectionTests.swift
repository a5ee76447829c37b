import Domain
import TestSupport
import Testing

@testable import Platform

/// A cached answer serves another limit only when the service would answer the same.
@Suite(.timeLimit(.minutes(5))) struct CachedCollectionTests {
  private static let limits = [1, 15, 16, 30, 44, 45, 46, 60, 300].map { Optional($0) } + [nil]
  /// The limits that are drawn for each query: over all queries and arguments, every pair of limits comes up some 25
  /// times.
  private static let drawnLimits = 4

  private static func queries() throws -> [PlaceQuery] {
    let box = try BoundingBox(west: 127.01, south: 37.485, east: 127.045, north: 37.51)
    let areas = [
      try Fixture.circle(), try Fixture.circle(640.5), .box(box, center: nil), .box(box, center: try Fixture.seoul()),
    ]
    var queries: [PlaceQuery] = []
    for area in areas {
      for sort in [PlaceQuery.Sort.accuracy, .distance] where sort == .accuracy || area.center != nil {
        for (categories, text) in [(["gas"], nil), (["gas", "cafe"], nil), ([], "가짜")] as [([String], String?)] {
          queries.append(
            try PlaceQuery(
              categories: categories.map(PlaceCategory.init(word:)),
              text: text.flatMap(SearchText.init),
              area: area,
              sort: sort
            )
          )
        }
      }
    }
    return queries
  }

  private static func isKept(_ answer: PlaceCollection, _ limit: PlaceLimit) -> Bool {
    (answer.isComplete || limit.count.map { answer.places.count >= $0 } ?? false) && answer.earlyEnd == nil
      && !answer.mayLackNearer
  }

  @Test(arguments: [(12, 45), (40, 45), (45, 45), (100, 45), (100, 34)], [StubPlace.Layout.uniform, .buildings])
  func `what is served is what would be answered`(size: (places: Int, pageable: Int), layout: StubPlace.Layout)
    async throws
  {
    var quirks = StubQuirks()
    quirks.pageableCap = size.pageable
    let places = StubPlace.generated(size.places, layout: layout, reach: 800).inTwoCategories
    let exchange = StubExchange.answering(KakaoStub(places: places, quirks: quirks))
    var (served, generator) = (0, SeededRandom(UInt64(size.places * 100 + size.pageable)))
    for query in try Self.queries() {
      var answers: [(limit: PlaceLimit, answer: PlaceCollection)] = []
      for count in Self.limits.shuffled(using: &generator).prefix(Self.drawnLimits) {
        let limit = try count.map(Fixture.first) ?? .all
        let answer = try await Fixture.places(over: exchange).places(matching: query, limit: limit, progress: nil)
        answers.append((limit, answer))
      }
      for (limit, answer) in answers where Self.isKept(answer, limit) {
        let directory = TemporaryDirectory()
        let cached = CachedAnswers(cache: Fixture.stores(directory).makeCache(), service: .kakao, address: "")
        cached.keep(answer, matching: query, limit: limit)
        #expect(cached.collection(matching: query, limit: limit)?.places == answer.places)
        for (wanted, expected) in answers {
          guard let found = cached.collection(matching: query, limit: wanted) else { continue }
          served += 1
          // A search of the area finds, and proves, more than pages that show fewer places than they count.
          guard expected.isComplete || !found.isComplete, expected.places.count >= found.places.count else { continue }
          let comment: Comment = "\(limit) serves \(wanted) of \(query)"
          #expect(found.places.map(\.place.id) == expected.places.map(\.place.id), comment)
          #expect(found.totalCount == expected.totalCount, comment)
          #expect(found.isComplete == expected.isComplete, comment)
        }
      }
    }
    #expect(served > 30)
  }
}
