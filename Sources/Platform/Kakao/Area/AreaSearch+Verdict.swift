import Domain
import Foundation

/// Finds out what a verdict asks for.
extension AreaSearch {
  /// Half a side of a spot that is asked for alone, in degrees: a tenth of a metre.
  private static let spotReach = 1e-6
  /// The most places whose distances are asked for one by one.
  private static let mostSpots = 12
  /// Radii that the service's rule is tried on, in metres.
  private static let trialRadii = [5, 3, 9, 2, 14]
  /// Directions that it is tried in.
  private static let trialBearings = 16
  /// Places that it is tried on, before it is given up to find a lonely one.
  private static let mostTrials = 64
  /// How far from a whole metre a trial place is, at least: more than the service's distances and ours differ.
  private static let trialMargin = 0.3

  /// Finds out one thing; the tally and the client's memory know it then.
  ///
  /// - Parameter question: What the verdict asks.
  /// - Throws: When a request fails for good.
  func answer(_ question: AreaVerdict.Question) async throws(PlaceSearchError) {
    switch question {
    case .rule:
      try await findRule()
    case .count(let place):
      let cell = spot(around: place)
      guard let page = try await page(1, of: cell, anchor: center, inOrder: false) else { return }
      if tally.seen(in: cell).count == page.totalCount { tally.noteAgreement() } else { tally.noteDisagreement() }
    case .distances(let places):
      guard places.count <= Self.mostSpots else { return }
      // Each answer tells the distance of whatever stands there from the question's own centre.
      for place in places { _ = try await page(1, of: spot(around: place), anchor: center, inOrder: false) }
    }
  }

  private func spot(around place: Coordinate) -> AreaCell {
    AreaCell(
      along: (place.latitude - Self.spotReach)...(place.latitude + Self.spotReach),
      across: (place.longitude - Self.spotReach)...(place.longitude + Self.spotReach),
      axis: .latitude
    ).asAsked
  }

  /// Finds out how the service takes a radius, by a small circle that ends half a metre before a place we know.
  ///
  /// The answer shows the place or not, so no count has to be believed.
  private func findRule() async throws(PlaceSearchError) {
    guard let trial = ruleTrial(), let request = PageRequest(number: 1, size: KakaoSearch.pageSize) else { return }
    var search = subject
    search.scope = .circle(center: trial.center, radiusInMeters: trial.radiusInMeters)
    search.sortsByDistance = true
    search.mustHaveDistances = false
    guard let page = try await client.page(of: search, on: request, for: ledger) else { return tally.noteCutShort() }
    if page.places.contains(where: { $0.place.id == trial.id }) {
      client.radiusRule.note(.wholeMeters)
    } else if page.places.count + page.unreadableCount < KakaoSearch.pageSize {
      client.radiusRule.note(.exactMeters)
    }
  }

  /// A place, and a circle that holds it only when fractions of a metre do not count.
  private func ruleTrial() -> (id: String, center: Coordinate, radiusInMeters: Int)? {
    let places = tally.places.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    let points = places.map { KakaoPlane($0.coordinate) }
    for (place, point) in zip(places, points).prefix(Self.mostTrials) {
      for radius in Self.trialRadii {
        let neighbours = points.count { $0.distance(to: point) < Double(2 * radius + 2) }
        // The first page has to show everything there is.
        guard neighbours < KakaoSearch.pageSize - 1 else { continue }
        for step in 0..<Self.trialBearings {
          let bearing = 2 * Double.pi * Double(step) / Double(Self.trialBearings)
          let meters = Double(radius) + 0.5
          guard
            let center = AreaOutline.point(from: place.coordinate, point, bearing: bearing, meters: meters),
            KakaoServiceArea.contains(center), isTrial(KakaoPlane(center), of: point, radius: radius)
          else { continue }
          return (place.id, center, radius)
        }
      }
    }
    return nil
  }

  /// Whether a place is clearly between a radius and a metre more, whether or not the service rounds the centre.
  private func isTrial(_ center: KakaoPlane, of point: KakaoPlane, radius: Int) -> Bool {
    let between = (Double(radius) + Self.trialMargin)...(Double(radius) + 1 - Self.trialMargin)
    return between.contains(center.distance(to: point)) && between.contains(center.asCenter.distance(to: point))
  }
}
