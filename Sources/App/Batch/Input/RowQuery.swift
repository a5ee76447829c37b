import Domain

/// What a row asks.
struct RowQuery: Sendable {
  let query: PlaceQuery
  let limit: PlaceLimit
  /// How its JSON is written: made once for all rows that differ in what every row has of its own.
  let template: QueryTemplate
  /// The name or the address of the centre that is still to be located; the query has an arbitrary centre until then.
  var locating: SearchText?
  /// What tells its shape from another one of that name, where the options name it: a row has its own shape in it.
  var shapeDigest: String?

  /// Whether the result can be proven to hold the nearest places.
  var wantsNearest: Bool { AskedQuery(query: query, amount: .collection(limit)).wantsNearest }

  /// The query around the kept position that it names; itself if it names none.
  func located(at positions: NamedPositions) -> RowQuery {
    guard let position = locating.flatMap({ positions[$0.value] }) else { return self }
    return located(at: position.coordinate, near: position.name)
  }

  /// The query around the point that was found, under the name of what was found there.
  func located(at point: Coordinate, near name: String) -> RowQuery {
    if let shape = query.area.drawn, let moved = try? query.looking(in: .drawn(shape, center: point), near: name) {
      return RowQuery(query: moved, limit: limit, template: QueryTemplate(of: moved), shapeDigest: shapeDigest)
    }
    guard let radius = query.area.radius else { return self }
    return RowQuery(query: query.around(point, radius: radius, near: name), limit: limit, template: template)
  }

  /// Appends a key that identifies the query: its JSON, after the text that is still to be located.
  func appendKey(to bytes: inout [UInt8]) {
    if let locating { bytes.appendJSON(string: locating.value) }
    appendJSON(to: &bytes)
    if let shapeDigest { bytes += Array(shapeDigest.utf8) }
  }

  /// Appends the `query` of its record.
  func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(atMost: template.bound(of: query)) { template.append(query, limit: limit.count, to: &$0) }
  }
}

extension RowQuery: Hashable {
  static func == (one: RowQuery, other: RowQuery) -> Bool {
    one.query == other.query && one.limit == other.limit && one.locating == other.locating
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(limit)
    hasher.combine(locating)
  }
}
