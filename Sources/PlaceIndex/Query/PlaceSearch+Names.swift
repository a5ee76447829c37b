import Domain

/// The places with some names or addresses, of which each row is read once.
extension PlaceSearch {
  /// The number of places of an area that are read without asking how long it takes to find them otherwise.
  private static let fewPlaces = 1 << 10
  /// The number of texts that are kept.
  private static let keptTexts = 64

  /// Stores the places of an area whose name contains all words of a text in the answer.
  ///
  /// If no place of the categories has such a name, wherever it is, those are stored whose address has the text: an
  /// area changes which places are found, and never what the text means.
  func named<Area: Region>(
    _ key: SoughtText.Key,
    in walk: RegionWalk<Area>,
    _ measure: HitMeasure?,
    _ limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    var text = try take(key, &state)
    defer { keep(text, key, &state) }
    if text.isName != false {
      let exact = try exact(text, in: walk, measure, limit, &state)
      let count = if let exact { exact } else { try matching(&text, in: walk, measure, limit, &state) }
      // Conditions leave out places whose names the text may be.
      let tells = count > 0 || walk.isWhole && walk.filter?.isConditioned != true
      if tells { text.isName = count > 0 }
      if count > 0 { return count }
    }
    guard text.isName != true else { return 0 }
    return try addressed(&text, in: walk, measure, limit, &state)
  }

