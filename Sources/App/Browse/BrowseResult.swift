import Domain

/// The contents of the list: the query in the title, and its result with all places loaded so far.
///
/// One value, so that the list always matches the title.
struct BrowseResult: Sendable, Hashable {
  let query: PlaceQuery
  var places: [FoundPlace] = [] { didSet { filterTexts = places.map(Self.filterText) } }
  var totalCount: Int? = 0
  var isComplete = false
  /// The reason why the source can't find every place.
  var gap: PlaceCollection.Gap?
  /// Whether the places are proven to be the nearest; `nil` if they aren't sorted by distance from a centre.
  var isNearest: Bool?
  /// The source of the places; `nil` until the query is answered.
  var provenance: Provenance?
  /// The requested categories that no place of the source has.
  var absent: [PlaceCategory] = []
  /// The number of places that the query leaves out because their opening hours are unknown.
  var undecidedCount = 0
  /// The reason why there are no places: nothing was found, or the query failed.
  var reason: String?
  /// Whether the search was still in progress, or was stopped, when these places were found.
  var isPart = false
  /// The map context.
  var ground = MapContext.none
  /// Whether requesting more is useless, because the source has no more places or the request limit is reached.
  var isExhausted = false
  /// The places that a time or request limit left out; `nil` if none.
  var shortage: PartialResult?
  /// The text that the filter searches for each place, made once because making it at each key press is too slow.
  private(set) var filterTexts: [FilterText] = []

  init(pending query: PlaceQuery) { self.query = query }

  init(_ collection: PlaceCollection, to query: PlaceQuery, in language: Language) {
    self.query = query
    places = collection.places
    totalCount = collection.totalCount
    isComplete = collection.isComplete
    gap = collection.gap
    isNearest = collection.isNearest
    provenance = collection.provenance
    absent = collection.absent
    undecidedCount = collection.undecidedCount
    if places.isEmpty {
      let source = collection.provenance.source
      let empty = EmptyResult(query: query, source: source, gap: collection.gap, absent: absent).sentence.text
      // The cause comes before the coverage, which may have nothing to do with it.
      reason = (collection.undecidedClause(in: language).map { "\($0). " } ?? "") + empty
    }
    filterTexts = places.map(Self.filterText)
  }

  /// Returns a part of the places as a separate result, with the metadata of the whole.
  func collection(of places: [FoundPlace]) -> PlaceCollection? {
    provenance.map { provenance in
      var collection = PlaceCollection(
        places: places,
        totalCount: totalCount,
        isComplete: isComplete && places.count == self.places.count,
        isNearest: isNearest.map { $0 && places.count == self.places.count },
        gap: gap,
        absent: absent,
        provenance: provenance
      )
      collection.undecidedCount = undecidedCount
      return collection
    }
  }

  private static func filterText(of found: FoundPlace) -> FilterText {
    let place = found.place
    let shown = PlaceField.shown(on: .card).filter { ($0.display?.section ?? .identity) < .web }
    let others = Language.allCases.map(place.categoryText) + shown.compactMap(place.shownText)
    return FilterText(name: place.shownName(), others: others)
  }
}
