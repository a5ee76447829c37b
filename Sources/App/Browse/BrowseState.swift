import Domain

struct PendingSearch: Sendable, Hashable {
  enum Purpose: Sendable, Hashable {
    case search
    case more
  }

  let identifier: Int
  let purpose: Purpose
  /// The query, with the limit of the screen.
  var query: PlaceQuery
  /// The limit of this search, which may load more.
  let limit: PlaceLimit
  /// The number of listed places when the search began.
  let countBefore: Int
  /// The delay before the first request, so that repeated key presses cause one search.
  var delay = Duration.zero
  /// The requests and places so far; `nil` until the search reports progress.
  var requests, places: Int?
  /// Whether the search was cancelled and its partial result is awaited.
  var isStopped = false
  /// The text that was typed, if the query has its correction.
  var typedText: SearchText?
}

struct BrowseMessage: Sendable, Hashable {
  let text: String
  var isError = false
  /// The failed query, which can be repeated while the message is shown; `nil` for other messages.
  var failed: PlaceQuery?
}

enum BrowsePane: Sendable, Hashable, CaseIterable {
  case list, map, card
}

/// The state of the screen: everything that the renderer shows and an input can change.
struct BrowseState: Sendable, Hashable {
  var size: ScreenSize
  let glyphs: MapGlyphs
  /// The language of the screen's own words.
  var language = Language.english

  // MARK: The query

  /// The limit of every query; a longer list is the same query with more places.
  let firstLimit: PlaceLimit
  /// Whether the user chose the order of the places, which a new area then keeps.
  var keepsSort = false

  // MARK: The result

  var result: BrowseResult
  var pending: PendingSearch?
  var lastIdentifier = 0
  /// The results of earlier queries, the most recent last.
  var earlier: [BrowseResult] = []
  var message: BrowseMessage?
  var maximumRequests: Int?
  /// The source of partial results; `nil` if they aren't shown.
  var source: Provenance?
  /// The services to suggest instead of the sample.
  var services: [Service] = []

  // MARK: The list

  var filter: TextField?
  var isTypingFilter = false
  /// The indices of the places that pass the filter.
  var visible: [Int] = []
  var selection = 0
  /// The id of the last selected place, which is remembered while no place passes the filter.
  var lastSelectedID: String?
  var top = 0
  /// The number of lines of the details that are scrolled away.
  var cardTop = 0
  /// The ids of the marked places.
  var marked: Set<String> = []
  /// The typed number of a place.
  var typedNumber: Int?

  // MARK: The map

  /// Whether the map shows its context.
  var hasGround = false
  /// The frame whose context was found or is being found; `nil` before that.
  var groundFrame: MapFrame?
  var viewport: MapViewport
  /// Whether the map shows another area than the query's.
  var isMapMoved = false
  /// Whether the map also has another scale.
  var isMapZoomed = false
  /// Whether the map shows the query's whole circle, because the radius was changed, instead of only the places found.
  var showsWholeArea = false
  var dragged: MouseEvent?

  // MARK: The rest

  var focus = BrowsePane.list
  /// The screens on top of the main screen; the last one receives the keys.
  var screens: [BrowseScreen] = []
  /// The number of lines of the help that are scrolled away.
  var helpTop = 0
  /// The saved places, by id.
  var saved: [String: Place] = [:]
  /// The recent queries, newest first.
  var recents: [PlaceQuery] = []

  init(size: ScreenSize, glyphs: MapGlyphs, query: PlaceQuery) {
    self.size = size
    self.glyphs = glyphs
    result = BrowseResult(pending: query)
    firstLimit = query.limit
    viewport = MapViewport(area: query.area, places: [], width: 40, height: 20)
  }

  /// The query on which the next search is based.
  ///
  /// This is the query in progress, the failed query of the message, or the query of the list.
  var query: PlaceQuery {
    if let pending, pending.purpose == .search { return pending.query }
    return message?.failed ?? result.query
  }

  /// Returns the query in another area.
  ///
  /// The name of the centre isn't kept for another centre.
  func query(in area: SearchArea, near: String? = nil, isNearSaved: Bool = false) -> PlaceQuery {
    (try? query.looking(in: area, near: near, isNearSaved: isNearSaved, keepsSort: keepsSort)) ?? query
  }

  /// Returns whether a place is saved; a saved place with its id may be another place of another index.
  func isSaved(_ place: Place) -> Bool {
    saved[SavedPlace.id(of: place)].map { SavedPlace.mayBeSame($0, place) } ?? false
  }

  mutating func closeScreen() { _ = screens.popLast() }

  mutating func replaceScreen(by screen: BrowseScreen) {
    closeScreen()
    screens.append(screen)
  }

  /// The query of the list, as the command line would run it.
  var listedQuery: PlaceQuery {
    let isLonger = places.count > firstLimit.count ?? .max
    let limit = isLonger ? PlaceCount(places.count).map(PlaceLimit.first) : nil
    return result.query.limited(to: limit ?? firstLimit)
  }

  var places: [FoundPlace] { result.places }

  var selectedPosition: Int? { visible.indices.contains(selection) ? visible[selection] : nil }

  var selected: FoundPlace? { selectedPosition.map { places[$0] } }

  /// The places for an action on several places: the marked ones, or else the selected one.
  var chosen: [FoundPlace] {
    marked.isEmpty ? selected.map { [$0] } ?? [] : places.filter { marked.contains($0.place.id) }
  }
}
