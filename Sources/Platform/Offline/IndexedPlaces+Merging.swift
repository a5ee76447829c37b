import Domain
import PlaceIndex

/// What one or several indexes answer.
struct MergedAnswer {
  var places: [FoundPlace]
  var totalCount: Int
  var gap: PlaceCollection.Gap?
  /// What has to be said of the places.
  var attribution: String?
}

extension IndexedPlaces {
  /// An answer of one of several indexes.
  private typealias Part = (index: PlaceIndex, answer: PlaceIndexAnswer)
  /// A place of a part.
  private typealias Hit = (part: Int, number: Int, place: FoundPlace)

  var all: [PlaceIndex] { [index] + others }

  /// The answer of all indexes, in the order of one; a place that several have of one input, by its id, is there once.
  ///
  /// - Complexity: That of each index for the places up to the limit; for all that match where indexes share an input.
  func merged(_ query: PlaceQuery, offset: Int, limit: Int?) throws(IndexFileError) -> MergedAnswer {
    let end = sharesInputs ? nil : limit.map { $0 > Int.max - offset ? Int.max : offset + $0 }
    let parts = try asking { (index) throws(IndexFileError) in try index.places(matching: query, limit: end) }
    var hits = distinct(parts, isShared: sharesInputs)
    hits.sort { first, second in
      let meters = (first.place.distance?.meters ?? 0, second.place.distance?.meters ?? 0)
      guard meters.0 == meters.1 else { return meters.0 < meters.1 }
      let ids = (first.place.place.id.utf8, second.place.place.id.utf8)
      guard ids.0.elementsEqual(ids.1) else { return ids.0.lexicographicallyPrecedes(ids.1) }
      return first.part < second.part
    }
    let shown = limit.map { hits.dropFirst(offset).prefix($0) } ?? hits.dropFirst(offset)
    return MergedAnswer(
      places: shown.map(\.place),
      totalCount: sharesInputs ? hits.count : parts.reduce(0) { $0 + $1.answer.totalCount },
      gap: gap(for: query, parts),
      attribution: attribution(of: Array(shown), parts)
    )
  }

  /// The places that a text may refer to, the most likely of all indexes first; addresses only when no name is like it.
  func merged(named text: SearchText, limit: Int) throws(IndexFileError) -> MergedAnswer {
    var parts = try asking { (index) throws(IndexFileError) in
      try index.places(named: text, limit: sharesInputs ? Int.max : limit)
    }
    parts.removeAll { $0.answer.places.isEmpty }
    let named = parts.filter { $0.answer.places.first?.place.id.isEmpty == false }
    if !named.isEmpty { parts = named }
    var hits = distinct(parts, isShared: sharesInputs || named.isEmpty)
    hits.sort { first, second in
      let ranks = (parts[first.part].answer.ranks[first.number], parts[second.part].answer.ranks[second.number])
      return ranks.0.isBetter(than: ranks.1) ?? ((first.part, first.number) < (second.part, second.number))
    }
    let shown = Array(hits.prefix(limit))
    return MergedAnswer(
      places: shown.map(\.place),
      totalCount: sharesInputs ? hits.count : parts.reduce(0) { $0 + $1.answer.totalCount },
      attribution: attribution(of: shown, parts)
    )
  }

  /// Asks every index; one that lacks a category has no such places, unless all lack it.
  private func asking(
    _ ask: (PlaceIndex) throws(IndexFileError) -> PlaceIndexAnswer
  ) throws(IndexFileError) -> [Part] {
    var parts: [Part] = []
    var refusal: IndexFileError?
    for index in all {
      do throws(IndexFileError) { parts.append((index, try ask(index))) } catch {
        guard case .noCategory = error else { throw error }
        refusal = refusal ?? error
      }
    }
    if parts.isEmpty, let refusal { throw refusal }
    return parts
  }

  private func distinct(_ parts: [Part], isShared: Bool) -> [Hit] {
    var hits: [Hit] = []
    var known: Set<[String]> = []
    for (number, part) in parts.enumerated() {
      for (position, place) in part.answer.places.enumerated() {
        if isShared {
          let key = place.place.id.isEmpty ? place.place.name ?? "" : place.place.id
          let inputs = place.place.id.isEmpty ? [""] : part.index.inputNames(of: position, in: part.answer)
          guard inputs.map({ known.insert([key, $0]).inserted }).allSatisfy(\.self) else { continue }
        }
        hits.append((number, position, place))
      }
    }
    return hits
  }

  /// What has to be said of some places; of none, what has to be said of all.
  private func attribution(of hits: [Hit], _ parts: [Part]) -> String? {
    guard !hits.isEmpty else { return ownProvenance.attribution }
    let numbers = Dictionary(grouping: hits, by: \.part)
    return IndexInput.joined(
      parts.indices.map { part in
        numbers[part].flatMap { parts[part].index.attribution(of: parts[part].answer, places: $0.map(\.number)) }
      }
    )
  }

  /// What keeps an answer from being complete: each index that has something to say of the area must hold all of it.
  private func gap(for query: PlaceQuery, _ parts: [Part]) -> PlaceCollection.Gap? {
    let reaching = parts.filter { $0.index.reaches(query.area) || $0.answer.totalCount > 0 }.map(\.index)
    let gaps = (reaching.isEmpty ? all : reaching).compactMap { $0.shortfall(for: query) }
    let areas = gaps.flatMap { gap in if case .beyondCoverage(let areas) = gap { areas } else { [SearchArea]() } }
    return areas.isEmpty ? gaps.first : .beyondCoverage(areas)
  }
}
