import Domain

/// The cost of Kakao Local queries and their source, both known without a key.
struct KakaoCosts: EstimateUseCase {
  /// The maximum number of requests per query; `nil` if unlimited.
  let maximumRequests: Int?

  func provenance() -> Provenance { Provenance(source: .kakao) }

  func cost(of query: PlaceQuery) throws(PlaceSearchError) -> SearchCost {
    let limit = query.limit
    let searches = try KakaoSearch.searches(for: query)
    let budget = maximumRequests ?? .max
    let count = limit.count ?? .max
    let isPaged = !query.area.isShape && count <= KakaoSearch.reachableCount && searches.allSatisfy(\.hasExactCount)
    let most = isPaged ? searches.count * max(1, (count + KakaoSearch.pageSize - 1) / KakaoSearch.pageSize) : .max
    let least = min(searches.count, budget)
    guard query.area.isShape else {
      let requests = least...max(least, min(most, budget))
      let squareKilometers = query.area.squareMeters / 1e6
      guard most == .max, squareKilometers.isFinite else { return SearchCost(requests: requests) }
      func likelyRequests(placesPerSquareKilometer: Int) -> Int {
        let count = Int(min(Double(placesPerSquareKilometer) * squareKilometers, 1e12))
        let areNearest = query.sort == .distance
        let requests = KakaoForecast.requests(forFirst: limit.count, of: count, areNearest: areNearest)
        return max(least, min(budget, searches.count * requests))
      }
      let sparse = likelyRequests(placesPerSquareKilometer: SearchCost.placesPerSquareKilometer.lowerBound)
      let dense = likelyRequests(placesPerSquareKilometer: SearchCost.placesPerSquareKilometer.upperBound)
      // All places of a sparse area may take more requests than the first places of a dense one.
      return SearchCost(requests: requests, likely: min(sparse, dense)...max(sparse, dense))
    }
    let likely = ShapeCut(cover: ShapeCover(query.area))
      .likelyRequests(limit: limit == .nothing ? nil : limit.count, shapeSquareMeters: query.area.squareMeters)
    let all = (lower: likely.lowerBound * searches.count, upper: likely.upperBound * searches.count)
    return SearchCost(
      requests: least...min(most, budget),
      likely: min(all.lower, budget)...min(all.upper, budget)
    )
  }
}
