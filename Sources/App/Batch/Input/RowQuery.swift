import Domain

/// The query of a row.
struct RowQuery: Sendable {
  let query: PlaceQuery
  /// The encoder of the query's JSON, shared by all rows that differ only in their own values.
  let template: RowTemplate
  /// The name or address of the centre that must be geocoded.
  ///
  /// Until then, the query has a placeholder centre.
  var locating: SearchText?
  /// The digest of the geometry if it comes from the options; a row's own geometry is part of the query.
  var shapeDigest: String?

  /// The centre, if it is known.
  var center: Coordinate? { locating == nil ? query.area.center : nil }

  /// The purposes of the requests for the row.
  var purposes: [Service.Purpose] {
    (locating == nil ? [] : [.address]) + [query.text == nil ? .categories : .text]
  }

  /// Returns the query around the saved location that it names; unchanged if it names none.
  func located(at savedLocations: SavedLocations) -> RowQuery {
    guard let location = locating.flatMap({ savedLocations[$0.value] }) else { return self }
    return located(at: .resolved(location.coordinate, name: location.name, isSaved: true))
  }

  /// Returns the query around a resolved centre.
  func located(at center: Query.Center) -> RowQuery {
    guard case .resolved(let point, let name, _) = center else { return self }
    if let shape = query.area.drawn, let moved = try? query.looking(in: .drawn(shape, center: point), near: name) {
      return RowQuery(query: moved, template: RowTemplate(of: moved), shapeDigest: shapeDigest)
    }
    guard let radius = query.area.radius else { return self }
    return RowQuery(query: query.around(point, radius: radius, near: name), template: template)
  }

  /// Appends a key that identifies the query: its JSON, preceded by a text that must be geocoded.
  func appendKey(to bytes: inout [UInt8]) {
    if let locating { bytes.appendJSON(string: locating.value) }
    appendJSON(to: &bytes)
    if let shapeDigest { bytes += Array(shapeDigest.utf8) }
  }

  /// Appends the `query` of the record.
  func appendJSON(to bytes: inout [UInt8]) {
    bytes.append(reserving: 512) { template.append(query, to: &$0) }
  }
}

extension RowQuery: Hashable {
  static func == (one: RowQuery, other: RowQuery) -> Bool {
    one.query == other.query && one.locating == other.locating
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(locating)
  }
}
