import Domain

/// How large the screen is.
struct ScreenSize: Sendable, Hashable {
  var columns: Int
  var rows: Int
}

/// A search that is under way.
struct PendingSearch: Sendable, Hashable {
  /// Why places are searched for.
  enum Purpose: Sendable, Hashable {
    /// Another query: its answer takes the place of the list.
    case search
    /// More of the same query: the list keeps what it has.
    case more
  }

  let identifier: Int
  let purpose: Purpose
  let query: PlaceQuery
  let limit: PlaceLimit
}

/// A line that tells something.
struct BrowseMessage: Sendable, Hashable {
  let text: String
  var isError = false
}

/// The parts of the main screen.
enum BrowsePane: Sendable, Hashable, CaseIterable {
  case list, map, card
}

/// An earlier search that can be asked again.
struct RecentSearch: Sendable, Hashable {
  let label: String
  let query: PlaceQuery
}

/// The state of the whole screen: all that the renderer needs and all that the next input changes.
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
  /// Whether that is the name of a position that is kept.
  var isCenterPosition = false
  /// The centre that has a name; what is moved away from it has none.
  var namedCenter: Coordinate?
  /// How many places are asked for at first.
  let firstLimit: PlaceLimit

  // MARK: The answer

  var answer: BrowseAnswer?
  var pending: PendingSearch?
  var lastIdentifier = 0
  var message: BrowseMessage?
  /// Whether the source was searched and has no more.
  var isExhausted = false

  // MARK: The list

  /// The filter; `nil` for none.
  var filter: TextField?
  var isTypingFilter = false
  /// Positions in the answer of the places that pass the filter.
  var visible: [Int] = []
  /// Position in ``visible``.
  var selection = 0
  /// The place that was selected last, also when the filter hides it now.
  var lastSelectedID: String?
  /// The first line of the list that is shown.
  var top = 0

  // MARK: The map

  var viewport: MapViewport
  /// Whether the map shows something else than the query's area.
  var isMapMoved = false
  var isMapZoomed = false
  var dragged: MouseEvent?

  // MARK: The rest

  var focus = BrowsePane.list
  var navigator = Navigator()
  var saved: Set<String> = []
  var recents: [RecentSearch] = []

  /// Makes the state before the first input.
  ///
  /// - Parameters:
  ///   - size: How large the screen is.
  ///   - glyphs: The characters to draw with.
  ///   - query: The query to begin with.
  ///   - limit: How many places are asked for at first.
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

  /// The query as it stands; `nil` while there is nothing to look for.
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
