import Domain
import TextParsing

/// What the options say about every query; a row says the rest.
struct QueryDefaults: Sendable {
  /// The categories wanted when a row names none.
  var categories: [CategoryGroup] = []
  /// The text wanted when a row has none.
  var text: SearchText?
  /// The point to be near when a row has none.
  var center: Coordinate?
  /// The name or the address that this point was found by.
  var near: String?
  /// How far to look when a row does not say.
  var radius = SearchRadius.standard
  /// The order of the answers.
  var sort: PlaceQuery.Sort?
  /// How many places when a row does not say.
  var limit = PlaceLimit.standard

  /// The query that a row and the options make together.
  ///
  /// - Parameters:
  ///   - row: A row taken apart.
  ///   - prototype: The query without its point, when it is known already; nothing is then allocated.
  /// - Returns: A query that can be asked.
  /// - Throws: The first thing that keeps it from being asked.
  func query(for row: ParsedRow, prototype: PlaceQuery?) throws(InvalidRow) -> RowQuery {
    if let error = row.error { throw error }
    let position = try position(of: row)
    let radius = try self.radius(of: row)
    let limit = try self.limit(of: row)
    if let prototype {
      let query = prototype.around(position.center, radius: radius, near: position.near)
      return RowQuery(query: query, limit: limit, locating: position.locating)
    }
    var categories = self.categories
    if let words = row.list(.category) {
      categories = try Self.categories(words)
    }
    var text = self.text
    if let words = row.text(.query) {
      guard let read = SearchText(words) else { throw .query(words) }
      text = read
    }
    do throws(PlaceQueryError) {
      let query = try PlaceQuery(
        categories: categories,
        text: text,
        area: .circle(center: position.center, radius: radius),
        sort: sort,
        near: position.near
      )
      return RowQuery(query: query, limit: limit, locating: position.locating)
    } catch { throw .nothingToLookFor }
  }

  /// The query that the options alone make, around a point that every row replaces.
  func prototype() -> PlaceQuery? { prototype(categories: categories) }

  /// The query for some categories, around a point that every row replaces; `nil` when there is none.
  func prototype(categories: [CategoryGroup]) -> PlaceQuery? {
    guard let anywhere = try? Coordinate(latitude: 0, longitude: 0) else { return nil }
    return try? PlaceQuery(
      categories: categories,
      text: text,
      area: .circle(center: anywhere, radius: radius),
      sort: sort
    )
  }

  /// Where a row says to look.
  private struct Position {
    var center: Coordinate
    /// What the centre was found by.
    var near: String?
    /// What it is still to be found by; the centre is any point until then.
    var locating: SearchText?
  }

  private func position(of row: ParsedRow) throws(InvalidRow) -> Position {
    if row[.latitude].isAbsent, row[.longitude].isAbsent {
      if let words = row.text(.at) { return Position(center: try point(words)) }
      if let words = row.text(.near), !words.allSatisfy(\.isWhitespace) { return try named(words) }
      guard let center else { throw .locationMissing }
      return Position(center: center, near: near)
    }
    let latitude = try degrees(.latitude, of: row)
    let longitude = try degrees(.longitude, of: row)
    do throws(CoordinateError) {
      return Position(center: try Coordinate(latitude: latitude, longitude: longitude))
    } catch { throw .coordinate(error) }
  }

  private func point(_ words: String) throws(InvalidRow) -> Coordinate {
    let read: Coordinate?
    do { read = try CoordinateText.coordinate(words) } catch { throw .coordinate(error) }
    guard let read = read ?? MapAddress(words)?.coordinate else { throw .notACoordinate(words) }
    return read
  }

  /// The position of a row that says where by a name or an address; some such columns hold coordinates after all.
  private func named(_ words: String) throws(InvalidRow) -> Position {
    if let point = try? CoordinateText.coordinate(words) { return Position(center: point) }
    if MapAddress(words) != nil { return Position(center: try point(words)) }
    guard let text = SearchText(words), let anywhere = try? Coordinate(latitude: 37.5, longitude: 127) else {
      throw .near(words)
    }
    return Position(center: anywhere, locating: text)
  }

  private func degrees(_ role: ColumnRole, of row: ParsedRow) throws(InvalidRow) -> Double {
    let field = row[role]
    switch field.form {
    case .absent: throw .coordinateMissing(role)
    case .plain, .jsonString, .jsonNumber:
      if let value = DecimalNumber.value(of: row.bytes, in: field.range) { return value }
    case .jsonEscapedString:
      // A cell with a tab in it is a string with an escape in the record of its row.
      let text = [UInt8]((row.text(role) ?? "").utf8)
      if let value = DecimalNumber.value(of: text, in: text.indices) { return value }
    case .doubledQuotes, .jsonOther: break
    }
    throw .notANumber(role, text: row.text(role) ?? "")
  }

  private func radius(of row: ParsedRow) throws(InvalidRow) -> SearchRadius {
    guard let text = row.text(.radius) else { return radius }
    guard let read = LengthText.length(text.trimmed).flatMap({ SearchRadius($0) }) else { throw .radius(text) }
    return read
  }

  private func limit(of row: ParsedRow) throws(InvalidRow) -> PlaceLimit {
    guard let text = row.text(.limit) else { return limit }
    guard text.trimmed.lowercased() != "all" else { return .all }
    guard let count = (Int(text.trimmed) ?? Self.wholeNumber(text)).flatMap(PlaceCount.init) else { throw .limit(text) }
    return .first(count)
  }

  /// Reads a list of categories, as the option reads it; throws the first word that names none.
  static func categories(_ list: String) throws(InvalidRow) -> [CategoryGroup] {
    var categories: [CategoryGroup] = []
    for word in list.split(separator: ",") {
      let name = String(word).trimmed
      guard !name.isEmpty else { continue }
      guard let category = CategoryGroup(word: name) else { throw .category(name) }
      categories.append(category)
    }
    return categories
  }

  /// Reads a whole number that a program wrote as a decimal one, such as `2.0`.
  private static func wholeNumber(_ text: String) -> Int? {
    let bytes = [UInt8](text.utf8)
    return DecimalNumber.value(of: bytes, in: bytes.indices).flatMap { Int(exactly: $0) }
  }
}

extension String {
  /// The text without blanks at its ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// A query as a row asks it.
struct RowQuery: Sendable, Hashable {
  /// What to look for and where.
  let query: PlaceQuery
  /// How many places are wanted.
  let limit: PlaceLimit
  /// The name or the address that the centre is still to be found by; the query has any point until then.
  let locating: SearchText?

  /// Makes a row's query.
  init(query: PlaceQuery, limit: PlaceLimit, locating: SearchText? = nil) {
    self.query = query
    self.limit = limit
    self.locating = locating
  }

  /// The query around the point that was found.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - name: What was taken for the text.
  /// - Returns: The query, which can be asked.
  func located(at point: Coordinate, near name: String) -> RowQuery {
    guard case .circle(_, let radius) = query.area else { return self }
    return RowQuery(query: query.around(point, radius: radius, near: name), limit: limit)
  }

  /// Appends what tells the query from others: its JSON, with the text before it by which its centre is still to be found.
  func appendKey(to bytes: inout [UInt8]) {
    if let locating { bytes.appendJSON(string: locating.value) }
    QueryJSON(query: query, limit: limit.count).append(to: &bytes)
  }
}
