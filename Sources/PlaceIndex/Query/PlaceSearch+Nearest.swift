import Domain

/// Searches nearest to a centre.
extension PlaceSearch {
  /// The radius of a first, fast attempt if the area of the query is larger.
  private static let firstAttemptMeters = 50_000.0

  /// Stores the nearest places of any or no category in `state.hits`, in order.
  func findNearest(
    to center: Coordinate,
    within radius: SearchRadius,
    limit: Int,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) {
    let everything = try scope(of: [.any], &state)
    _ = nearest(everything, center, in: .circle(center: center, radius: radius), limit, &state)
  }

  /// Stores the nearest places in `state.hits`, in order; returns the number of all matches if the search determined
  /// it.
  func nearest(
    _ scope: Scope,
    _ center: Coordinate,
    in area: SearchArea,
    _ limit: Int,
    _ state: inout SearchState
  ) -> Int? {
    guard let fast = FastShape(area) else {
      // A polygon; circles are always fast shapes.
      return nearest(scope, center, in: ShapeRegion(shape: area.shape.form), .infinity, limit, &state)
    }
    return nearest(scope, center, in: fast.box, fast.meters ?? .infinity, limit, &state)
  }

  private func nearest<Limits: NearestLimits>(
    _ scope: Scope,
    _ center: Coordinate,
    in limits: Limits,
    _ meters: Double,
    _ limit: Int,
    _ state: inout SearchState
  ) -> Int? {
    let globe = HaversineMetric(latitude: center.latitude, longitude: center.longitude)
    if let few = scope.filter?.fewPlaces { return nearest(scope, few, globe, center, limits, meters, limit, &state) }
    let near = meters <= LocalEquirectangularMetric.maximumMeters ? meters : Self.firstAttemptMeters
    if let plane = LocalEquirectangularMetric(latitude: center.latitude, longitude: center.longitude, meters: near) {
      let total = nearest(scope, nil, plane, center, limits, near, limit, &state)
      if near == meters { return total }
      if state.hits.count >= limit { return nil }
      state.restart()
    }
    return nearest(scope, nil, globe, center, limits, meters, limit, &state)
  }

  private func nearest<Metric: DistanceMetric, Limits: NearestLimits>(
    _ scope: Scope,
    _ few: [FewPlaces.Known]?,
    _ metric: Metric,
    _ center: Coordinate,
    _ limits: Limits,
    _ meters: Double,
    _ limit: Int,
    _ state: inout SearchState
  ) -> Int? {
    let radiusBounds = metric.radiusBounds(ofMeters: meters)
    let search = NearestSearch(
      content: content,
      metric: metric,
      radiusBounds: radiusBounds,
      limits: limits
    )
    if let few {
      search.run(over: few, from: center, limit: limit, &state)
    } else {
      search.run(in: scope, limit: limit, &state)
    }
    let circle = GreatCircle(from: center)
    let farthest = search.threshold(limit: limit, state)
    let found = refine(circle, upTo: meters, distanceKey: farthest, limit, &state)
    if few != nil || search.isExhaustive(state) {
      return found + count(beyond: farthest, certain: radiusBounds.inner, circle, upTo: meters, state)
    }
    return found >= limit ? nil : found
  }

  /// Returns the number of candidates that match but aren't among the nearest.
  private func count(
    beyond distanceKey: Float,
    certain: Float,
    _ circle: GreatCircle,
    upTo meters: Double,
    _ state: borrowing SearchState
  ) -> Int {
    var count = 0
    for index in 0..<state.candidates.count {
      let candidate = state.candidates[index]
      guard candidate.distanceKey > distanceKey else { continue }
      if candidate.distanceKey <= certain || self.meters(circle, to: candidate.position) <= meters { count += 1 }
    }
    return count
  }
}
