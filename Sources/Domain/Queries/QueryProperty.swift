package import Tables

/// A property of a query, in the order of output; every reader and writer iterates over this list.
///
/// Each representation is a function here with a case for every property, so that the compiler reports a missing one:
/// the JSON of stores, cache keys, the JSON of results and records, and in App the command-line options and the
/// sentence. The code that writes bytes or quotes words needs no list of properties.
package enum QueryProperty: Sendable, Hashable, CaseIterable {
  case categories, text, center, area, sort, limit, shape, conditions, opening

  /// A JSON format of queries.
  package enum JSONFormat: Sendable, Hashable {
    /// The format of the stores on this machine.
    case stored
    /// The `query` object of schema 1.
    case printed
  }
}

// MARK: - JSON

extension QueryProperty {
  /// Passes the members of a stored query to a closure; the limit is stored next to the query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - member: Receives each key and value.
  package func store(_ query: PlaceQuery, _ member: (String, JSONValue) -> Void) {
    switch self {
    case .categories: member("category", .texts(query.categories.map(\.slug)))
    case .text: if let text = query.text { member("text", .text(text.value)) }
    case .center:
      if let near = query.near { member("near", .text(near)) }
      if query.isNearSaved { member("position", .bool(true)) }
      if let center = query.area.center { member("at", .numbers([center.latitude, center.longitude])) }
    case .area:
      if let reach = query.area.reach { member("radius_m", .number(reach.meters)) }
      if case .box(let box) = query.area.shape { member("bbox", .numbers(box.edges)) }
    case .sort: member("sort", .text(query.sort.rawValue))
    case .shape:
      guard let form = query.area.drawn?.form else { break }
      let key = type(of: form).key
      member(key, .text(form.text))
      member(Self.nameKey(of: key), .text(form.name))
    case .limit:
      if let page = query.limit.page {
        member("page", .integer(page.number))
        member("size", .integer(page.size))
      } else {
        member("limit", .limit(query.limit))
      }
    case .conditions:
      if !query.conditions.isEmpty { member("where", .texts(query.conditions.map(\.text))) }
    case .opening: query.match.opening.store(member)
    }
  }

  /// Passes the members of the `query` object of schema 1 to a closure.
  package func print(_ query: PlaceQuery, _ member: (String, JSONValue) -> Void) {
    switch self {
    case .categories: member("category", .texts(query.categories.map(\.slug)))
    case .text: member("text", query.text.map { .text($0.value) } ?? .null)
    case .center:
      member("near", query.near.map(JSONValue.text) ?? .null)
      member("lat", query.area.center.map { .number($0.latitude) } ?? .null)
      member("lng", query.area.center.map { .number($0.longitude) } ?? .null)
    case .area:
      var box = JSONValue.null
      if case .box(let rectangle) = query.area.shape {
        box = .numbers(rectangle.edges)
      }
      member("bbox", box)
      member("radius_m", query.area.reach.map { .number($0.meters) } ?? .null)
    case .sort: member("sort", .text(query.sort.rawValue))
    case .limit: member("limit", query.limit.printedCount.map(JSONValue.integer) ?? .null)
    case .shape:
      // All points of a shape would make up most of the output, so only its name is printed; a drawing contains the
      // points.
      let form = query.area.drawn?.form
      let drawnKey = form.map { type(of: $0).key }
      for key in Self.shapeKeys { member(key, key == drawnKey ? .text(form?.name ?? "") : .null) }
    case .conditions:
      member("where", query.conditions.isEmpty ? .null : .texts(query.conditions.map(\.text)))
    case .opening: query.match.opening.print(member)
    }
  }

