import Domain

/// Answers queries on the contents of an index.
struct PlaceSearch {
  let content: IndexContent
  let reader: PlaceReader

  /// The number of places above which collecting and sorting a whole area is faster than searching from the centre.
  ///
  /// For 15 places among a million, collecting takes 4.9 times as long.
  static let largestNearest = 4096
  /// The radius of the first, quick attempt if the area of the query is larger.
  private static let firstAttemptMeters = 50_000.0

  init(content: IndexContent) {
    self.content = content
    reader = PlaceReader(content: content)
  }

  /// Stores the places of the answer in `state.hits`, in order and up to a limit, and returns the number of all
  /// matches.
  func run(_ query: PlaceQuery, limit: Int?, _ state: inout SearchState) throws(IndexHeader.FormatError) -> Int {
    let scope = try scope(of: query, &state)
    if !scope.absent.isEmpty { state.absent = scope.absent }
    if let key = query.sort.key { return try run(query, in: scope, by: key, limit: limit, &state) }
    return try run(query, in: scope, limit: limit, &state)
  }

  /// Does the same in the order of the numbers of a further fact.
  private func run(
    _ query: PlaceQuery,
    in scope: Scope,
    by key: String,
    limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let ranks = try AttributeRanks(key, in: content, isOpen: state.isOpen)
    guard limit != 0 else { return try run(query, in: scope, limit: 0, &state) }
    let total = try run(query, in: scope, limit: nil, &state)
    ranks.order(&state.hits, limit: limit)
    return total
  }

  private func run(
    _ query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    if let corridor = query.area.corridor { return try run(query, along: corridor, scope, limit, &state) }
    var wanted = Wanted.ordered(limit)
    if let text = query.text {
      wanted = .named(SoughtText.Key(text: text.value, categories: query.categories), limit)
    } else if let limit {
      if limit == 0 {
        wanted = .count
      } else if let center = query.area.center, limit <= Self.largestNearest {
        if let total = nearest(scope, center, in: query.area, limit, &state) { return total }
        wanted = .count
      }
    }
    let measure = query.area.measure.map(HitMeasure.center)
    guard let fast = FastShape(query.area) else {
      return try run(scope, ShapeRegion(shape: query.area.shape.form), measure, wanted, &state)
    }
    if let center = query.area.center, let meters = fast.meters {
      if let plane = LocalEquirectangularMetric(latitude: center.latitude, longitude: center.longitude, meters: meters)
      {
        return try run(scope, CircleRegion(plane, around: center, meters: meters), measure, wanted, &state)
      }
      // A large circle, or one at a pole or the antimeridian, is walked as any shape is.
      if meters < HaversineMetric.farthestMeters {
        return try run(scope, ShapeRegion(shape: query.area.shape.form), measure, wanted, &state)
      }
    }
    return try run(scope, fast.box ?? .globe, measure, wanted, &state)
  }

  /// What is needed of the places in an area.
  enum Wanted {
    /// Only their number.
    case count
    /// All places, in order and up to a limit.
    case ordered(Int?)
    /// Those that match a text, in order and up to a limit.
    case named(SoughtText.Key, Int?)
  }

  func run<Area: Region>(
    _ scope: Scope,
    _ region: Area,
    _ measure: HitMeasure?,
    _ wanted: Wanted,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let walk = RegionWalk(content: content, partitions: scope.partitions, region: region, filter: scope.filter)
    switch wanted {
    case .count:
      guard walk.isWhole, let filter = scope.filter else { return walk.count(&state) }
      return filter.placeCount { walk.count(&state) }
    case .ordered(let limit):
      walk.collect(&state)
      if case .line(let line)? = measure { return refine(line, upTo: .greatestFiniteMagnitude, limit, &state) }
      return refine(measure?.circle, upTo: .infinity, distanceKey: .greatestFiniteMagnitude, limit, &state)
    case .named(let text, let limit): return try named(text, in: walk, measure, limit, &state)
    }
  }

  /// Stores the nearest places of any category or none in `state.hits`, in order.
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
  private func nearest(
    _ scope: Scope,
    _ center: Coordinate,
    in area: SearchArea,
    _ limit: Int,
    _ state: inout SearchState
  ) -> Int? {
    guard let fast = FastShape(area) else {
      // A polygon; of a circle, there is always something faster.
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
      state.reset()
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
      partitions: scope.partitions,
      metric: metric,
      radiusBounds: radiusBounds,
      limits: limits,
      filter: scope.filter
    )
    if let few { search.run(over: few, from: center, limit: limit, &state) } else { search.run(limit: limit, &state) }
    let circle = GreatCircle(from: center)
    let farthest = search.threshold(limit: limit, state)
    let found = refine(circle, upTo: meters, distanceKey: farthest, limit, &state)
    if few != nil || search.isExhaustive(state) {
      return found + count(beyond: farthest, certain: radiusBounds.inner, circle, upTo: meters, state)
    }
    return found >= limit ? nil : found
  }

  /// The number of candidates that match but are not among the nearest.
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

  /// Stores the candidates in the answer, with exact distances, in order and up to the limit.
  private func refine(
    _ circle: GreatCircle?,
    upTo meters: Double,
    distanceKey: Float,
    _ limit: Int?,
    _ state: inout SearchState
  ) -> Int {
    let order = HitOrder(reader: reader, limit: limit ?? .max)
    var found = 0
    var last: (latitude: Int32, longitude: Int32, meters: Double)?
    for index in 0..<state.candidates.count {
      let candidate = state.candidates[index]
      guard candidate.distanceKey <= distanceKey else { continue }
      var distance = 0.0
      if let circle {
        let (latitude, longitude) = reader.coordinates(at: candidate.position)
        if let last, last.latitude == latitude, last.longitude == longitude {
          distance = last.meters
        } else {
          distance = circle.meters(toLatitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
          last = (latitude, longitude, distance)
        }
      }
      guard distance <= meters else { continue }
      found += 1
      order.insert(Hit(meters: distance, position: candidate.position), into: &state)
    }
    order.finish(&state)
    return found
  }

  func meters(_ circle: GreatCircle, to position: UInt32) -> Double {
    let (latitude, longitude) = reader.coordinates(at: position)
    return circle.meters(toLatitude: FixedPoint.degrees(latitude), longitude: FixedPoint.degrees(longitude))
  }
}
