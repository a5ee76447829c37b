import Domain
import Tables

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
    let area = SearchArea.circle(center: center, radius: radius)
    _ = findNearest(to: center, in: area, scope: everything, limit: limit, state: &state)
  }

  /// Stores the nearest places in `state.hits`, in order; returns the number of all matches if the search determined
  /// it.
  func findNearest(
    to center: Coordinate,
    in area: SearchArea,
    scope: Scope,
    limit: Int,
    state: inout SearchState
  ) -> Int? {
    let everywhere = BoxRegion.globe
    switch area.shape {
    case .circle(let circle):
      let meters = circle.radius.meters
      return nearest(scope, center: center, in: everywhere, meters: meters, limit: limit, state: &state)
    case .box(let box):
      return nearest(scope, center: center, in: BoxRegion(box), meters: .infinity, limit: limit, state: &state)
    case .drawn(let shape):
      let region = ShapeRegion(shape: shape.form)
      return nearest(scope, center: center, in: region, meters: .infinity, limit: limit, state: &state)
    case .anywhere:
      return nearest(scope, center: center, in: everywhere, meters: .infinity, limit: limit, state: &state)
    }
  }

  private func nearest<Area: Region>(
    _ scope: Scope,
    center: Coordinate,
    in region: Area,
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
        region: region,
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
        region: region,
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
      region: region,
      meters: meters,
      limit: limit,
      state: &state
    )
  }

  private func nearest<Metric: DistanceMetric, Area: Region>(
    _ scope: Scope,
    few: [FewPlaces.Element]?,
    metric: Metric,
    center: Coordinate,
    region: Area,
    meters: Double,
    limit: Int,
    state: inout SearchState
  ) -> Int? {
    let radiusBounds = metric.radiusBounds(ofMeters: meters)
    let search = NearestSearch(
      content: content,
      metric: metric,
      radiusBounds: radiusBounds,
      region: region
    )
    if let few {
      search.collect(from: few, around: center, limit: limit, &state)
    } else {
      search.collect(in: scope, limit: limit, &state)
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
