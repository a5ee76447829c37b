import Domain

/// What the options say about every question; a row says the rest.
struct QuestionTemplate: Sendable {
  /// How words of a row become parts of a question: the same readers as the options have.
  struct Readers: Sendable {
    /// Reads a list of categories; throws the first word that names none.
    var categories: @Sendable (String) throws(UnknownWord) -> [CategoryGroup]
    /// Reads a radius.
    var radius: @Sendable (String) -> SearchRadius?
    /// Reads a number of places.
    var limit: @Sendable (String) -> PlaceLimit?
    /// Reads both coordinates in one text; `nil` when it is none.
    var point: @Sendable (String) throws(CoordinateError) -> Coordinate? = {
      (text) throws(CoordinateError) in try CoordinateText.coordinate(text)
    }
  }

  /// A word that could not be read.
  struct UnknownWord: Error { var word: String }

  /// The kinds wanted when a row names none.
  var categories: [CategoryGroup] = []
  /// The words wanted when a row has none.
  var text: SearchText?
  /// The point to be near when a row has none.
  var center: Coordinate?
  /// How far to look when a row does not say.
  var radius = SearchRadius.standard
  /// The order of the answers.
  var sort: PlaceQuery.Sort?
  /// How many places when a row does not say.
  var limit = PlaceLimit.standard
  /// How words of a row are read.
  var readers: Readers

  /// The question that a row and the options make together.
  ///
  /// - Parameters:
  ///   - row: A row taken apart.
  ///   - base: The question without its point, when it is known already; nothing is then allocated.
  /// - Returns: A question that can be asked.
  /// - Throws: The first thing that keeps it from being asked.
  func question(for row: ParsedRow, base: PlaceQuery?) throws(RowDefect) -> RowQuestion {
    if let defect = row.defect { throw defect }
    let center = try center(of: row)
    let radius = try self.radius(of: row)
    let limit = try self.limit(of: row)
    if let base {
      return RowQuestion(query: base.around(center, radius: radius), limit: limit)
    }
    var categories = self.categories
    if let words = row.list(.category) {
      do throws(UnknownWord) { categories = try readers.categories(words) } catch { throw .category(error.word) }
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
        area: .circle(center: center, radius: radius),
        sort: sort
      )
      return RowQuestion(query: query, limit: limit)
    } catch { throw .nothingToLookFor }
  }

  /// The question that the options alone make, around a point that every row replaces.
  func base() -> PlaceQuery? { base(categories: categories) }

  /// The question for some categories, around a point that every row replaces; `nil` when there is none.
  func base(categories: [CategoryGroup]) -> PlaceQuery? {
    guard let anywhere = try? Coordinate(latitude: 0, longitude: 0) else { return nil }
    return try? PlaceQuery(
      categories: categories,
      text: text,
      area: .circle(center: anywhere, radius: radius),
      sort: sort
    )
  }

  private func center(of row: ParsedRow) throws(RowDefect) -> Coordinate {
    if row[.latitude].isAbsent, row[.longitude].isAbsent {
      if let words = row.text(.at) { return try point(words) }
      if let center { return center }
    }
    let latitude = try degrees(.latitude, of: row)
    let longitude = try degrees(.longitude, of: row)
    do throws(CoordinateError) {
      return try Coordinate(latitude: latitude, longitude: longitude)
    } catch { throw .coordinate(error) }
  }

  private func point(_ words: String) throws(RowDefect) -> Coordinate {
    let read: Coordinate?
    do { read = try readers.point(words) } catch { throw .coordinate(error) }
    guard let read else { throw .notACoordinate(words) }
    return read
  }

  private func degrees(_ role: ColumnRole, of row: ParsedRow) throws(RowDefect) -> Double {
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

  private func radius(of row: ParsedRow) throws(RowDefect) -> SearchRadius {
    guard let words = row.text(.radius) else { return radius }
    guard let read = readers.radius(words) else { throw .radius(words) }
    return read
  }

  private func limit(of row: ParsedRow) throws(RowDefect) -> PlaceLimit {
    guard let words = row.text(.limit) else { return limit }
    guard let read = readers.limit(words) else { throw .limit(words) }
    return read
  }
}

/// A question as a row asks it.
struct RowQuestion: Sendable, Hashable {
  /// What to look for and where.
  let query: PlaceQuery
  /// How many places are wanted.
  let limit: PlaceLimit
}
