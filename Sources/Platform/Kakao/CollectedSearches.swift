import Domain

/// The places of the searches of a query, one for each category.
struct CollectedSearches: Sendable {
  private var parts: [[FoundPlace]] = []
  private var ids: Set<String> = []
  private var totalCount: Int? = 0
  private var isComplete = true
  private var provenMeters = Double.infinity
  private var droppedCount = 0
  private var hasCrowdedSpot = false
  /// Whether a search got no response, because requests ran out.
  private var lacksSearch = false

  /// The places so far.
  var places: [FoundPlace] { parts.flatMap(\.self) }

  /// Adds the result of a search.
  mutating func add(_ part: SearchCollector.Result, of search: KakaoSearch, in area: SearchArea) {
    let reached = part.places.filter(area.reaches)
    ids.reserveCapacity(ids.count + reached.count)
    // A place whose category changes during the search may be in the results of both categories.
    let new = reached.filter { ids.insert($0.place.id).inserted }
    parts.append(new)
    // The service's count includes places beyond the sent radius, so it proves nothing.
    if !part.places.allSatisfy(search.reaches) { isComplete = false }
    let count = part.isComplete ? new.count : part.totalCount.map { max(0, $0 - (reached.count - new.count)) }
    totalCount = totalCount.flatMap { sum in count.map { sum + $0 } }
    isComplete = isComplete && part.isComplete
    if !part.isComplete, part.places.isEmpty, part.totalCount == 0 { lacksSearch = true }
    droppedCount += part.droppedCount
    hasCrowdedSpot = hasCrowdedSpot || part.hasCrowdedSpot
    provenMeters = min(provenMeters, part.provenMeters)
  }

  /// Records that a search failed.
  mutating func noteMissing() {
    isComplete = false
    totalCount = nil
    provenMeters = -1
  }

  /// Returns the result of the query.
  func collection(
    for query: PlaceQuery,
    earlyEnd: PlaceCollection.StopReason?,
    provenance: Provenance
  ) -> PlaceCollection {
    let limit = query.limit
    let places = Self.ordered(parts, query)
    let wanted = limit.count ?? places.count
    let nearest = places.prefix(wanted)
    let gap = KakaoSearch.gap(in: query)
    let lacksNearer = query.sort == .distance && (nearest.last?.distance).map { $0.meters > provenMeters } ?? false
    let mayBeAsWanted = limit != .nothing && !lacksSearch && !lacksNearer
    let isAsWanted = isComplete || mayBeAsWanted && limit.count.map { nearest.count >= $0 } ?? false
    let isWhole = isComplete && (places.count <= wanted || limit == .nothing) && gap == nil
    return PlaceCollection(
      places: Array(nearest),
      totalCount: lacksSearch ? nil : totalCount,
      isComplete: isWhole,
      earlyEnd: isAsWanted ? nil : earlyEnd,
      isNearest: query.isNearest(Array(nearest), isComplete: isWhole && droppedCount == 0) { _ in
        gap == nil && droppedCount == 0 && !lacksNearer
      },
      gap: gap,
      droppedCount: droppedCount,
      hasCrowdedSpot: hasCrowdedSpot,
      provenance: provenance
    )
  }

  /// Returns the places of several categories in the order of the query.
  private static func ordered(_ parts: [[FoundPlace]], _ query: PlaceQuery) -> [FoundPlace] {
    guard query.area.corridor == nil else {
      return parts.joined().sorted { FoundPlace.isEarlier($0, $1, by: query.sort) }
    }
    return query.sort == .distance ? parts.joined().sorted(by: FoundPlace.isNearer) : interleaved(parts)
  }

  /// Alternates between the places of several categories, because accuracy compares only places of the same search.
  ///
  /// A limit takes equally many of each.
  private static func interleaved(_ parts: [[FoundPlace]]) -> [FoundPlace] {
    guard parts.count > 1 else { return parts.first ?? [] }
    let maximumCount = parts.map(\.count).max() ?? 0
    return (0..<maximumCount).flatMap { rank in parts.compactMap { $0.indices.contains(rank) ? $0[rank] : nil } }
  }
}

extension KakaoSearch {
  /// Returns whether a place is within the radius that was sent.
  fileprivate func reaches(_ found: FoundPlace) -> Bool {
    found.distance.map { $0.meters <= scope.radiusInMeters } ?? true
  }
}
