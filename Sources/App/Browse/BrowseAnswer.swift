import Domain

/// What the list shows: the query that stands in the title, and the answer to it, with all places loaded so far.
///
/// One value, so that no list can stand under another query's title.
struct BrowseAnswer: Sendable, Hashable {
  let query: PlaceQuery
  var places: [FoundPlace] = [] { didSet { filterTexts = places.map(Self.filterText) } }
  var totalCount: Int? = 0
  var isComplete = false
  /// Whether the places are proven to be the nearest; `nil` without an order by distance from a centre.
  var isNearest: Bool?
  /// Where the places came from; `nil` while the query is not answered.
  var provenance: Provenance?
  /// Of the categories asked for, those of which the source holds no place at all.
  var absent: [PlaceCategory] = []
  /// Why there is no place: that nothing was found, or why the query was not answered.
  var reason: String?
  /// Whether its search was still under way, or was given up, when these places were found.
  var isPart = false
  /// What the map shows beside the places.
  var ground = MapGround.none
  /// Whether asking for more gives nothing: the source has no more to give, or the requests allowed are used up.
  var isExhausted = false
  /// Why a limit of time or of requests left places out; `nil` when none did.
  var shortage: PartialAnswer?
  /// The text that the filter searches, for each place; made once, because making it at each key would be too slow.
  private(set) var filterTexts: [FilterText] = []

  init(unanswered query: PlaceQuery) { self.query = query }

  init(_ collection: PlaceCollection, to query: PlaceQuery) {
    self.query = query
    places = collection.places
    totalCount = collection.totalCount
    isComplete = collection.isComplete
    isNearest = collection.isNearest
    provenance = collection.provenance
    absent = collection.absent
    if places.isEmpty {
      let source = collection.provenance.source
      reason = EmptyAnswer(query: query, source: source, page: nil, gap: collection.gap, absent: absent).sentence
    }
    filterTexts = places.map(Self.filterText)
  }

  /// Some of the places as an answer of their own, with what is known of the whole.
  func collection(of places: [FoundPlace]) -> PlaceCollection? {
    provenance.map { provenance in
      PlaceCollection(
        places: places,
        totalCount: totalCount,
        isComplete: isComplete && places.count == self.places.count,
        isNearest: isNearest.map { $0 && places.count == self.places.count },
        absent: absent,
        provenance: provenance
      )
    }
  }

  private static func filterText(of found: FoundPlace) -> FilterText {
    let place = found.place
    let told = PlaceField.shown(on: .card).filter { ($0.entry.section ?? .identity) < .web }
    let others = [place.categoryText] + told.compactMap(place.shownText)
    return FilterText(name: place.shownName, others: others)
  }
}
