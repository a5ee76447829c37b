import Domain
import Foundation

extension SearchCollector {
  /// Finds a smaller circle with the nearest places of a search and not many more, using only counts.
  ///
  /// - Parameters:
  ///   - search: The search.
  ///   - paged: The pages received.
  ///   - wanted: The number of requested places.
  /// - Returns: The circle and its count; `nil` if all places are requested, or not the nearest ones.
  /// - Throws: An error if a request fails after its retries.
  func nearestCircle(
    _ search: KakaoSearch,
    from paged: PagedSearch.Result,
    wanted: Int
  ) async throws(PlaceSearchError) -> (scope: KakaoScope, count: Int)? {
    guard search.sortsByDistance, wanted < paged.totalCount, let center = search.origin else { return nil }
    var probe = search
    func count(within radiusInMeters: Int) async throws(PlaceSearchError) -> Int? {
      probe.scope = .circle(center: center, radiusInMeters: radiusInMeters)
      return try await client.page(1, of: probe, for: budget)?.totalCount
    }
    let limit: (radiusInMeters: Int, count: Int)
    if let radiusInMeters = search.scope.radius {
      limit = (radiusInMeters, paged.totalCount)
    } else {
      // The count around the centre doesn't apply to a rectangle.
      guard search.scope.cell == nil else { return nil }
      guard let count = try await count(within: KakaoSearch.maximumRadiusInMeters), count >= wanted else { return nil }
      limit = (KakaoSearch.maximumRadiusInMeters, count)
    }
    var nearest = NearestCircle(wanted: wanted, nearest: paged.places.compactMap(\.distance), limit: limit)
    while let proposal = nearest.proposal(), let count = try await count(within: proposal) {
      nearest.learn(radiusInMeters: proposal, count: count)
    }
    let radiusInMeters = Int(nearest.outer.radius.rounded(.up))
    return (.circle(center: center, radiusInMeters: radiusInMeters), nearest.outer.count)
  }
}

/// Proposes a radius, receives its count, and proposes a better radius.
///
/// Between two known radii, counts are assumed to grow as a power of the radius: 2 in a plane, 1 along a road.
private struct NearestCircle {
  let wanted: Int
  /// The smallest radius known to contain enough places, in metres, and its count.
  private(set) var outer: (radius: Double, count: Int)
  /// The largest radius known to contain too few places, in metres, and its count.
  private var inner: (radius: Double, count: Int)
  private var probesLeft = 7

  /// Starts from the sorted distances of the nearest places, and the circle of the query.
  init(wanted: Int, nearest: [Distance], limit: (radiusInMeters: Int, count: Int)) {
    self.wanted = wanted
    outer = (Double(limit.radiusInMeters), limit.count)
    inner = nearest.last.map { (max($0.meters, 1), nearest.count) } ?? (1, 1)
  }

  /// Returns the next radius to count; `nil` if the outer one is good enough.
  func proposal() -> Int? {
    guard probesLeft > 0, outer.count > wanted + max(45, wanted / 4), outer.radius - inner.radius > 2 else {
      return nil
    }
    let goal = Double(wanted) + max(15, Double(wanted) / 12)
    let growth = log(outer.radius / inner.radius)
    let power = log(Double(max(outer.count, 2)) / Double(max(inner.count, 1))) / growth
    let share = log(goal / Double(max(inner.count, 1))) / max(power, 0.05)
    // If counts jump, bisection is more reliable than the power law.
    let guess = probesLeft > 3 ? inner.radius * exp(share) : (inner.radius * outer.radius).squareRoot()
    return Int(min(max(guess, inner.radius + 1), outer.radius - 1).rounded(.up))
  }

  mutating func learn(radiusInMeters: Int, count: Int) {
    probesLeft -= 1
    if count >= wanted {
      outer = (Double(radiusInMeters), count)
    } else {
      inner = (Double(radiusInMeters), max(count, 1))
    }
  }
}
