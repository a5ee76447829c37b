import Domain

struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}

struct PendingSearch: Sendable, Hashable {
  enum Purpose: Sendable, Hashable {
    case search
    case more
  }

  let identifier: Int
  let purpose: Purpose
  let query: PlaceQuery
  let limit: PlaceLimit
  /// The time before the first request: a key that is pressed again within it asks once.
  var delay = Duration.zero
  /// What was sent and found so far; `nil` when the search has not said.
  var progress: SearchProgress?
  /// Whether it was cancelled, and what it has found is awaited.
  var isStopped = false
}

struct BrowseMessage: Sendable, Hashable {
  let text: String
  var isError = false
  /// The query that failed, which can be tried again as long as the message says so; `nil` for any other message.
  var failed: PlaceQuery?
}

enum BrowsePane: Sendable, Hashable, CaseIterable {
  case list, map, card
}

struct RecentSearch: Sendable, Hashable {
  let label: String
  let query: PlaceQuery
}

/// The state of the screen: everything that the renderer shows and an input can change.
struct BrowseState: Sendable, Hashable {
  var size: ScreenSize
  let glyphs: MapGlyphs

  // MARK: The query

  let firstLimit: PlaceLimit

  // MARK: The answer

  var answer: BrowseAnswer
  var pending: PendingSearch?
  var lastIdentifier = 0
  var message: BrowseMessage?
  /// Whether asking for more gives nothing: the source has no more to give, or the requests allowed are used up.
  var isExhausted = false
  /// Why a limit of time or of requests left places out of the answer; `nil` when none did.
  var shortage: PartialAnswer?
  var maximumRequests: Int?
  /// The services that can be asked instead of the sample.
  var services: [Service] = []

  // MARK: The list

  var filter: TextField?
  var isTypingFilter = false
  /// Positions in the answer of the places that pass the filter.
  var visible: [Int] = []
  var selection = 0
  /// The id of the place selected last; it stays while nothing passes the filter.
  var lastSelectedID: String?
  var top = 0

  // MARK: The map

  var viewport: MapViewport
  /// Whether the map shows another area than that of the query.
  var isMapMoved = false
  /// Whether its scale is another one too.
  var isMapZoomed = false
  var dragged: MouseEvent?

  // MARK: The rest

  var focus = BrowsePane.list
  /// The screens over the main one; the last one gets the keys.
  var screens: [BrowseScreen] = []
  var saved: Set<String> = []
  var recents: [RecentSearch] = []

  init(size: ScreenSize, glyphs: MapGlyphs, query: PlaceQuery, limit: PlaceLimit) {
    self.size = size
    self.glyphs = glyphs
    answer = BrowseAnswer(unanswered: query)
    firstLimit = limit
    viewport = MapViewport(area: query.area, places: [], width: 40, height: 20)
  }

  /// What the next search starts from: what is being searched for, else what the message says has failed, else the query of
  /// the list.
  var query: PlaceQuery {
    if let pending, pending.purpose == .search { return pending.query }
    return message?.failed ?? answer.query
  }

  /// The query with another area or other categories; the name of the centre stays with the centre.
  func query(categories: [PlaceCategory]? = nil, area: SearchArea? = nil, near: String? = nil) -> PlaceQuery {
    let query = self.query
    let area = area ?? query.area
    let keepsName = near == nil && area.center == query.area.center
    let changed = try? PlaceQuery(
      categories: categories ?? query.categories,
      text: query.text,
      area: area,
      sort: query.sort,
      near: keepsName ? query.near : near,
      isNearPosition: keepsName && query.isNearPosition
    )
    return changed ?? query
  }

  mutating func closeScreen() { _ = screens.popLast() }

  var places: [FoundPlace] { answer.places }

  var selectedPosition: Int? { visible.indices.contains(selection) ? visible[selection] : nil }

  var selected: FoundPlace? { selectedPosition.map { places[$0] } }
}
