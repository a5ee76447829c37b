import Domain
import Tables

/// Searches by names and addresses.
extension PlaceSearch {
  /// The number of places in an area up to which every row is read, instead of finding all places with a text.
  static let fewRows = 1 << 10
  /// The number of places up to which each is compared with an area or a centre.
  private static let fewPlaces = 1 << 12
  /// The maximum number of cached texts.
  private static let maximumCachedTexts = 16
  /// The number of places in id order that can be scanned in the time of reading a row.
  private static let rowTime = 16

  /// Stores the places of a query whose names contain all words of its text in the result.
  ///
  /// If no place of the categories has such a name anywhere, the places that match by their addresses, or by their
  /// names and addresses together, are stored, in the order of ``TextMatch``. The area restricts the places that are
  /// found, but never changes the meaning of the text.
  func find(
    _ value: String,
    of query: PlaceQuery,
    in scope: Scope,
    limit: Int?,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let key = TextLookup.Key(text: value, categories: query.categories)
    var text = try take(key, &state)
    defer { keep(text, key: key, state: &state) }
    if text.places == nil, try walk(scope, area: query.area, measure: nil, wanted: .few, state: &state) > 0 {
      let few = state.takeCandidates()
      let count = try find(&text, among: few, measure: measure(of: query), limit: limit, state: &state)
      if let count { return count }
    }
    let places = try places(with: &text, of: scope)
    var positions = places.positions
    var filter = places.filter
    if let conditioned = scope.filter, conditioned.isConditioned {
      positions = positions.filter(conditioned.contains)
      filter = self.filter(of: positions, scope)
    }
    var count = 0
    if let filter, query.area.measure != nil || query.area.corridor != nil {
      count = try findInArea(query, in: Scope(partitions: scope.partitions, filter: filter), limit: limit, &state)
    } else if !positions.isEmpty {
      count = try walk(
        scope,
        area: query.area,
        measure: measure(of: query),
        wanted: .those(positions, filter, limit),
        state: &state
      )
    }
    if count > 0 { state.match = places.match }
    return count
  }

