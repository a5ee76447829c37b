import Domain
import TestSupport
import Testing

@testable import Platform

/// Results computed from cached responses equal the service's own results, for every limit.
@Suite(.timeLimit(.minutes(20))) struct CachedResultsTests {
  private static let limits = [1, 15, 16, 30, 44, 45, 46, 60, 300].map { Optional($0) } + [nil]
  /// The number of limits drawn for each query; over all queries and arguments, every pair of limits occurs about 4
  /// times, and 25 times with `SEEDS=all`.
  private static let drawnLimits = Seeds.areAll ? 4 : 2

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

  @Test(arguments: [(12, 45), (40, 45), (45, 45), (100, 45), (100, 34)], [StubPlace.Layout.uniform, .buildings])
  func `a cached response equals the service's`(size: (places: Int, pageable: Int), layout: StubPlace.Layout)
    async throws
  {
    var quirks = StubQuirks()
    quirks.pageableCap = size.pageable
    let places = StubPlace.generated(size.places, layout: layout, reach: 800).inTwoCategories
    let exchange = StubExchange.serving(KakaoStub(places: places, quirks: quirks))
    var (served, generator) = (0, SeededRandom(UInt64(size.places * 100 + size.pageable)))
    for query in try Self.queries() {
      var collections: [(limit: PlaceLimit, collection: PlaceCollection)] = []
      for count in Self.limits.shuffled(using: &generator).prefix(Self.drawnLimits) {
        let limit = try count.map(Fixture.first) ?? .all
        let collection = try await Fixture.places(over: exchange).places(
          matching: query.limited(to: limit),
          progress: nil
        )
        collections.append((limit, collection))
      }
      let directory = TemporaryDirectory()
      for (limit, _) in collections {
        // Each process requests what the earlier ones haven't.
        var places = try Fixture.places(over: exchange)
        places.responses = Fixture.stores(directory).makeResponses()
        _ = try await places.places(matching: query.limited(to: limit), progress: nil)
        for (wanted, expected) in collections {
          let silent = StubExchange { _ throws(HTTPFailure) in throw .cancelled }
          var kept = try Fixture.places(over: silent)
          kept.responses = Fixture.stores(directory).makeResponses()
          guard let found = try? await kept.places(matching: query.limited(to: wanted), progress: nil),
            found.earlyEnd == nil, found.provenance.age != nil, found.isNearest != false
          else { continue }
          served += 1
          let comment: Comment = "\(limit) serves \(wanted) of \(query)"
          // A search that stops early has the places that arrived first, which may differ each time.
          let stopsEarly = query.sort == .accuracy && wanted.count ?? 0 > KakaoSearch.reachableCount
          if stopsEarly, !expected.isComplete {
            #expect(found.places.count == expected.places.count, comment)
            continue
          }
          #expect(found.places.map(\.place.id) == expected.places.map(\.place.id), comment)
          #expect(found.totalCount == expected.totalCount, comment)
          #expect(found.isComplete == expected.isComplete, comment)
        }
      }
    }
    #expect(served > 30)
  }
}