  /// Passes the members of the `query` object of schema 1 to a closure: the `type` for JSON Schema with its keywords,
  /// and a description unless the key suffices.
  func schema(_ member: (_ key: String, _ type: String, _ meaning: String?) -> Void) {
    switch self {
    case .categories: member("category", #""array","items":{"type":"string"}"#, "slugs")
    case .text: member("text", #"["string","null"]"#, nil)
    case .center:
      member("near", #"["string","null"]"#, "name of the centre")
      member("lat", #"["number","null"],"minimum":-90,"maximum":90"#, "degrees north, WGS 84")
      member("lng", #"["number","null"],"minimum":-180,"maximum":180"#, "degrees east, WGS 84")
    case .area:
      let edges = #"["array","null"],"items":{"type":"number"},"minItems":4,"maxItems":4"#
      member("bbox", edges, "west, south, east, north in degrees")
      member("radius_m", #"["number","null"],"minimum":0"#, "metres")
    case .sort: member("sort", #""string""#, "distance, accuracy, route, or the key of a numeric attribute")
    case .limit: member("limit", #"["integer","null"],"minimum":0"#, "null for all")
    case .shape: for form in DrawnShape.forms { member(form.key, #"["string","null"]"#, form.meaning) }
    case .conditions:
      let words = #"["array","null"],"items":{"type":"string"}"#
      member("where", words, "conditions on attributes, all of which must hold")
    case .opening: OpeningCondition.schema(member)
    }
  }

  /// Returns the members that a query adds to the `meta` of its result.
  package static func meta(
    of found: PlaceCollection,
    for query: PlaceQuery
  ) -> [(key: String, value: JSONValue)] {
    query.match.opening.meta(leavingOut: found.undecidedCount)
  }

  /// The members of ``meta(of:for:)`` for JSON Schema.
  static var metaSchema: String { OpeningCondition.metaSchema }

  /// Returns the keys of the members that appear only with these additional fields: members of the query, and members
  /// of `meta` whose value the query doesn't contain.
  package static func keys(accompanying added: [PlaceField]) -> (query: [String], meta: [String]) {
    added.contains(.open) ? (optionalKeys, ["unknown_hours"]) : ([], [])
  }

  /// Reads a property.
  ///
  /// A missing or `null` member has its default.
  ///
  /// - Parameters:
  ///   - format: The JSON format of the members.
  ///   - query: The query, whose earlier properties have been read.
  ///   - member: Returns the value of a member, unless it is `null`.
  /// - Returns: `false` if a member can't be read; the query would differ without it.
  func read(_ format: JSONFormat, into query: inout Query, _ member: (String) -> JSONValue?) -> Bool {
    switch self {
    case .categories:
      guard let words = (member("category") ?? .list([])).texts, !words.contains("") else { return false }
      query.match.categories = words.map(PlaceCategory.init(word:))
    case .text:
      guard let value = member("text") else { return true }
      query.match.text = value.string.flatMap(SearchText.init)
      return query.match.text != nil
    case .center:
      guard let numbers = Self.centerNumbers(format, member) else { return true }
      guard numbers.count == 2, let point = try? Coordinate(latitude: numbers[0], longitude: numbers[1]) else {
        return false
      }
      let isSaved = member("position") == .bool(true)
      query.center = .coordinate(point)
      if let name = member("near")?.string {
        query.center = .resolved(point, name: name, isSaved: isSaved)
      }
    case .area:
      query.shape = .anywhere
      if let value = member("bbox") {
        guard let edges = value.numbers, edges.count == 4,
          let box = try? BoundingBox(west: edges[0], south: edges[1], east: edges[2], north: edges[3])
        else { return false }
        query.shape = .box(box)
      } else if let value = member("radius_m") {
        let isDrawn = Self.shapeKeys.contains { member($0) != nil }
        guard query.center != nil || isDrawn, let meters = value.double,
          let radius = Distance(meters: meters).flatMap(SearchRadius.init)
        else { return false }
        (query.shape, query.radius) = (nil, radius)
      }
    case .sort:
      guard let value = member("sort") else { return true }
      query.sort = value.string.flatMap(PlaceQuery.Sort.init(rawValue:))
      return query.sort != nil
    case .limit:
      if format == .stored, let number = member("page")?.integer {
        guard let page = PageRequest(number: number, size: member("size")?.integer) else { return false }
        query.limit = .page(page)
        return true
      }
      guard let limit = member("limit").map(\.limit) ?? (format == .printed ? .all : nil) else { return false }
      query.limit = limit
    case .shape: return Self.readShape(format, into: &query, member)
    case .conditions:
      guard let words = (member("where") ?? .list([])).texts else { return false }
      for word in words {
        guard let condition = try? AttributeCondition(word) else { return false }
        query.match.conditions.append(condition)
      }
    case .opening: return query.match.opening.read(member)
    }
    return true
  }
}

extension PlaceLimit {
  /// The `limit` of schema 1; `nil` for all places, and for a page.
  package var printedCount: Int? { page == nil ? count : nil }
}

extension Query {
  /// Reads a query; `nil` if any part can't be read, since the query would differ without it.
  ///
  /// - Parameters:
  ///   - format: The JSON format of the members.
  ///   - member: Returns the value of a member of a property, unless it is `null`.
  package init?(_ format: QueryProperty.JSONFormat, _ member: (QueryProperty, String) -> JSONValue?) {
    self.init()
    for property in QueryProperty.allCases {
      guard property.read(format, into: &self, { member(property, $0) }) else { return nil }
    }
  }
}

extension JSONValue {
  /// The stored limit; `nil` if it can't be read.
  fileprivate var limit: PlaceLimit? {
    if self == .text("all") { return .all }
    guard let number = double else { return nil }
    // The largest limits are rounded to a number beyond `Int.max`.
    guard number < 0x1p63 else { return .all }
    return number == 0 ? .nothing : Int(exactly: number).flatMap(PlaceCount.init).map(PlaceLimit.first)
  }

  /// Returns a limit as a stored value.
  fileprivate static func limit(_ limit: PlaceLimit) -> JSONValue { limit.count.map { .integer($0) } ?? .text("all") }
}