  /// Stores all places, wherever they are, whose name contains a text that their lists tell of exactly, and returns
  /// their number; `nil` where rows have to be read.
  private func exact<Area: Region>(
    _ text: SoughtText,
    in walk: RegionWalk<Area>,
    _ measure: HitMeasure?,
    _ limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int? {
    guard walk.isWhole, measure == nil, let limit, text.chains.isEmpty, text.matcher.isExact else { return nil }
    let places = try content.places(holding: text.ofNames.patterns, exactly: true)
    let wanted = wanted(places, walk.partitions, walk.filter)
    // The first are found among all places in the order of their ids, unless those are few.
    guard wanted.count / max(1, limit) > content.header.placeCount / Self.fewPlaces else {
      return try store(first(limit, of: wanted, nil) { _, _ in true }, &state)
    }
    for position in try content.first(limit, byIDOf: wanted) { state.hits.append(Hit(meters: 0, position: position)) }
    return wanted.count
  }

  /// Stores the places of an area whose name contains a text, of which rows have to be read, and returns their number.
  private func matching<Area: Region>(
    _ text: inout SoughtText,
    in walk: RegionWalk<Area>,
    _ measure: HitMeasure?,
    _ limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let matcher = text.matcher
    let chains = text.chains
    let places = try places(with: &text.ofNames, of: chains, in: walk, &state)
    let found = try first(limit, of: places, measure) { chains.withNames(of: $0, at: $1, matcher.matches) }
    return store(found, &state)
  }

  /// Stores the places of an area whose address has a text that no name has.
  private func addressed<Area: Region>(
    _ text: inout SoughtText,
    in walk: RegionWalk<Area>,
    _ measure: HitMeasure?,
    _ limit: Int?,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> Int {
    let address = text.address
    let places = try places(with: &text.ofAddresses, of: .none, in: walk, &state)
    let found = try first(limit, of: places, measure) { row, _ in
      address.match(row[.roadAddress]) != nil || address.match(row[.lotAddress]) != nil
    }
    let filter = walk.filter?.isConditioned == true ? walk.filter?.ofCategories : walk.filter
    guard found.count > 0, try !isName(&text, walk.partitions, filter) else { return 0 }
    state.areByAddress = true
    return store(found, &state)
  }

  /// Whether a place of the categories of a query has its text in its name, wherever it is.
  func isName(_ query: PlaceQuery, _ state: inout SearchState) throws(IndexHeader.FormatError) -> Bool {
    guard let value = query.text?.value else { return false }
    let scope = try scope(of: query.categories, &state)
    let key = SoughtText.Key(text: value, categories: query.categories)
    var text = try take(key, &state)
    defer { keep(text, key, &state) }
    return try isName(&text, scope.partitions, scope.filter)
  }

  private func keep(_ text: SoughtText, _ key: SoughtText.Key, _ state: inout SearchState) {
    if state.texts.count >= Self.keptTexts { state.texts.removeAll() }
    state.texts.append((key, text))
  }

  private func take(_ key: SoughtText.Key, _ state: inout SearchState) throws(IndexHeader.FormatError) -> SoughtText {
    if let known = state.texts.firstIndex(where: { $0.key == key }) { return state.texts.remove(at: known).text }
    return try SoughtText(key.text, in: content)
  }

  private func isName(
    _ text: inout SoughtText,
    _ partitions: [Int],
    _ filter: CategoryFilter?
  ) throws(IndexHeader.FormatError) -> Bool {
    if let known = text.isName { return known }
    let matcher = text.matcher
    let chains = text.chains
    let places = try places(with: text.ofNames, of: chains, partitions, filter)
    var isName = false
    // The first is mostly among the first.
    for start in stride(from: 0, to: places.count, by: Self.fewPlaces) where !isName {
      let some = Array(places[start..<min(start + Self.fewPlaces, places.count)])
      isName = try first(0, of: some, nil) { chains.withNames(of: $0, at: $1, matcher.matches) }.count > 0
    }
    text.isName = isName
    return isName
  }

  /// The places of an area that may have some grams, or be of some chains: all of its places when reading those takes
  /// less time.
  private func places<Area: Region>(
    with grams: inout SoughtText.Grams,
    of chains: SoughtChains,
    in walk: RegionWalk<Area>,
    _ state: inout SearchState
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    if !walk.isWhole {
      var isFound = walk.collect(&state, upTo: Self.fewPlaces)
      if !isFound {
        let worth = try worth(of: &grams)
        if worth > Self.fewPlaces { isFound = walk.collect(&state, upTo: worth) }
      }
      let places = isFound ? (0..<state.candidates.count).map { state.candidates[$0].position } : []
      state.candidates.removeAll()
      if isFound { return places }
    }
    let places = try places(with: grams, of: chains, walk.partitions, walk.filter)
    guard !walk.isWhole else { return places }
    return places.filter {
      let (latitude, longitude) = reader.coordinates(at: $0)
      return walk.region.contains(latitude: latitude, longitude: longitude)
    }
  }

  private func worth(of grams: inout SoughtText.Grams) throws(IndexHeader.FormatError) -> Int {
    if let worth = grams.worth { return worth }
    let worth = try content.placesWorth(finding: grams.patterns) ?? .max
    grams.worth = worth
    return worth
  }

  /// The places of some partitions that may have some grams, or be of some chains.
  private func places(
    with grams: SoughtText.Grams,
    of chains: SoughtChains,
    _ partitions: [Int],
    _ filter: CategoryFilter?
  ) throws(IndexHeader.FormatError) -> [UInt32] {
    wanted(try chains.places(with: content.places(holding: grams.patterns)), partitions, filter)
  }

  /// Those of some places that are of some partitions and categories, and in answers.
  private func wanted(_ places: [UInt32], _ partitions: [Int], _ filter: CategoryFilter?) -> [UInt32] {
    if partitions.count == content.partitions.count, filter == nil { return content.withoutExcluded(places) }
    let wanted = partitions.flatMap { places.positions(in: content.partitions[$0].blocks) }
    return filter.map { wanted.filter($0.contains) } ?? content.withoutExcluded(wanted)
  }

  /// A place with the beginning of its id, which nearly always tells which of two ids is first.
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

  /// By what a place is ordered, before its id.
  private func order(_ measure: HitMeasure, of position: UInt32) -> (first: Double, second: Double) {
    switch measure {
    case .center(let circle): return (meters(circle, to: position), 0)
    case .line(let line):
      let (latitude, longitude) = reader.coordinates(at: position)
      return line.order(latitude: latitude, longitude: longitude) ?? (.infinity, .infinity)
    }
  }

  private func store(_ found: FirstElements<NamedHit>, _ state: inout SearchState) -> Int {
    for place in found.first { state.hits.append(place.hit) }
    return found.count
  }
}
