import Domain

/// Estimates the requests of a search from the number of places.
enum KakaoForecast {
  /// The requests per page of 15 places in a large area; the median for typical layouts is 1.13 to 1.31.
  private static let requestsPerPage = 1.2
  /// The additional requests of a large area, for its first pages and the ends of its strips.
  private static let requestsPerArea = 6
  /// The ratio between the places of the searched circle and the requested ones.
  private static let seenForEachNearest = 1.15
  /// The requests per page of places that may be anywhere in an area.
  private static let requestsPerAnyPage = 1.1

  /// Returns the number of requests for all places in a circle or rectangle.
  static func requests(forPlaces count: Int) -> Int {
    let pages = Double(max(count, 1)) / Double(KakaoSearch.pageSize)
    guard count > KakaoSearch.reachableCount else { return Int(pages.rounded(.up)) }
    return requestsPerArea + Int(min(pages * requestsPerPage, 1e12))
  }

  /// Returns the number of requests for the first places in a circle or rectangle.
  ///
  /// - Parameters:
  ///   - limit: The requested number of places; `nil` for all.
  ///   - count: The number of places in the area.
  ///   - areNearest: Whether the nearest places are requested.
  /// - Returns: The number of requests.
  static func requests(forFirst limit: Int?, of count: Int, areNearest: Bool) -> Int {
    guard let limit, limit < count else { return requests(forPlaces: count) }
    guard limit > KakaoSearch.reachableCount else { return requests(forPlaces: limit) }
    guard areNearest else {
      return 1 + Int((Double(limit) / Double(KakaoSearch.pageSize) * requestsPerAnyPage).rounded(.up))
    }
    return requests(forPlaces: min(count, Int(min(Double(limit) * seenForEachNearest, 1e12))))
  }

  /// Returns an upper estimate of the number of requests for an area.
  ///
  /// Counts beyond a plausible number get no more time.
  static func highestRequests(forPlaces count: Int) -> Int { 8 + min(count, 20_000) / KakaoSearch.pageSize * 2 }
}
