import Domain

/// The contents of the list: the query in the title, and its result with all places loaded so far.
///
/// One value, so that the list always matches the title.
struct BrowseResult: Sendable, Hashable {
  let query: PlaceQuery
  /// The places with their metadata; `nil` until the query is answered.
  var collection: PlaceCollection? { didSet { filterTexts = places.map(Self.filterText) } }
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
    self.collection = collection
    if places.isEmpty {
      let empty = EmptyResult(
        query: query,
        source: collection.provenance.source,
        gap: collection.gap,
        absent: collection.absent
      )
      // The cause comes before the coverage, which may have nothing to do with it.
      reason = (collection.undecidedClause(in: language).map { "\($0). " } ?? "") + empty.sentence.text
    }
    filterTexts = places.map(Self.filterText)
  }

  var places: [FoundPlace] { collection?.places ?? [] }

  /// Returns a part of the places as a separate result, with the metadata of the whole.
  func collection(of places: [FoundPlace]) -> PlaceCollection? {
    guard var part = collection else { return nil }
    if places.count < part.places.count {
      part.isComplete = false
      part.isNearest = part.isNearest.map { _ in false }
    }
    part.places = places
    return part
  }

  private static func filterText(of found: FoundPlace) -> FilterText {
    let place = found.place
    let shown = PlaceField.shown(on: .card).filter { ($0.display?.section ?? .identity) < .web }
    let others = Language.allCases.map(place.categoryText) + shown.compactMap(place.shownText)
    return FilterText(name: place.shownName(), others: others)
  }
}
