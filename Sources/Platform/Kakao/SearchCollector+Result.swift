import Domain

extension SearchCollector {
  /// The collected places.
  struct Result: Sendable {
    /// The distinct places, in the order of the query.
    var places: [FoundPlace]
    /// The number of matches: the number of places if they are complete, or else the service's count; `nil` if the
    /// service doesn't count this search.
    var totalCount: Int?
    /// Whether the places are all matches.
    var isComplete: Bool
    /// The distance up to which no place is missing in metres, if sorted by distance; infinite if none is missing.
    var provenMeters: Double
    /// The number of places dropped because they belong to another query, if that made the result incomplete.
    var droppedCount = 0
    /// Whether a spot has more places than paging can reach.
    var hasCrowdedSpot = false
  }

  /// Sorts places in the query's order.
  ///
  /// The service's own order is known only for the first 45.
  func ordered(_ places: [FoundPlace], like paged: [FoundPlace], by search: KakaoSearch) -> [FoundPlace] {
    let sorted = places.sorted(by: FoundPlace.isNearer)
    guard !search.sortsByDistance else { return sorted }
    let first = Set(paged.map(\.place.id))
    let inside = Set(places.map(\.place.id))
    return paged.filter { inside.contains($0.place.id) } + sorted.filter { !first.contains($0.place.id) }
  }
}
