import Domain

struct PendingSearch: Sendable, Hashable {
  enum Purpose: Sendable, Hashable {
    case search
    case more
  }

  let identifier: Int
  let purpose: Purpose
  let query: PlaceQuery
  let limit: PlaceLimit
  /// How many places were listed when it began.
  let countBefore: Int
  /// The time before the first request: a key that is pressed again within it asks once.
  var delay = Duration.zero
  /// What was sent so far, and how many places were seen; `nil` when the search has not said.
  var requests, places: Int?
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
  /// The answers to other queries before this one, the last one last.
  var earlier: [BrowseAnswer] = []
  var message: BrowseMessage?
  var maximumRequests: Int?
  /// Where the places of a search under way come from; `nil` when they are not shown before its end.
  var source: Provenance?
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
  /// The ids of the marked places, all of the answer.
  var marked: Set<String> = []
  /// The number that is being typed, of the place to go to.
  var typedNumber: Int?

  // MARK: The map

  /// Whether it shows what lies around the places.
  var hasGround = false
  var viewport: MapViewport
  /// Whether the map shows another area than that of the query.
  var isMapMoved = false
  /// Whether its scale is another one too.
  var isMapZoomed = false
  /// Whether it shows the query's whole circle, because the radius was changed, rather than the places found in it.
  var showsWholeArea = false
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

  /// What the next search starts from: what is being searched for, else what the message says has failed, else the
  /// query of the list.
  var query: PlaceQuery {
    if let pending, pending.purpose == .search { return pending.query }
    return message?.failed ?? answer.query
  }

  /// The query in another area; the name of the centre stays with the centre.
  func query(in area: SearchArea, near: String? = nil, isNearPosition: Bool = false) -> PlaceQuery {
    (try? query.looking(in: area, near: near, isNearPosition: isNearPosition)) ?? query
  }

  mutating func closeScreen() { _ = screens.popLast() }

  mutating func replaceScreen(by screen: BrowseScreen) {
    closeScreen()
    screens.append(screen)
  }

  /// What the list shows, as the command line asks for it.
  var asked: AskedQuery {
    let isLonger = places.count > firstLimit.count ?? .max
    let limit = isLonger ? PlaceCount(places.count).map(PlaceLimit.first) : nil
    return AskedQuery(query: answer.query, amount: .collection(limit ?? firstLimit))
  }

  var places: [FoundPlace] { answer.places }

  var selectedPosition: Int? { visible.indices.contains(selection) ? visible[selection] : nil }

  var selected: FoundPlace? { selectedPosition.map { places[$0] } }

  /// What a key for several places is about: the marked places, else the selected one.
  var chosen: [FoundPlace] {
    marked.isEmpty ? selected.map { [$0] } ?? [] : places.filter { marked.contains($0.place.id) }
  }
}
