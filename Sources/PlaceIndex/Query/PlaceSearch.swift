import Domain
import Rows
import Tables

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
  func find(_ query: PlaceQuery, limit: Int?, _ state: inout SearchState) throws(IndexHeader.FormatError) -> Int {
    let scope = try scope(of: query, &state)
    if !scope.absent.isEmpty { state.absent = scope.absent }
    guard let key = query.sort.key else { return try findInOrder(query, in: scope, limit: limit, &state) }
    let ranks = try AttributeRanks(key, in: content, ignoringUnknownKeys: state.ignoresUnknownKeys)
    let total = try findInOrder(query, in: scope, limit: limit == 0 ? 0 : nil, &state)
    ranks.order(&state.hits, limit: limit)
    return total
  }

  /// Stores the places of a query in the order of its area.
  private func findInOrder(
    _ query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    if let text = query.text { return try find(text.value, of: query, in: scope, limit: limit, state: &state) }
    return try findInArea(query, in: scope, limit: limit, &state)
  }

  /// Stores the places of a query, regardless of its text.
  func findInArea(
    _ query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    if let corridor = query.area.corridor {
      return try find(along: corridor, of: query, in: scope, limit: limit, state: &state)
    }
    var wanted = limit == 0 ? Request.count : .ordered(limit)
    if let limit, limit > 0, limit <= Self.largestNearest, let center = query.area.center {
      if let total = findNearest(to: center, in: query.area, scope: scope, limit: limit, state: &state) { return total }
      wanted = .count
    }
    let measure = query.area.measure.map(HitMeasure.center)
    return try walk(scope, area: query.area, measure: measure, wanted: wanted, state: &state)
  }

  /// Walks an area with the fastest test for its shape.
  func walk(
    _ scope: Scope,
    area: SearchArea,
    measure: HitMeasure?,
    wanted: Request,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    switch area.shape {
    case .anywhere:
      return try walk(scope, region: BoxRegion.globe, measure: measure, wanted: wanted, state: &state)
    case .box(let box):
      return try walk(scope, region: BoxRegion(box), measure: measure, wanted: wanted, state: &state)
    case .drawn(let shape):
      let region = ShapeRegion(shape: shape.form)
      return try walk(scope, region: region, measure: measure, wanted: wanted, state: &state)
    case .circle(let circle):
      if let region = CircleRegion(circle) {
        return try walk(scope, region: region, measure: measure, wanted: wanted, state: &state)
      }
      guard circle.radius.meters < HaversineMetric.farthestMeters else {
        return try walk(scope, region: BoxRegion.globe, measure: measure, wanted: wanted, state: &state)
      }
      // A large circle, or one near a pole or the antimeridian, is searched like any other shape.
      return try walk(scope, region: ShapeRegion(shape: circle), measure: measure, wanted: wanted, state: &state)
    }
  }

  /// The requested information about the places in an area.
  enum Request {
    /// Only their number.
    case count
    /// All places, in order and up to a limit.
    case ordered(Int?)
    /// All places as candidates, in any order: the result is 1 if they are few, otherwise 0.
    case few
    /// The given places, in order and up to a limit; the filter contains the same places, unless they are few.
    case those([UInt32], PlaceFilter?, Int?)
  }

  private func walk<Area: Region>(
    _ scope: Scope,
    region: Area,
    measure: HitMeasure?,
    wanted: Request,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let walk = RegionWalk(content: content, partitions: scope.partitions, region: region, filter: scope.filter)
    switch wanted {
    case .count:
      guard walk.isWhole, let filter = scope.filter else { return walk.count(&state) }
      return filter.placeCount { walk.count(&state) }
    case .ordered(let limit):
      walk.collect(&state)
      return refine(measure, limit: limit, state: &state)
    case .few:
      let isFound = !walk.isWhole && walk.collect(&state, upTo: Self.fewRows)
      if !isFound { state.candidates.removeAll() }
      return isFound ? 1 : 0
    case .those(let places, let filter, let limit):
      let walk = RegionWalk(content: content, partitions: scope.partitions, region: region, filter: filter)
      return try store(places, in: walk, measure: measure, limit: limit, state: &state)
    }
  }

  /// Stores all candidates in the result, in order and up to the limit, and returns their number.
  func refine(_ measure: HitMeasure?, limit: Int?, state: inout SearchState) -> Int {
    if case .line(let line)? = measure {
      return refine(line, upTo: .greatestFiniteMagnitude, limit: limit, state: &state)
    }
    let farthest = Float.greatestFiniteMagnitude
    return refine(measure?.circle, upTo: .infinity, distanceKey: farthest, limit: limit, state: &state)
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
