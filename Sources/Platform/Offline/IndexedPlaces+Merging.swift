import Domain
import PlaceIndex

/// The result of one or several indexes.
struct MergedAnswer {
  var places: [FoundPlace]
  var totalCount: Int
  var gap: PlaceCollection.Gap?
  /// Whether the places are the nearest, if they are the first of the result.
  var isNearest: Bool?
  /// The requested categories that no place of an index has.
  var absent: [PlaceCategory] = []
  /// The attribution of the places.
  var attribution: String?
}

extension IndexedPlaces {
  /// The result of one of several indexes.
  private struct Part {
    let index: PlaceIndex
    var answer: PlaceIndexAnswer
    /// Whether the index is one of the user's, instead of the overlay with places found in several of them.
    let isGiven: Bool
    /// The query, with only the categories that the index knows.
    var query: PlaceQuery?
    /// The errors for the other categories.
    var refusals: [PlaceCategory: IndexFileError] = [:]
  }

  /// A place of a part.
  private typealias Hit = (part: Int, number: Int, place: FoundPlace, rank: Double)

  var all: [PlaceIndex] { [index] + others }

  /// The merged result of all indexes, in order.
  ///
  /// - Complexity: The sum over the indexes, each searched up to the limit.
  func merged(_ query: PlaceQuery) throws(IndexFileError) -> MergedAnswer {
    let (offset, limit) = (query.limit.offset, query.limit.count)
    let end = limit.map { $0 > Int.max - offset ? Int.max : offset + $0 }
    var parts = try asking(query, limit: end)
    keep(try bestMatch(parts), of: &parts)
    var hits = hits(of: parts)
    // Computed once for each place, because it parses a number.
    let numbers = query.sort.key.map { key in hits.map { AttributeOrder.number(of: key, in: $0.place.place) } }
    if let numbers { for index in hits.indices { hits[index].rank = numbers[index] } }
    let isAlong = query.area.corridor != nil
    hits.sort { first, second in
      guard first.rank == second.rank else { return first.rank < second.rank }
      if isAlong, FoundPlace.isEarlier(first.place, second.place, by: query.sort) { return true }
      if isAlong, FoundPlace.isEarlier(second.place, first.place, by: query.sort) { return false }
      let meters = (first.place.distance?.meters ?? 0, second.place.distance?.meters ?? 0)
      guard meters.0 == meters.1 else { return meters.0 < meters.1 }
      let ids = (first.place.place.id.utf8, second.place.place.id.utf8)
      guard ids.0.elementsEqual(ids.1) else { return ids.0.lexicographicallyPrecedes(ids.1) }
      return first.part < second.part
    }
    let shown = limit.map { hits.dropFirst(offset).prefix($0) } ?? hits.dropFirst(offset)
    let places = shown.map(\.place)
    let totalCount = parts.reduce(0) { $0 + $1.answer.totalCount }
    let gap = gap(for: query, in: query.area, parts)
    let isComplete = gap == nil && places.count == totalCount
    return MergedAnswer(
      places: places,
      totalCount: totalCount,
      gap: gap,
      isNearest: query.isNearest(places, isComplete: isComplete) { distance in
        guard gap != nil, let area = query.area(within: distance) else { return true }
        return self.gap(for: query, in: area, parts) == nil
      },
      absent: query.categories.filter { isAbsent($0, from: parts) },
      attribution: attribution(of: Array(shown), parts)
    )
  }

  /// The places that a text may mean, the most likely of all indexes first; addresses only if no name matches.
  func merged(
    named text: SearchText,
    where conditions: [AttributeCondition],
    limit: Int
  ) throws(IndexFileError) -> MergedAnswer {
    func ask(_ limit: Int) throws(IndexFileError) -> [Part] {
      var parts = try joined.joined().map { (index) throws(IndexFileError) in
        Part(index: index, answer: try index.places(named: text, where: conditions, limit: limit), isGiven: true)
      }
      parts.removeAll { $0.answer.totalCount == 0 }
      if let best = parts.map(\.answer.match).min() { keep(best, of: &parts) }
      return parts
    }
    var parts = try ask(limit)
    // An address in several indexes counts once, which requires all matches.
    let isByAddress = parts.first?.answer.match == .address && parts.count > 1
    if isByAddress { parts = try ask(.max) }
    var hits = hits(of: parts)
    if isByAddress {
      var known: Set<String> = []
      hits.removeAll { !known.insert($0.place.place.name ?? "").inserted }
    }
    hits.sort { first, second in
      let ranks = (parts[first.part].answer.ranks[first.number], parts[second.part].answer.ranks[second.number])
      return ranks.0.isBetter(than: ranks.1) ?? ((first.part, first.number) < (second.part, second.number))
    }
    let shown = Array(hits.prefix(limit))
    return MergedAnswer(
      places: shown.map(\.place),
      totalCount: isByAddress ? hits.count : parts.reduce(0) { $0 + $1.answer.totalCount },
      attribution: attribution(of: shown, parts)
    )
  }

  /// Queries every index for the categories that it knows.
  ///
  /// A category unknown to all is an error.
  private func asking(_ query: PlaceQuery, limit: Int?) throws(IndexFileError) -> [Part] {
    try checkKeys(query.attributeKeys)
    var parts: [Part] = []
    for (number, index) in try joined.joined().enumerated() {
      parts.append(try part(of: index, isGiven: number <= others.count, asking: query, limit: limit))
    }
    let given = parts.filter(\.isGiven)
    for category in query.categories {
      let refusals = given.compactMap { $0.refusals[category] }
      if refusals.count == given.count, let refusal = refusals.first(where: \.isOfKind) ?? refusals.first {
        throw refusal
      }
    }
    return parts
  }

