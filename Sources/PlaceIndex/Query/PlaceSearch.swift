import Domain

/// Answers queries on the contents of an index.
struct PlaceSearch {
  let content: IndexContent
  let reader: PlaceReader

  /// The largest limit for which searching from the centre is faster than collecting and sorting a whole area.
  ///
  /// For 15 places among a million, collecting takes 4.9 times as long.
  static let largestNearest = 4096

  init(content: IndexContent) {
    self.content = content
    reader = PlaceReader(content: content)
  }

  /// Stores the places of the result in `state.hits`, in order and up to a limit, and returns the number of all
  /// matches.
  func run(_ query: PlaceQuery, limit: Int?, _ state: inout SearchState) throws(IndexHeader.FormatError) -> Int {
    let scope = try scope(of: query, &state)
    if !scope.absent.isEmpty { state.absent = scope.absent }
    if let key = query.sort.key { return try run(query, in: scope, by: key, limit: limit, &state) }
    return try run(query, in: scope, limit: limit, &state)
  }

  /// Runs a query whose results are sorted by a numeric attribute.
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
    if let text = query.text { return try run(query, value: text, in: scope, limit: limit, state: &state) }
    return try runAll(query, in: scope, limit: limit, &state)
  }

  /// Stores the places of an area in the result, regardless of the query's text.
  func runAll(
    _ query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    if let corridor = query.area.corridor {
      return try run(query, along: corridor, scope: scope, limit: limit, state: &state)
    }
    var wanted = Wanted.ordered(limit)
    if let limit {
      if limit == 0 {
        wanted = .count
      } else if let center = query.area.center, limit <= Self.largestNearest {
        if let total = nearest(scope, center: center, in: query.area, limit: limit, state: &state) { return total }
        wanted = .count
      }
    }
    return try run(
      scope,
      area: query.area,
      measure: query.area.measure.map(HitMeasure.center),
      wanted: wanted,
      state: &state
    )
  }

  func run(
    _ scope: Scope,
    area: SearchArea,
    measure: HitMeasure?,
    wanted: Wanted,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    if let corridor = area.corridor {
      return try run(scope, region: ShapeRegion(shape: corridor), measure: measure, wanted: wanted, state: &state)
    }
    guard let fast = FastShape(area) else {
      return try run(
        scope,
        region: ShapeRegion(shape: area.shape.form),
        measure: measure,
        wanted: wanted,
        state: &state
      )
    }
    if let center = area.center, let meters = fast.meters {
      if let plane = LocalEquirectangularMetric(latitude: center.latitude, longitude: center.longitude, meters: meters)
      {
        return try run(
          scope,
          region: CircleRegion(plane, around: center, meters: meters),
          measure: measure,
          wanted: wanted,
          state: &state
        )
      }
      // A large circle, or one near a pole or the antimeridian, is searched like any other shape.
      if meters < HaversineMetric.farthestMeters {
        return try run(
          scope,
          region: ShapeRegion(shape: area.shape.form),
          measure: measure,
          wanted: wanted,
          state: &state
        )
      }
    }
    return try run(scope, region: fast.box ?? .globe, measure: measure, wanted: wanted, state: &state)
  }

  /// The requested information about the places in an area.
  enum Wanted {
    /// Only their number.
    case count
    /// All places, in order and up to a limit.
    case ordered(Int?)
    /// All places as candidates, in any order: the result is 1 if they are few, otherwise 0.
    case few
    /// The given places, in order and up to a limit; the filter contains the same places, unless they are few.
    case those([UInt32], CategoryFilter?, Int?)
  }

  func run<Area: Region>(
    _ scope: Scope,
    region: Area,
    measure: HitMeasure?,
    wanted: Wanted,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let walk = RegionWalk(content: content, partitions: scope.partitions, region: region, filter: scope.filter)
    switch wanted {
    case .count:
      guard walk.isWhole, let filter = scope.filter else { return walk.count(&state) }
      return filter.placeCount { walk.count(&state) }
    case .ordered(let limit):
      walk.collect(&state)
      if case .line(let line)? = measure {
        return refine(line, upTo: .greatestFiniteMagnitude, limit: limit, state: &state)
      }
      return refine(
        measure?.circle,
        upTo: .infinity,
        distanceKey: .greatestFiniteMagnitude,
        limit: limit,
        state: &state
      )
    case .few:
      let isFound = !walk.isWhole && walk.collect(&state, upTo: Self.fewRows)
      if !isFound { state.candidates.removeAll() }
      return isFound ? 1 : 0
    case .those(let places, let filter, let limit):
      let walk = RegionWalk(content: content, partitions: scope.partitions, region: region, filter: filter)
      return try store(places, in: walk, measure: measure, limit: limit, state: &state)
    }
  }

  /// Stores the candidates in the result, with exact distances, in order and up to the limit.
  func refine(
    _ circle: GreatCircle?,
    upTo meters: Double,
    distanceKey: Float,
    limit: Int?,
    state: inout SearchState
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
