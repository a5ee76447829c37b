import Domain

/// What the options say about every query; each row adds to it, or overrides it.
struct QueryDefaults: Sendable {
  var question = Question() {
    didSet { shapeDigest = question.shape.map { ShapeDigest($0).text } }
  }
  /// What tells the shape of the options from another one of that name; `nil` where they name none.
  private(set) var shapeDigest: String?
  /// The kept positions, which a row may name instead of coordinates.
  var positions = NamedPositions()
  /// The grid of numbers that are not degrees, if it is known.
  var grid: CoordinateReferenceSystem?
  /// Whether every row needs an order by distance from a centre.
  var requiresNearest = false
  /// The divisor of degrees without a decimal point; `nil` if the rows have none.
  var degreeDivisor: Int?
  /// The decimals of lines that are encoded polylines.
  var polylinePrecision = EncodedPolyline.Precision.standard
  /// Finds the point of x and y on a grid.
  var pointOnGrid: (@Sendable (_ x: Double, _ y: Double, CoordinateReferenceSystem) -> Coordinate?)?
  /// Reads the cells of the column of whole positions that a table has.
  private var pointOfCell: (@Sendable (String) -> Coordinate?)?
  /// Reads where objects of JSON are, if these are the rows.
  private var objects: (any ObjectLocator)?

  init(question: Question = Question(), positions: NamedPositions = NamedPositions()) {
    self.question = question
    self.positions = positions
    shapeDigest = question.shape.map { ShapeDigest($0).text }
  }

  /// The same with what is known of the rows: the grid that the titles of a table name, unless the options name one,
  /// and what reads positions that stand in one column, or within objects of JSON.
  func completed(by format: InputFormat, _ tables: any ReadTableUseCase) -> QueryDefaults {
    var completed = self
    switch format {
    case .csv(let header):
      completed.grid = grid ?? header.coordinates?.grid
      let grid = completed.grid
      guard let cells = header.position else { break }
      completed.pointOfCell = { text in tables.coordinate(of: text, in: cells, on: grid) }
    case .ndjson: completed.objects = tables.makeObjectLocator(on: grid)
    }
    return completed
  }

  /// The number of places of rows that do not say it.
  var limit: PlaceLimit { question.limit ?? .standard }

  /// What a row asks, which is read without an error.
  func query(for row: ParsedRow, prototype: QueryPrototype) throws(InvalidRow) -> RowQuery {
    if let shape = try shape(of: row) { return try self.query(for: row, in: shape, prototype: prototype) }
    let position = try position(of: row)
    let radius = try self.radius(of: row)
    let limit = try self.limit(of: row)
    var query = prototype.query.around(position.center, radius: radius, near: position.near)
    if let text = try self.text(of: row, prototype) { query = query.asking(for: text) }
    return RowQuery(query: query, limit: limit, template: prototype.template, locating: position.locating)
  }

  /// The text that a row is about, if it says one.
  func text(of row: ParsedRow, _ prototype: QueryPrototype) throws(InvalidRow) -> SearchText? {
    if !row[.query].isAbsent, let given = row.text(.query) {
      guard let text = SearchText(given) else { throw .query(given) }
      return text
    }
    guard !prototype.needsText else { throw .nothingToLookFor }
    return nil
  }

  /// The query for some categories, around a centre that every row replaces; `nil` when there is nothing to look for.
  func anyQuery(for categories: [PlaceCategory]) -> PlaceQuery? { anyQuery(for: categories, question.text) }

  /// The same, with any text where there is nothing to look for, which every row has to replace.
  func prototype(categories: [PlaceCategory], conditions: [AttributeCondition]) -> QueryPrototype? {
    let needsText = categories.isEmpty && question.text == nil
    let query = anyQuery(for: categories, needsText ? SearchText("-") : question.text)
    return query.map { QueryPrototype(query: $0.requiring(conditions), needsText: needsText) }
  }

