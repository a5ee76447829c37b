import Domain

/// A search of Kakao Local: a group, a keyword or both in a scope, with a filter for its results.
struct KakaoSearch: Sendable, Hashable {
  /// The requested group, which is required without a text.
  let group: CategoryGroup?
  /// The keyword.
  let text: SearchText?
  /// The part of the query's match that the service doesn't check, such as kinds; the client filters the response by
  /// it.
  var rest = PlaceMatch()
  /// The area to search.
  var scope: KakaoScope
  /// Whether to sort by distance from the origin, which is then required.
  var sortsByDistance: Bool
  /// Whether this is part of a larger area.
  ///
  /// Its search tolerates a response to another query or without distances, which is otherwise an error.
  var isPart = false

  /// The maximum number of places that paging can reach, whatever the page size.
  static let reachableCount = 45
  /// The maximum page size in places.
  static let pageSize = 15
  /// The last reachable page at that size.
  static let lastPageNumber = reachableCount / pageSize
  /// The maximum radius in metres.
  static let maximumRadiusInMeters = 20_000

  /// The origin of the distances.
  var origin: Coordinate? { scope.origin }
}

extension KakaoSearch {
  /// Makes the searches of a query: one for each group, for each kind without a group, or for a keyword alone.
  ///
  /// The service documents one group per search. A comma-separated list works for keywords but is undocumented, so each
  /// group is searched separately. The service doesn't know kinds. The kinds of a group are filtered from all places of
  /// the group, because a keyword search finds only places with the word in their name or category, which proves
  /// nothing about the others. A kind without a group, or with places outside it, can be found only by its word.
  ///
  /// - Parameter query: The query.
  /// - Returns: At least one search.
  /// - Throws: An error if the service doesn't support the query: its point, box or radius is out of range.
  static func searches(for query: PlaceQuery) throws(PlaceSearchError) -> [KakaoSearch] {
    guard query.attributeKeys.isEmpty else { throw .unsupported(.attributes(.kakao)) }
    let scope = try KakaoScope(query.area)
    if case .nationwide = scope, query.text == nil { throw .unsupported(.categoryWithoutArea) }
    // A route has no origin; the search of each of its parts sets one.
    let byDistance = query.sort == .distance && scope.origin != nil
    var searches: [KakaoSearch] = []
    func add(_ group: CategoryGroup?, text: SearchText?, kind: Kind?) {
      let rest = PlaceMatch(categories: kind.map { [.kind($0)] } ?? [])
      guard let index = searches.firstIndex(where: { $0.group == group && $0.text == text }) else {
        return searches.append(
          KakaoSearch(group: group, text: text, rest: rest, scope: scope, sortsByDistance: byDistance)
        )
      }
      // The whole group includes its kinds.
      let isWhole = rest.categories.isEmpty || searches[index].rest.categories.isEmpty
      searches[index].rest.categories = isWhole ? [] : searches[index].rest.categories + rest.categories
    }
    if query.categories.isEmpty { add(nil, text: query.text, kind: nil) }
    for category in query.categories {
      switch Service.kakao.meaning(of: category) {
      case .group(let group): add(group, text: query.text, kind: nil)
      case .kind(let kind):
        let group = Service.kakao.group(of: kind)
        add(group, text: group == nil ? query.text ?? SearchText(kind.koreanName) : query.text, kind: kind)
      case .any: for group in CategoryGroup.allCases { add(group, text: query.text, kind: nil) }
      case .source, nil: throw .unsupported(.category(category.slug))
      }
    }
    return searches
  }

  /// Returns the part of a query that no search can find; `nil` if there is none.
  static func gap(in query: PlaceQuery) -> PlaceCollection.Gap? {
    if query.categories == [.any] { return .groupsOnly }
    let isByWord = query.categories.contains { category in
      if case .kind(let kind) = Service.kakao.meaning(of: category) {
        Service.kakao.group(of: kind) == nil
      } else {
        false
      }
    }
    return isByWord ? .byWord : nil
  }

  /// Whether the service's count of matches holds, because the service checks the whole match.
  var hasExactCount: Bool { rest.acceptsAll }

  /// Returns whether a place matches what the service doesn't check.
  func keeps(_ found: FoundPlace) -> Bool {
    guard !rest.categories.isEmpty else { return true }
    let kinds = found.place.categoryPath.map(KakaoKinds.kinds(ofPath:)) ?? []
    return kinds.contains { rest.categories.contains(.kind($0)) }
  }
}
