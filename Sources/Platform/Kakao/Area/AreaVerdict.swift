import Domain

/// Which of the places seen lie in the area, and whether they are proven to be all of them.
///
/// Every part of the area proves itself: it was searched to its end, and its own counts are consistent. The service's
/// count of the whole area must be plausible beside that.
struct AreaVerdict: Sendable {
  /// The places of the area, with their distances from the centre.
  let places: [FoundPlace]
  /// Whether they are proven to be complete.
  let isComplete: Bool

  /// How much our distances and the service's may differ, in metres: less than 0.1 in 5,449 recorded ones.
  private static let toleranceInMeters = 0.15

  /// Makes the verdict.
  ///
  /// - Parameters:
  ///   - evidence: What was seen.
  ///   - count: How many places the service counts in the area.
  ///   - scope: The area.
  init(_ evidence: AreaEvidence, count: Int, in scope: KakaoScope) {
    let middle = scope.origin.map { ProjectedPoint($0).asCenter }
    let isPlausible: Bool
    let sightings: [AreaEvidence.Sighting]
    if let radiusInMeters = scope.radius, let middle {
      let seen = evidence.sightings.values.map { (meters: $0.meters(from: middle), sighting: $0) }
      func seenCount(within meters: Double) -> Int { seen.count { $0.meters <= meters } }
      let radius = Double(radiusInMeters)
      sightings = seen.filter { $0.meters <= radius }.map(\.sighting)
      // Whether the service takes a radius as exact, or as whole metres without a fraction, is not documented.
      isPlausible = [radius, radius + 1].contains { edge in
        count >= seenCount(within: edge - Self.toleranceInMeters)
          && count <= seenCount(within: edge + Self.toleranceInMeters)
      }
    } else {
      let reach = scope.cell?.asAsked.grown(byDegrees: BoundingBox.slackInDegrees)
      sightings = evidence.sightings.values.filter { reach?.contains($0.place.coordinate) ?? true }
      isPlausible = sightings.count + evidence.excludedCount == count
    }
    places = sightings.map { sighting in
      FoundPlace(place: sighting.place, distance: middle.map(sighting.reportedDistance))
    }
    isComplete = isPlausible && evidence.isCovered && evidence.countsAreConsistent
  }
}
