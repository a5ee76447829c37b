import Domain
import Foundation

/// Finds out what a verdict asks for.
extension AreaSearch {
  /// Half a side of a spot that is asked for alone, in degrees: a tenth of a metre.
  private static let spotReach = 1e-6
  /// The most places whose distances are asked for one by one.
  private static let mostSpots = 12
  /// Radii of the circles that the service's rule is tried with, in metres; small ones hold few other places.
  private static let trialRadii = [2, 3, 5, 9, 14]
  /// Directions in which the outermost place is looked for.
  private static let trialBearings = 16
  /// Circles that are asked for before it is given up; one has always been enough.
  private static let mostTrials = 3
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
      // Each answer tells the distance of whatever stands there from the question's own centre, unless the service
      // forgets that centre over a rectangle: then no other answer will tell it either.
      for place in places {
        guard
          let page = try await page(1, of: spot(around: place), anchor: center, inOrder: false),
          page.places.allSatisfy({ $0.distance != nil })
        else { return }
      }
    }
  }

  private func spot(around place: Coordinate) -> AreaCell {
    AreaCell(
      along: (place.latitude - Self.spotReach)...(place.latitude + Self.spotReach),
      across: (place.longitude - Self.spotReach)...(place.longitude + Self.spotReach),
      axis: .latitude
    ).asAsked
  }

  /// Finds out how the service takes a radius, by small circles that end half a metre before a place we know.
  ///
  /// The answer shows a place beyond the radius or not, so no count has to be believed.
  private func findRule() async throws(PlaceSearchError) {
    guard let request = PageRequest(number: 1, size: KakaoSearch.pageSize) else { return }
    for trial in ruleTrials().prefix(Self.mostTrials) {
      var search = subject
      search.scope = .circle(center: trial.center, radiusInMeters: trial.radiusInMeters)
      search.sortsByDistance = true
      search.mustHaveDistances = false
      guard let page = try await client.page(of: search, on: request, for: ledger) else { return tally.noteCutShort() }
      let isBeyond = page.places.contains {
        trial.isBetween(KakaoPlane($0.place.coordinate), margin: Self.trialMargin)
      }
      if isBeyond { return client.radiusRule.note(.wholeMeters) }
      // A page that is not full shows everything there is.
      if page.places.count + page.unreadableCount < KakaoSearch.pageSize {
        return client.radiusRule.note(.exactMeters)
      }
    }
  }

  /// Circles with a known place that they hold only when fractions of a metre do not count.
  ///
  /// Each stands beyond the outermost place in some direction, so that no other known place is within its radius,
  /// however crowded the area is.
  private func ruleTrials() -> [RuleTrial] {
    let places = tally.places.map { (coordinate: $0.coordinate, point: KakaoPlane($0.coordinate)) }
    let bearings = (0..<Self.trialBearings).map { 2 * Double.pi * Double($0) / Double(Self.trialBearings) }
    return Self.trialRadii.flatMap { radius in
      bearings.compactMap { bearing in
        let (east, north) = (sin(bearing), cos(bearing))
        let outermost = places.max {
          $0.point.east * east + $0.point.north * north < $1.point.east * east + $1.point.north * north
        }
        guard
          let place = outermost,
          let center = AreaOutline.point(
            from: place.coordinate,
            place.point,
            bearing: bearing,
            meters: Double(radius) + 0.5
          ),
          KakaoServiceArea.contains(center)
        else { return nil }
        let trial = RuleTrial(center: center, radiusInMeters: radius)
        return trial.isBetween(place.point, margin: Self.trialMargin) ? trial : nil
      }
    }
  }
}

/// A small circle that shows how the service takes a radius.
private struct RuleTrial {
  let center: Coordinate
  let radiusInMeters: Int

  /// Whether a point is clearly between the radius and a metre more, whether or not the service rounds the centre.
  func isBetween(_ point: KakaoPlane, margin: Double) -> Bool {
    let between = (Double(radiusInMeters) + margin)...(Double(radiusInMeters) + 1 - margin)
    let middle = KakaoPlane(center)
    return between.contains(middle.distance(to: point)) && between.contains(middle.asCenter.distance(to: point))
  }
}