  private func anyQuery(for categories: [PlaceCategory], _ text: SearchText?) -> PlaceQuery? {
    var any = question
    any.subject.categories = categories
    any.subject.text = text
    any.center = .point(.middleOfSeoul)
    // Where a row has no shape of its own, it has a point.
    any.radius = any.radius ?? .standard
    if any.sort == .route { any.sort = nil }
    return try? any.resolved().query
  }

  struct Position {
    var center: Coordinate
    var near: String?
    /// The name or the address that is still to be located.
    var locating: SearchText?
  }

  func position(of row: ParsedRow) throws(InvalidRow) -> Position {
    if row[.latitude].isAbsent, row[.longitude].isAbsent {
      if let text = row.text(.at) {
        if let pointOfCell {
          guard let point = pointOfCell(text) else { throw .notACoordinate(text) }
          return Position(center: point)
        }
        if let position = kept(text) { return position }
        return Position(center: try point(text))
      }
      if row.mayHoldPosition, let point = objects?.coordinate(of: row.bytes, in: row.range) {
        return Position(center: point)
      }
      if let text = Self.address(of: row) { return try named(text) }
      guard let center = question.point else { throw .locationMissing }
      return Position(center: center, near: question.centerName)
    }
    var latitude = try degrees(.latitude, of: row)
    var longitude = try degrees(.longitude, of: row)
    // Degrees stay degrees, as in a build, but for those of another datum.
    let isInDegrees = abs(latitude) <= 90 && abs(longitude) <= 180 && grid != .korean1985
    if let grid, let pointOnGrid, !isInDegrees {
      guard let point = pointOnGrid(longitude, latitude, grid) else { throw .offGrid(x: longitude, y: latitude) }
      return Position(center: point)
    }
    if let degreeDivisor, !isInDegrees {
      latitude /= Double(degreeDivisor)
      longitude /= Double(degreeDivisor)
    }
    let point: Coordinate
    do { point = try Coordinate(latitude: latitude, longitude: longitude) } catch { throw .coordinate(error) }
    // Coordinates that are missing end up at 0,0; an address of the same row is then what says where it is.
    guard Coordinate.isNullIsland(latitude: latitude, longitude: longitude), let text = Self.address(of: row) else {
      return Position(center: point)
    }
    return try named(text)
  }

  /// The name or the address that says where a row is; `nil` for none.
  private static func address(of row: ParsedRow) -> String? {
    row.text(.near).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
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

  func radius(of row: ParsedRow) throws(InvalidRow) -> SearchRadius {
    guard !row[.radius].isAbsent, let text = row.text(.radius) else { return question.radius ?? .standard }
    guard let read = LengthParser.length(String(text.trimmed)).flatMap({ SearchRadius($0) }) else {
      throw .radius(text)
    }
    return read
  }

  func limit(of row: ParsedRow) throws(InvalidRow) -> PlaceLimit {
    guard !row[.limit].isAbsent, let text = row.text(.limit) else { return limit }
    guard text.trimmed.lowercased() != "all" else { return .all }
    // Some programs write a whole number as a decimal one, such as `2.0`.
    let number = Int(text.trimmed) ?? row[.limit].number(in: row.bytes).flatMap { Int(exactly: $0) }
    if number == 0 { return .nothing }
    guard let count = number.flatMap(PlaceCount.init) else { throw .limit(text) }
    return .first(count)
  }

  /// The conditions that a row names, or those of the options when it names none.
  func wantedConditions(of row: ParsedRow) throws(InvalidRow) -> [AttributeCondition] {
    guard !row[.conditions].isAbsent else { return question.subject.conditions }
    let parts = row.parts(.conditions)
    guard !parts.isEmpty else { return question.subject.conditions }
    return try parts.map { (text) throws(InvalidRow) in
      guard let condition = try? AttributeCondition(text) else { throw .condition(text) }
      return condition
    }
  }

  /// The categories that a row names, or those of the options when it names none.
  func wantedCategories(of row: ParsedRow) -> [PlaceCategory] {
    let categories = question.categories
    guard let list = row.list(.category) else { return categories }
    let named = list.parts(between: ",")
    return named.isEmpty ? categories : named.map(PlaceCategory.init(word:))
  }
}
