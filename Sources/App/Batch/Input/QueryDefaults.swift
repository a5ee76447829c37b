import Domain

/// What the options say about every query; each row adds to it, or overrides it.
struct QueryDefaults: Sendable {
  var categories: [PlaceCategory] = []
  var text: SearchText?
  var center: Coordinate?
  /// The name or the address by which this centre was found.
  var near: String?
  var radius = SearchRadius.standard
  var sort: PlaceQuery.Sort?
  var limit = PlaceLimit.standard
  /// The kept positions, which a row may name instead of coordinates.
  var positions = NamedPositions()
  /// The grid of numbers that are not degrees, if it is known.
  var grid: CoordinateReferenceSystem?
  /// Finds the point of x and y on a grid.
  var pointOnGrid: (@Sendable (_ x: Double, _ y: Double, CoordinateReferenceSystem) -> Coordinate?)?

  /// The same with the grid that the titles of a table name, unless the options name one.
  func completed(by format: InputFormat) -> QueryDefaults {
    guard grid == nil, case .csv(let header) = format else { return self }
    var completed = self
    completed.grid = header.coordinates?.grid
    return completed
  }

  func query(for row: ParsedRow, prototype: PlaceQuery?) throws(InvalidRow) -> RowQuery {
    if let error = row.error { throw error }
    let position = try position(of: row)
    let radius = try self.radius(of: row)
    let limit = try self.limit(of: row)
    if let prototype {
      let query = prototype.around(position.center, radius: radius, near: position.near)
      return RowQuery(query: query, limit: limit, locating: position.locating)
    }
    let categories = wantedCategories(of: row)
    var text = self.text
    if let given = row.text(.query) {
      guard let read = SearchText(given) else { throw .query(given) }
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

  /// The query for some categories, around a centre that every row replaces; `nil` when there is nothing to look for.
  func prototype(categories: [PlaceCategory]) -> PlaceQuery? {
    let area = SearchArea.circle(center: .middleOfSeoul, radius: radius)
    return try? PlaceQuery(categories: categories, text: text, area: area, sort: sort)
  }

  private struct Position {
    var center: Coordinate
    var near: String?
    /// The name or the address that is still to be located.
    var locating: SearchText?
  }

  private func position(of row: ParsedRow) throws(InvalidRow) -> Position {
    if row[.latitude].isAbsent, row[.longitude].isAbsent {
      if let text = row.text(.at) {
        if let position = kept(text) { return position }
        return Position(center: try point(text))
      }
      if let text = row.text(.near), !text.allSatisfy(\.isWhitespace) { return try named(text) }
      guard let center else { throw .locationMissing }
      return Position(center: center, near: near)
    }
    let latitude = try degrees(.latitude, of: row)
    let longitude = try degrees(.longitude, of: row)
    // Degrees stay degrees, as in a build, but for those of another datum.
    let isInDegrees = abs(latitude) <= 90 && abs(longitude) <= 180 && grid != .korean1985
    if let grid, let pointOnGrid, !isInDegrees {
      guard let point = pointOnGrid(longitude, latitude, grid) else { throw .offGrid(x: longitude, y: latitude) }
      return Position(center: point)
    }
    do throws(CoordinateError) {
      return Position(center: try Coordinate(latitude: latitude, longitude: longitude))
    } catch { throw .coordinate(error) }
  }

  /// The position of a row with the name of a kept one, by which the row is known again.
  private func kept(_ text: String) -> Position? {
    guard let name = SearchText(text), positions[name.value] != nil else { return nil }
    return Position(center: .middleOfSeoul, locating: name)
  }

  private func point(_ text: String) throws(InvalidRow) -> Coordinate {
    let read: Coordinate?
    do { read = try CoordinateParser.coordinate(text) } catch { throw .coordinate(error) }
    guard let read = read ?? MapAddress(text)?.coordinate else { throw .notACoordinate(text) }
    return read
  }

  /// The position of a row with a name or an address, which may also be coordinates.
  private func named(_ text: String) throws(InvalidRow) -> Position {
    if let point = try? CoordinateParser.coordinate(text) { return Position(center: point) }
    if MapAddress(text) != nil { return Position(center: try point(text)) }
    guard let name = SearchText(text) else { throw .near(text) }
    return Position(center: .middleOfSeoul, locating: name)
  }

  private func degrees(_ role: ColumnRole, of row: ParsedRow) throws(InvalidRow) -> Double {
    guard !row[role].isAbsent else { throw .coordinateMissing(role) }
    guard let degrees = row.coordinate(role) else {
      throw .notANumber(role, text: row.text(role) ?? "")
    }
    return degrees
  }

  private func radius(of row: ParsedRow) throws(InvalidRow) -> SearchRadius {
    guard let text = row.text(.radius) else { return radius }
    guard let read = LengthParser.length(String(text.trimmed)).flatMap({ SearchRadius($0) }) else {
      throw .radius(text)
    }
    return read
  }

  private func limit(of row: ParsedRow) throws(InvalidRow) -> PlaceLimit {
    guard let text = row.text(.limit) else { return limit }
    guard text.trimmed.lowercased() != "all" else { return .all }
    // Some programs write a whole number as a decimal one, such as `2.0`.
    let number = Int(text.trimmed) ?? row[.limit].number(in: row.bytes).flatMap { Int(exactly: $0) }
    guard let count = number.flatMap(PlaceCount.init) else { throw .limit(text) }
    return .first(count)
  }

  /// The categories that a row names, or those of the options when it names none.
  func wantedCategories(of row: ParsedRow) -> [PlaceCategory] {
    guard let list = row.list(.category) else { return categories }
    let named = list.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
    return named.isEmpty ? categories : named.map(PlaceCategory.init(word:))
  }
}

struct RowQuery: Sendable, Hashable {
  let query: PlaceQuery
  let limit: PlaceLimit
  /// The name or the address of the centre that is still to be located; the query has an arbitrary centre until then.
  var locating: SearchText?

  /// The query around the kept position that it names; itself if it names none.
  func located(at positions: NamedPositions) -> RowQuery {
    guard let position = locating.flatMap({ positions[$0.value] }) else { return self }
    return located(at: position.coordinate, near: position.name)
  }

  /// The query around the point that was found, under the name of what was found there.
  func located(at point: Coordinate, near name: String) -> RowQuery {
    guard let radius = query.area.radius else { return self }
    return RowQuery(query: query.around(point, radius: radius, near: name), limit: limit)
  }

  /// Appends a key that identifies the query: its JSON, after the text that is still to be located.
  func appendKey(to bytes: inout [UInt8]) {
    if let locating { bytes.appendJSON(string: locating.value) }
    QueryJSON(query: query, limit: limit.count).append(to: &bytes)
  }
}
