import Testing

@testable import Domain

struct SearchCostTests {
  private struct Silent: CollectPlacesUseCase {
    func places(
      matching query: PlaceQuery,
      limit: PlaceLimit,
      progress: (@Sendable (SearchProgress) -> Void)?
    ) async throws(PlaceSearchError) -> PlaceCollection { throw .cancelled }
  }

  @Test func `a source that does not tell its cost is taken to cost requests`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let query = try PlaceQuery(categories: [.gas], area: .circle(center: point, radius: .standard))
    let cost = Silent().cost(of: query, limit: .standard)
    #expect(!cost.isFree)
    #expect(cost.requests.lowerBound == 1)
  }

  @Test func `a question moved to another point keeps everything else`() throws {
    let point = try Coordinate(latitude: 37.5, longitude: 127)
    let other = try Coordinate(latitude: 35, longitude: 129)
    let query = try PlaceQuery(
      categories: [.gas],
      text: SearchText("ev"),
      area: .circle(center: point, radius: .standard),
      sort: .accuracy
    )
    let expected = try PlaceQuery(
      categories: [.gas],
      text: SearchText("ev"),
      area: .circle(center: other, radius: .minimum),
      sort: .accuracy
    )
    #expect(query.around(other, radius: .minimum) == expected)
  }
}
