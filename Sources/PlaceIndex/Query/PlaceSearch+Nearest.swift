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
    _ = nearest(everything, center: center, in: .circle(center: center, radius: radius), limit: limit, state: &state)
  }

  /// Stores the nearest places in `state.hits`, in order; returns the number of all matches if the search determined
  /// it.
  func nearest(
    _ scope: Scope,
    center: Coordinate,
    in area: SearchArea,
    limit: Int,
    state: inout SearchState
  ) -> Int? {
    guard let fast = FastShape(area) else {
      // A polygon; circles are always fast shapes.
      return nearest(
        scope,
        center: center,
        in: ShapeRegion(shape: area.shape.form),
        meters: .infinity,
        limit: limit,
        state: &state
      )
    }
    return nearest(scope, center: center, in: fast.box, meters: fast.meters ?? .infinity, limit: limit, state: &state)
  }

  private func nearest<Limits: NearestLimits>(
    _ scope: Scope,
    center: Coordinate,
    in limits: Limits,
    meters: Double,
    limit: Int,
    state: inout SearchState
  ) -> Int? {
    let globe = HaversineMetric(latitude: center.latitude, longitude: center.longitude)
    if let few = scope.filter?.fewPlaces {
      return nearest(
        scope,
        few: few,
        metric: globe,
        center: center,
        limits: limits,
        meters: meters,
        limit: limit,
        state: &state
      )
    }
    let near = meters <= LocalEquirectangularMetric.maximumMeters ? meters : Self.firstAttemptMeters
    if let plane = LocalEquirectangularMetric(latitude: center.latitude, longitude: center.longitude, meters: near) {
      let total = nearest(
        scope,
        few: nil,
        metric: plane,
        center: center,
        limits: limits,
        meters: near,
        limit: limit,
        state: &state
      )
      if near == meters { return total }
      if state.hits.count >= limit { return nil }
      state.restart()
    }
    return nearest(
      scope,
      few: nil,
      metric: globe,
      center: center,
      limits: limits,
      meters: meters,
      limit: limit,
      state: &state
    )
  }

  private func nearest<Metric: DistanceMetric, Limits: NearestLimits>(
    _ scope: Scope,
    few: [FewPlaces.Known]?,
    metric: Metric,
    center: Coordinate,
    limits: Limits,
    meters: Double,
    limit: Int,
    state: inout SearchState
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
    let found = refine(circle, upTo: meters, distanceKey: farthest, limit: limit, state: &state)
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
