import Domain

/// Queries as they are stored.
extension JSONTree {
  /// A query; `isKey` leaves out what does not determine the answer.
  static func query(_ query: PlaceQuery, isKey: Bool = false) -> JSONTree {
    var radius: JSONTree?
    var box: JSONTree?
    switch query.area.shape {
    case .circle(let circle): radius = .number(circle.radius.meters)
    case .box(let rectangle):
      box = .list([rectangle.west, rectangle.south, rectangle.east, rectangle.north].map(JSONTree.number))
    case .anywhere: break
    }
    return .members([
      "category": .list(query.categories.map { .text($0.slug) }), "text": query.text.map { .text($0.value) },
      "near": isKey ? nil : query.near.map(JSONTree.text),
      "position": !isKey && query.isNearPosition ? .bool(true) : nil,
      "at": query.area.center.map(coordinate), "bbox": box, "radius_m": radius, "sort": .text(query.sort.rawValue),
    ])
  }

  /// The query that was stored; `nil` when it is invalid or a part of it cannot be read: without that part it would be
  /// another query.
  var query: PlaceQuery? {
    guard case .list(let words) = self["category"] ?? .list([]) else { return nil }
    let categories = words.compactMap { $0.string.map(PlaceCategory.init(word:)) }
    let text = self["text"]?.string.flatMap(SearchText.init)
    let center = self["at"]?.coordinate
    let sort = self["sort"]?.string.flatMap(PlaceQuery.Sort.init(rawValue:))
    guard categories.count == words.count, (text == nil) == (self["text"] == nil),
      (center == nil) == (self["at"] == nil), (sort == nil) == (self["sort"] == nil)
    else { return nil }
    var area = SearchArea.anywhere(center: center)
    if let bbox = self["bbox"] {
      let edges = bbox.elements.compactMap(\.double)
      guard edges.count == 4,
        let box = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
      else { return nil }
      area = .box(box, center: center)
    } else if let length = self["radius_m"] {
      guard let center, let meters = length.double,
        let radius = Distance(meters: meters).flatMap(SearchRadius.init)
      else { return nil }
      area = .circle(center: center, radius: radius)
    }
    return try? PlaceQuery(
      categories: categories,
      text: text,
      area: area,
      sort: sort,
      near: self["near"]?.string,
      isNearPosition: self["position"]?.isTrue ?? false
    )
  }

  /// A query and the amount of its answer that was wanted.
  static func asked(_ asked: AskedQuery, isKey: Bool = false) -> JSONTree {
    let query = Self.query(asked.query, isKey: isKey)
    switch asked.amount {
    case .collection(let limit):
      return .members(["query": query, "limit": .limit(limit)])
    case .page(let page):
      return .members(["query": query, "page": .integer(page.number), "size": .integer(page.size)])
    }
  }

  /// The query that was stored, with its amount; `nil` when either cannot be read.
  var asked: AskedQuery? {
    guard let query = self["query"]?.query else { return nil }
    if let number = self["page"]?.integer {
      guard let page = PageRequest(number: number, size: self["size"]?.integer) else { return nil }
      return AskedQuery(query: query, amount: .page(page))
    }
    guard let limit = self["limit"]?.limit else { return nil }
    return AskedQuery(query: query, amount: .collection(limit))
  }

  /// A limit.
  static func limit(_ limit: PlaceLimit) -> JSONTree { limit.count.map { .integer($0) } ?? .text("all") }

  /// The limit that was stored; `nil` when it cannot be read.
  var limit: PlaceLimit? {
    if self == .text("all") { return .all }
    guard let number = double else { return nil }
    // The largest limits are rounded to a number that no integer holds.
    guard number < 0x1p63 else { return .all }
    return Int(exactly: number).flatMap(PlaceCount.init).map(PlaceLimit.first)
  }
}
