import Domain

/// The size of the screen.
struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}

/// A search that is under way.
struct PendingSearch: Sendable, Hashable {
  /// What the answer is for.
  enum Purpose: Sendable, Hashable {
    /// Another query: its answer replaces the list.
    case search
    /// More of the same query: its answer extends the list.
    case more
  }

  let identifier: Int
  let purpose: Purpose
  let query: PlaceQuery
  let limit: PlaceLimit
}

/// A message in the last line of the screen.
struct BrowseMessage: Sendable, Hashable {
  let text: String
  var isError = false
}

/// The panes of the main screen.
enum BrowsePane: Sendable, Hashable, CaseIterable {
  case list, map, card
}

/// An earlier search that can be run again.
struct RecentSearch: Sendable, Hashable {
  let label: String
  let query: PlaceQuery
}

/// The state of the screen: everything that the renderer shows and an input can change.
struct BrowseState: Sendable, Hashable {
  var size: ScreenSize
  let glyphs: MapGlyphs

  // MARK: The query

  var categories: [CategoryGroup]
  var text: SearchText?
  var area: SearchArea
  var sort: PlaceQuery.Sort?
  /// The name by which ``namedCenter`` was found.
  var centerName: String?
  /// Whether ``centerName`` is the name of a kept position.
  var isCenterPosition = false
  /// The centre that ``centerName`` names; a centre that was moved has no name.
  var namedCenter: Coordinate?
  /// The number of places of the first search.
  let firstLimit: PlaceLimit

  // MARK: The answer

  var answer: BrowseAnswer?
  var pending: PendingSearch?
  var lastIdentifier = 0
  var message: BrowseMessage?
  /// Whether asking for more gives nothing: the source has no more to give, or the requests allowed are used up.
  var isExhausted = false
  /// Why a limit of time or of requests left places out of the answer; `nil` when none did.
  var shortage: PartialAnswer?
  /// The limit of `--max-requests`; `nil` for none.
  var maximumRequests: Int?

  // MARK: The list

  /// The filter; `nil` for none.
  var filter: TextField?
  var isTypingFilter = false
  /// Positions in the answer of the places that pass the filter.
  var visible: [Int] = []
  /// Position in ``visible``.
  var selection = 0
  /// The id of the place selected last; it stays while nothing passes the filter.
  var lastSelectedID: String?
  /// The first line of the list that is shown.
  var top = 0

  // MARK: The map

  var viewport: MapViewport
  /// Whether the map shows another area than that of the query.
  var isMapMoved = false
  var isMapZoomed = false
  var dragged: MouseEvent?

  // MARK: The rest

  var focus = BrowsePane.list
  var navigator = Navigator()
  var saved: Set<String> = []
  var recents: [RecentSearch] = []

  /// Makes the first state.
  ///
  /// - Parameters:
  ///   - size: How large the screen is.
  ///   - glyphs: The characters to draw with.
  ///   - query: The first query.
  ///   - limit: The number of places of the first search.
  init(size: ScreenSize, glyphs: MapGlyphs, query: PlaceQuery, limit: PlaceLimit) {
    self.size = size
    self.glyphs = glyphs
    categories = query.categories
    text = query.text
    area = query.area
    sort = query.sort
    centerName = query.near
    isCenterPosition = query.isNearPosition
    namedCenter = query.area.center
    firstLimit = limit
    viewport = MapViewport(area: query.area, places: [], width: 40, height: 20)
  }

  /// The current query; `nil` while there is nothing to search for.
  var query: PlaceQuery? {
    let order = area.center == nil ? nil : sort
    let near = area.center == namedCenter ? centerName : nil
    return try? PlaceQuery(
      categories: categories,
      text: text,
      area: area,
      sort: order,
      near: near,
      isNearPosition: isCenterPosition
    )
  }

  /// The places of the answer.
  var places: [FoundPlace] { answer?.places ?? [] }

  /// The position in the answer of the place that is selected.
  var selectedPosition: Int? { visible.indices.contains(selection) ? visible[selection] : nil }

  /// The place that is selected.
  var selected: FoundPlace? { selectedPosition.map { places[$0] } }
}
