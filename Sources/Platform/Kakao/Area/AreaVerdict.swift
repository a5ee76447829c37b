import Domain

/// Which of the places seen lie in the area, and whether they are as many as the service counts there.
struct AreaVerdict: Sendable {
  /// The places of the area, with their distances from the centre.
  let places: [FoundPlace]
  /// Whether there are as many as the service counts.
  let agrees: Bool
  /// Whether a place stands so close to the edge that the count alone decides about it.
  let isClose: Bool

  /// Judges places of a rectangle or of the whole country: every place seen counts.
  ///
  /// - Parameters:
  ///   - sightings: The places seen.
  ///   - center: The point to measure from, if any.
  ///   - count: How many the service counts.
  init(_ sightings: [AreaTally.Sighting], center: Coordinate?, count: Int) {
    let middle = center.map { KakaoPlane($0).asCenter }
    places = sightings.map { sighting in
      FoundPlace(place: sighting.place, distance: middle.map { Self.distance(of: sighting, from: $0).told })
    }
    agrees = places.count == count
    isClose = false
  }

  /// Judges places of a circle.
  ///
  /// The service may take a radius to mean the exact distance or the whole metres that it tells; whichever of the two
  /// gives its own count is what it does.
  ///
  /// - Parameters:
  ///   - sightings: The places seen, also some outside of the circle.
  ///   - center: The middle.
  ///   - radiusInMeters: The radius that was asked for.
  ///   - count: How many the service counts in the circle.
  init(_ sightings: [AreaTally.Sighting], center: Coordinate, radiusInMeters: Int, count: Int) {
    let middle = KakaoPlane(center).asCenter
    let radius = Double(radiusInMeters)
    var whole: [FoundPlace] = []
    var exact: [FoundPlace] = []
    for sighting in sightings {
      let distance = Self.distance(of: sighting, from: middle)
      let found = FoundPlace(place: sighting.place, distance: distance.told)
      if distance.told.meters <= radius { whole.append(found) }
      if distance.exact <= radius { exact.append(found) }
    }
    let isExact = whole.count != count && exact.count == count
    places = isExact ? exact : whole
    agrees = places.count == count
    isClose = exact.count != whole.count
  }

  /// The distance as the service tells it, or would by our formula, and the exact one.
  private static func distance(
    of sighting: AreaTally.Sighting,
    from middle: KakaoPlane
  ) -> (told: Distance, exact: Double) {
    let exact = middle.distance(to: KakaoPlane(sighting.place.coordinate))
    return (sighting.distance ?? Distance(validMeters: exact.rounded(.down)), exact)
  }
}
