import Domain

/// The places with some names or addresses, of which each row is read once.
extension PlaceSearch {
  /// Stores the places of some partitions in the answer whose name contains all words, or else those whose address does.
  func named(
    _ scope: Scope,
    _ matcher: KeywordMatcher,
    _ address: TypedAddress,
    _ center: Coordinate?,
    _ limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    var found = try first(limit, of: places(scope, matcher.patterns), center) { matcher.matches($0) }
    if found.count == 0 {
      found = try first(limit, of: places(scope, address.patterns), center) {
        address.match($0[.roadAddress]) != nil || address.match($0[.lotAddress]) != nil
      }
    }
    return store(found, &state)
  }

  private func places(_ scope: Scope, _ patterns: [GramPattern]) throws(IndexHeader.FormatError) -> [UInt32] {
    let places = try content.names.places(holding: patterns)
    let wanted = scope.partitions.flatMap { places.positions(in: content.partitions[$0].blocks) }
    return scope.filter.map { wanted.filter($0.contains) } ?? wanted
  }

  /// A place with the beginning of its id, which nearly always tells which of two ids is first.
  typealias NamedHit = (hit: Hit, idStart: UInt64)

  func first(
    _ limit: Int?,
    of places: [UInt32],
    _ center: Coordinate?,
    where matches: @Sendable (RowFormat) -> Bool
  ) throws(IndexHeader.FormatError) -> FirstElements<NamedHit> {
    let circle = center.map { GreatCircle(fromLatitude: $0.latitude, longitude: $0.longitude) }
    let reader = reader
    let empty = FirstElements<NamedHit>(limit: limit ?? .max) { first, second in
      if first.hit.meters != second.hit.meters { return first.hit.meters < second.hit.meters }
      if first.idStart != second.idStart { return first.idStart < second.idStart }
      return reader.idPrecedes(first.hit.position, second.hit.position)
    }
    let found = try content.collect(from: places, into: empty) { found, row, position in
      guard matches(row) else { return }
      let meters = circle.map { self.meters($0, to: position) } ?? 0
      found.add((Hit(meters: meters, position: position), row[.id].firstEight))
    }
    return found.reduce(into: empty) { $0.add($1) }
  }

  func store(_ found: FirstElements<NamedHit>, _ state: inout SearchState) -> Int {
    for place in found.first { state.hits.append(place.hit) }
    return found.count
  }
}
