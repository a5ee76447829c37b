import Domain
import Tables

/// Searches along a line.
extension PlaceSearch {
  /// A place of a result with its sort keys, which precede the id.
  private typealias LineHit = (first: Double, second: Double, position: UInt32)

  /// Stores the places of a corridor in `state.hits`, in order and up to a limit, and returns the number of all
  /// matches.
  func find(
    along corridor: Corridor,
    of query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let line = LineOrder(corridor: corridor, isByRoute: query.sort != .distance)
    var wanted = Request.ordered(limit)
    if let limit, limit <= Self.largestNearest {
      if limit > 0, let total = findFirst(limit, along: line, scope: scope, state: &state) { return total }
      wanted = .count
    }
    return try walk(scope, area: query.area, measure: .line(line), wanted: wanted, state: &state)
  }

  /// Stores the first places in order in `state.hits`; returns the number of all matches if the search determined it.
  private func findFirst(_ limit: Int, along line: LineOrder, scope: Scope, state: inout SearchState) -> Int? {
    let search = NearestSearch(content: content, metric: line, radiusBounds: .unlimited, region: BoxRegion.globe)
    search.collect(in: scope, limit: limit, &state)
    let all = state.candidates.count
    let found = refine(line, upTo: search.threshold(limit: limit, state), limit: limit, state: &state)
    return search.isExhaustive(state) ? all : found < limit ? found : nil
  }

  /// Stores the candidates in the result, in order and up to the limit, and returns the number of matches.
  func refine(_ line: LineOrder, upTo distanceKey: Float, limit: Int?, state: inout SearchState) -> Int {
    let reader = reader
    var hits = FirstElements<LineHit>(limit: limit ?? .max) { first, second in
      if first.first != second.first { return first.first < second.first }
      if first.second != second.second { return first.second < second.second }
      return reader.idPrecedes(first.position, second.position)
    }
    for index in 0..<state.candidates.count {
      let candidate = state.candidates[index]
      guard candidate.distanceKey <= distanceKey else { continue }
      let (latitude, longitude) = reader.coordinates(at: candidate.position)
      guard let order = line.order(latitude: latitude, longitude: longitude) else { continue }
      hits.add((order.first, order.second, candidate.position))
    }
    for hit in hits.first { state.hits.append(Hit(meters: hit.first, position: hit.position)) }
    return hits.count
  }
}
