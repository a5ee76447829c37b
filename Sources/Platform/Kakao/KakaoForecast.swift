import Domain

/// Estimates the requests of a search by how many places there are.
enum KakaoForecast {
  /// The requests for each page of 15 places of a large area: the median of the usual layouts is 1.13 to 1.31.
  private static let requestsPerPage = 1.2
  /// The requests of a large area beside those for its places: its first pages and the ends of its strips.
  private static let requestsPerArea = 6
  /// The share of the places of the circle that is searched, beside those that are wanted.
  private static let nearestShare = 1.15

  /// The requests for all of so many places in a circle or a rectangle.
  static func requests(forPlaces count: Int) -> Int {
    let pages = Double(max(count, 1)) / Double(KakaoSearch.pageSize)
    guard count > KakaoSearch.reachableCount else { return Int(pages.rounded(.up)) }
    return requestsPerArea + Int(min(pages * requestsPerPage, 1e12))
  }

  /// The requests for the first of so many places in a circle or a rectangle.
  static func requests(forFirst limit: Int?, of count: Int) -> Int {
    guard let limit, limit < count else { return requests(forPlaces: count) }
    guard limit > KakaoSearch.reachableCount else { return requests(forPlaces: limit) }
    return requests(forPlaces: min(count, Int(min(Double(limit) * nearestShare, 1e12))))
  }
}
