import Domain

/// Queries as they are kept.
extension JSONTree {
  /// A query; `isKey` leaves out what does not shape an answer.
  static func query(_ query: PlaceQuery, isKey: Bool = false) -> JSONTree {
    var (circle, box, center): (JSONTree?, JSONTree?, JSONTree?)
    switch query.area {
    case .circle(let point, let radius):
      (circle, center) = (.number(radius.meters), .coordinate(point))
    case .box(let rectangle, let point):
      box = .list([rectangle.west, rectangle.south, rectangle.east, rectangle.north].map(JSONTree.number))
      center = point.map(coordinate)
    case .anywhere(let point): center = point.map(coordinate)
    }
    return .members([
      "category": .list(query.categories.map { .text($0.slug) }), "text": query.text.map { .text($0.value) },
      "near": isKey ? nil : query.near.map(JSONTree.text),
      "position": !isKey && query.isNearPosition ? .bool(true) : nil, "at": center, "bbox": box, "radius_m": circle,
      "sort": .text(query.sort.rawValue),
    ])
  }

  /// The query that was kept; `nil` when it cannot be asked.
  var query: PlaceQuery? {
    let categories = self["category"]?.elements.compactMap { $0.string.flatMap(CategoryGroup.init(word:)) } ?? []
    let center = self["at"]?.coordinate
    var area = SearchArea.anywhere(center: center)
    if let edges = self["bbox"]?.elements.compactMap(\.double) {
      guard edges.count == 4,
        let box = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
      else { return nil }
      area = .box(box, center: center)
    } else if let meters = self["radius_m"]?.double {
      guard let center, let radius = Distance(meters: meters).flatMap(SearchRadius.init) else { return nil }
      area = .circle(center: center, radius: radius)
    }
    return try? PlaceQuery(
      categories: categories,
      text: self["text"]?.string.flatMap(SearchText.init),
      area: area,
      sort: self["sort"]?.string.flatMap(PlaceQuery.Sort.init(rawValue:)),
      near: self["near"]?.string,
      isNearPosition: self["position"]?.isTrue ?? false
    )
  }

  /// A query with how much of its answer was wanted.
  static func asked(_ asked: AskedQuery, isKey: Bool = false) -> JSONTree {
    let query = Self.query(asked.query, isKey: isKey)
    switch asked.amount {
    case .collection(let limit):
      return .members(["query": query, "limit": limit.count.map { .integer($0) } ?? .text("all")])
    case .page(let page):
      return .members(["query": query, "page": .integer(page.number), "size": .integer(page.size)])
    }
  }

  /// The query that was kept, with its amount.
  var asked: AskedQuery? {
    guard let query = self["query"]?.query else { return nil }
    if let number = self["page"]?.integer {
      guard let page = PageRequest(number: number, size: self["size"]?.integer) else { return nil }
      return AskedQuery(query: query, amount: .page(page))
    }
    let limit = self["limit"]?.integer.flatMap(PlaceCount.init).map(PlaceLimit.first)
    return AskedQuery(query: query, amount: .collection(limit ?? .all))
  }
}