  /// Rejects an attribute key that no index knows.
  ///
  /// If one index knows it, the places of the others don't have it.
  func checkKeys(_ keys: [String]) throws(IndexFileError) {
    for key in keys where !all.contains(where: { $0.knows(key) }) {
      throw .noKey(path: index.path, key: key, known: IndexKey.merged(all.map(\.attributeKeys)).map(\.key))
    }
  }

  /// The result of an index for the categories that it knows.
  ///
  /// An index without a source category has no such places, but an index too old to know a kind may have some.
  private func part(
    of index: PlaceIndex,
    isGiven: Bool,
    asking query: PlaceQuery,
    limit: Int?
  ) throws(IndexFileError) -> Part {
    var part = Part(index: index, answer: .none, isGiven: isGiven, query: query)
    while let asked = part.query {
      do throws(IndexFileError) {
        part.answer = try index.places(matching: asked, offset: 0, limit: limit, isOpen: true)
        return part
      } catch {
        guard let category = error.category(among: asked.categories) else { throw error }
        part.refusals[category] = error
        part.query = asked.without(category)
      }
    }
    return part
  }

  /// Whether no index has places of a category.
  ///
  /// Indexes that are too old, or were made from other categories only, leave it open.
  private func isAbsent(_ category: PlaceCategory, from parts: [Part]) -> Bool {
    parts.allSatisfy { part in
      guard let refusal = part.refusals[category] else { return part.answer.absent.contains(category) }
      return !refusal.isOfKind && part.index.isAskedFor(category)
    }
  }

  /// The best match between the text and a place of any index, in the area or elsewhere.
  private func bestMatch(_ parts: [Part]) throws(IndexFileError) -> TextMatch {
    guard var best = parts.filter({ $0.answer.totalCount > 0 }).map(\.answer.match).min() else { return .name }
    for part in parts where best > .name && part.answer.totalCount == 0 {
      guard let query = part.query, let match = try part.index.match(ofTextOf: query) else { continue }
      best = min(best, match)
    }
    return best
  }

  /// Keeps only the results that match a text in one way.
  private func keep(_ match: TextMatch, of parts: inout [Part]) {
    for number in parts.indices where parts[number].answer.match != match { parts[number].answer = .none }
  }

  private func hits(of parts: [Part]) -> [Hit] {
    parts.enumerated().flatMap { number, part in
      part.answer.places.enumerated().map { (number, $0.offset, $0.element, 0) }
    }
  }

  /// The attribution of the hits, or of all data if there are none.
  private func attribution(of hits: [Hit], _ parts: [Part]) -> String? {
    guard !hits.isEmpty else { return ownProvenance.attribution }
    let numbers = Dictionary(grouping: hits, by: \.part)
    return IndexInput.joined(
      parts.indices.map { part in
        numbers[part].flatMap { parts[part].index.attribution(of: parts[part].answer, places: $0.map(\.number)) }
      },
      inOrderOf: ownProvenance.attribution
    )
  }

  /// The reason why the result in an area is incomplete: every index that covers part of the area must be complete
  /// there.
  private func gap(for query: PlaceQuery, in area: SearchArea, _ parts: [Part]) -> PlaceCollection.Gap? {
    let given = parts.filter(\.isGiven)
    let isWhole = area == query.area
    let reaching = given.filter { part in
      part.index.reaches(area)
        || (isWhole ? part.answer.totalCount > 0 : part.answer.places.contains { area.contains($0.place.coordinate) })
    }.map(\.index)
    let asked = reaching.isEmpty ? all : reaching
    let gaps = asked.compactMap { $0.shortfall(for: query, in: area) }
    let tooOld = given.lazy.compactMap { $0.refusals.values.first(where: \.isOfKind) }.first
    if gaps.count == asked.count, asked.count > 1, asked.hold(query.categories, in: area) {
      return asked.lazy.compactMap(\.dataGap).first ?? tooOld?.gap
    }
    let outside = gaps.flatMap { gap in if case .outsideCoverage(let areas) = gap { areas } else { [SearchArea]() } }
    let beyond = gaps.flatMap { gap in if case .beyondCoverage(let areas) = gap { areas } else { [SearchArea]() } }
    if !beyond.isEmpty { return .beyondCoverage(outside + beyond) }
    if !outside.isEmpty { return .outsideCoverage(outside) }
    return gaps.first ?? tooOld?.gap
  }
}

extension IndexFileError {
  /// Whether the error means that an index is too old to know a kind.
  fileprivate var isOfKind: Bool { if case .kindUnknown = self { true } else { false } }

  /// The category that an index doesn't know; `nil` for another error.
  fileprivate func category(among categories: [PlaceCategory]) -> PlaceCategory? {
    switch self {
    case .noCategory(_, let word, _): categories.first { $0 == .source(word) }
    case .kindUnknown(_, let slug):
      categories.first { if case .kind(let kind) = $0.exactMeaning ?? $0 { kind.slug == slug } else { false } }
    default: nil
    }
  }

  /// The gap that such an index leaves in the merged result.
  fileprivate var gap: PlaceCollection.Gap? {
    guard case .kindUnknown(let path, let slug) = self else { return nil }
    return .kindUnknown(path: path, kind: PlaceCategory(word: slug))
  }
}

extension PlaceQuery {
  /// The query without a category; `nil` if it names no other.
  fileprivate func without(_ category: PlaceCategory) -> PlaceQuery? {
    let others = categories.filter { $0 != category }
    return others.isEmpty ? nil : try? asking(for: others)
  }
}