  /// Searches all places of a small area by reading their rows.
  ///
  /// - Returns: The number of places; `nil` if the result depends on places outside the area.
  private func find(
    _ text: inout TextLookup,
    among few: [UInt32],
    measure: HitMeasure?,
    limit: Int?,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int? {
    let matcher = text.matcher
    let chains = text.chains
    let found = try first(limit, of: few, measure) { chains.withNames(of: $0, at: $1, matcher.matches) }
    if found.count > 0 { text.isName = true }
    guard !text.isName else { return store(found, &state) }
    let (address, both) = (text.address, text.both)
    let others = try first(0, of: few, nil) { row, position in
      let addresses = [row[.roadAddress], row[.lotAddress]]
      if addresses.contains(where: { address.match($0) != nil }) { return true }
      guard let both else { return false }
      return chains.withNames(of: row, at: position) { both.isContained(in: $0, at: addresses) }
    }
    return others.count > 0 ? nil : 0
  }

  /// Stores the given places that are in an area in the result, in order and up to a limit, and returns their number.
  func store<Area: Region>(
    _ places: [UInt32],
    in walk: RegionWalk<Area>,
    measure: HitMeasure?,
    limit: Int?,
    state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    var places = places
    if !walk.isWhole {
      if walk.filter == nil {
        places = places.filter {
          let (latitude, longitude) = reader.coordinates(at: $0)
          return walk.region.contains(latitude: latitude, longitude: longitude)
        }
      } else {
        walk.collect(&state)
        places = state.takeCandidates()
      }
    }
    guard limit != 0 else { return places.count }
    if let measure {
      for place in places { state.candidates.append(Candidate(distanceKey: 0, position: place)) }
      return refine(measure, limit: limit, state: &state)
    }
    if let limit, places.count > Self.fewRows,
      let first = try content.first(limit, byIDOf: places, among: places.count * Self.rowTime)
    {
      for position in first { state.hits.append(Hit(meters: 0, position: position)) }
      return places.count
    }
    return store(try first(limit, of: places, nil) { _, _ in true }, &state)
  }

  private func keep(_ text: TextLookup, key: TextLookup.Key, state: inout SearchState) {
    if state.texts.count >= Self.maximumCachedTexts { state.texts.removeAll() }
    state.texts.append((key, text))
  }

  private func take(_ key: TextLookup.Key, _ state: inout SearchState) throws(IndexHeader.FormatError) -> TextLookup {
    if let known = state.texts.firstIndex(where: { $0.key == key }) { return state.texts.remove(at: known).text }
    return try TextLookup(key.text, in: content)
  }

  /// Returns the places of a scope's categories that match a text best, anywhere.
  private func places(
    with text: inout TextLookup,
    of scope: Scope
  ) throws(IndexHeader.FormatError) -> TextLookup.Places {
    if let known = text.places { return known }
    let filter = scope.filter?.isConditioned == true ? scope.filter?.ofCategories : scope.filter
    func wanted(_ places: [UInt32]) -> [UInt32] { self.wanted(places, partitions: scope.partitions, filter: filter) }
    var match = TextMatch.name
    var places = wanted(try content.places(named: text.matcher, text.chains))
    if places.isEmpty {
      for other in text.matchesBeyondNames where places.isEmpty {
        match = other
        places = wanted(try self.places(by: other, &text))
      }
    }
    let found = TextLookup.Places(positions: places, match: match, filter: self.filter(of: places, scope))
    text.places = found
    return found
  }

  private func places(
    by match: TextMatch,
    _ text: inout TextLookup
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    if match == .address { return try content.places(at: text.address) }
    guard let both = text.both else { return [] }
    return try content.ranks(of: both, text.chains, match, limit: .max).first.map(\.position).sorted()
  }

  /// Returns a filter of some places of a scope; `nil` if they are few.
  private func filter(of places: [UInt32], _ scope: Scope) -> PlaceFilter? {
    places.count <= Self.fewPlaces ? nil : PlaceFilter(places, of: scope, in: content)
  }

  /// Returns the given places that are in some partitions and categories, without hidden places.
  private func wanted(_ places: [UInt32], partitions: [Int], filter: PlaceFilter?) -> [UInt32] {
    if partitions.count == content.partitions.count, filter == nil { return content.withoutHidden(places) }
    let wanted = partitions.flatMap { places.positions(in: content.partitions[$0].blocks) }
    return filter.map { wanted.filter($0.contains) } ?? content.withoutHidden(wanted)
  }

  /// A place with the beginning of its id, which almost always decides the order of two ids.
  typealias NamedHit = (hit: Hit, second: Double, idStart: UInt64)

  private func first(
    _ limit: Int?,
    of places: [UInt32],
    _ measure: HitMeasure?,
    where matches: @Sendable (RowFormat, UInt32) -> Bool
  ) throws(IndexHeader.FormatError) -> FirstElements<NamedHit> {
    let reader = reader
    let empty = FirstElements<NamedHit>(limit: limit ?? .max) { first, second in
      if first.hit.meters != second.hit.meters { return first.hit.meters < second.hit.meters }
      if first.second != second.second { return first.second < second.second }
      if first.idStart != second.idStart { return first.idStart < second.idStart }
      return reader.idPrecedes(first.hit.position, second.hit.position)
    }
    let found = try content.collect(from: places, into: empty) { found, row, position in
      guard matches(row, position) else { return }
      let order = measure.map { self.order($0, of: position) } ?? (first: 0, second: 0)
      found.add((Hit(meters: order.first, position: position), order.second, row[.id].firstEight))
    }
    return found.reduce(into: empty) { $0.add($1) }
  }

  /// Returns the sort keys of a place, which precede the id.
  private func order(_ measure: HitMeasure, of position: UInt32) -> (first: Double, second: Double) {
    switch measure {
    case .center(let circle): return (meters(circle, to: position), 0)
    case .line(let line):
      let (latitude, longitude) = reader.coordinates(at: position)
      return line.order(latitude: latitude, longitude: longitude) ?? (.infinity, .infinity)
    }
  }

  private func measure(of query: PlaceQuery) -> HitMeasure? {
    if let corridor = query.area.corridor {
      return .line(LineOrder(corridor: corridor, isByRoute: query.sort != .distance))
    }
    return query.area.measure.map(HitMeasure.center)
  }

  private func store(_ found: FirstElements<NamedHit>, _ state: inout SearchState) -> Int {
    for place in found.first { state.hits.append(place.hit) }
    return found.count
  }
}
