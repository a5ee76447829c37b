import Domain

/// One search of the Kakao Local service: a group, a keyword or both, in one scope, and what is kept of its answer.
struct KakaoSearch: Sendable, Hashable {
  /// The group wanted; a search without text needs one.
  let group: CategoryGroup?
  /// The keyword.
  let text: SearchText?
  /// The kinds of which places are kept; empty for all.
  var kinds: [Kind] = []
  /// Where the service looks.
  var scope: KakaoScope
  /// Whether the nearest to the origin come first; needs an origin.
  var sortsByDistance: Bool
  /// Whether this is a part of a larger area, whose search survives an answer to another question and one without
  /// distances; otherwise such an answer is refused.
  var isPart = false

  /// The maximum number of places that paging can reach, whatever the page size.
  static let reachableCount = 45
  /// The maximum page size, in places.
  static let pageSize = 15
  /// The last page with any places, at that size.
  static let lastPageNumber = reachableCount / pageSize
  /// The maximum radius, in metres.
  static let maximumRadiusInMeters = 20_000

  /// The point that distances are measured from.
  var origin: Coordinate? { scope.origin }
}

extension KakaoSearch {
  /// Makes the searches of a query: one for each group, for each kind of no group, or for a keyword alone.
  ///
  /// The service documents a single group for a search. A comma-separated list works for keywords but is not
  /// documented, so each group is searched for separately. It knows no kinds: those of a group are sought among the
  /// places of the whole group, because a keyword finds what bears the word in its name or category and proves
  /// nothing about the others. A kind of no group, or of which some places are in none, can only be sought by its
  /// word.
  ///
  /// - Parameter query: What to look for and where.
  /// - Returns: At least one search.
  /// - Throws: When the service does not support the query: its point, box or radius is out of range.
  static func searches(for query: PlaceQuery) throws(PlaceSearchError) -> [KakaoSearch] {
    guard query.attributeKeys.isEmpty else { throw .unsupported(.attributes(.kakao)) }
    let scope = try KakaoScope(query.area)
    if case .nationwide = scope, query.text == nil { throw .unsupported(.categoryWithoutArea) }
    let byDistance = query.sort == .distance
    guard !query.categories.isEmpty else {
      return [KakaoSearch(group: nil, text: query.text, scope: scope, sortsByDistance: byDistance)]
    }
    var searches: [KakaoSearch] = []
    func add(_ group: CategoryGroup?, _ text: SearchText?, _ kind: Kind?) {
      let kinds = kind.map { [$0] } ?? []
      guard let index = searches.firstIndex(where: { $0.group == group && $0.text == text }) else {
        return searches.append(
          KakaoSearch(group: group, text: text, kinds: kinds, scope: scope, sortsByDistance: byDistance)
        )
      }
      // The whole group holds its kinds.
      searches[index].kinds = kinds.isEmpty || searches[index].kinds.isEmpty ? [] : searches[index].kinds + kinds
    }
    for category in query.categories {
      switch Service.kakao.meaning(of: category) {
      case .group(let group): add(group, query.text, nil)
      case .kind(let kind):
        let group = Service.kakao.group(of: kind)
        add(group, group == nil ? query.text ?? SearchText(kind.koreanName) : query.text, kind)
      case .any: for group in CategoryGroup.allCases { add(group, query.text, nil) }
      case .source, nil: throw .unsupported(.category(category.slug))
      }
    }
    return searches
  }

  /// What an answer to a query cannot hold, however far it is searched; `nil` for nothing.
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

  /// Whether a place is of the kinds that are kept.
  func keeps(_ found: FoundPlace) -> Bool {
    guard !kinds.isEmpty else { return true }
    let names = found.place.categoryPath.map(KakaoKinds.kinds(ofPath:)) ?? []
    return names.contains(where: kinds.contains)
  }
}
