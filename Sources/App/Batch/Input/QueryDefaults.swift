import Domain
import Rows
import Tables

/// The query options of all rows.
///
/// Each row adds to them or overrides them.
struct QueryDefaults: Sendable {
  var query = Query() {
    didSet { shapeDigest = query.drawn.map { ShapeDigest($0).text } }
  }
  /// A digest of the `--within` or `--along` geometry; `nil` if neither was given.
  private(set) var shapeDigest: String?
  /// The saved locations, which a row may name instead of coordinates.
  var savedLocations = SavedLocations()
  /// The CRS of numbers that aren't degrees, if known.
  var crs: CoordinateReferenceSystem?
  /// The option for which every row needs results sorted by distance from a centre; `nil` if there is none.
  var nearestOption: Option?
  /// The divisor of all coordinates, if the user gave one.
  var scale: Int?
  /// The divisor of degrees without a decimal point; `nil` if the rows have none.
  var degreeDivisor: Int?
  /// The precision of encoded polylines.
  var polylinePrecision = EncodedPolyline.Precision.standard
  /// The columns of minutes and seconds, if the coordinate columns of the table have only degrees.
  private var angles: AngleColumns?
  /// Reads the cells of the table's column with both coordinates.
  private var pointOfCell: (@Sendable (String) -> Coordinate?)?
  /// Reads the coordinates of objects, if the rows are JSON.
  private var objects: ObjectReader?

  init(query: Query = Query(), savedLocations: SavedLocations = SavedLocations()) {
    self.query = query
    self.savedLocations = savedLocations
    shapeDigest = query.drawn.map { ShapeDigest($0).text }
  }

  /// Returns the options completed by the format of the rows.
  ///
  /// The titles of a table may name the CRS, unless an option does. A column with both coordinates, or JSON objects,
  /// may need a reader of their own.
  func completed(by format: BatchFormat) -> QueryDefaults {
    var completed = self
    switch format {
    case .csv(let header):
      completed.crs = crs ?? header.coordinates?.crs
      completed.angles = header.angles
      // The record of a row with x and y is an object.
      if header.alternative != nil { completed.objects = ObjectReader(on: completed.crs, scale: scale) }
      let crs = completed.crs
      // A column that the user named may have scaled numbers too.
      guard let cells = header.coordinateCells ?? (scale == nil ? nil : header.namedCoordinateCells) else { break }
      completed.pointOfCell = { [scale] text in cells.coordinate(of: text, on: crs, scale: scale) }
    case .ndjson: completed.objects = ObjectReader(on: crs, scale: scale)
    }
    return completed
  }

  /// The maximum number of places for rows that don't set it.
  var limit: PlaceLimit { query.limit ?? .standard }

  /// Returns the query of a valid row.
  func query(for row: ParsedRow, template: RowTemplate) throws(Failure) -> RowQuery {
    if let shape = try shape(of: row) { return try self.query(for: row, in: shape, template: template) }
    let center = try center(of: row)
    let radius = try self.radius(of: row)
    let limit = try self.limit(of: row)
    let point = center.point
    var query = template.query.around(point, radius: radius, limit: limit, near: center.name)
    if let text = try self.text(of: row, template) { query = query.searching(for: text) }
    return RowQuery(query: query, template: template, locating: center.text)
  }

  /// Returns the text to search for, if the row has one.
  func text(of row: ParsedRow, _ template: RowTemplate) throws(Failure) -> SearchText? {
    if !row[.query].isAbsent, let value = row.text(.query) {
      guard let text = SearchText(value) else { throw .unsearchable(value, .queryInvalid) }
      return text
    }
    guard !template.needsText else { throw .rowWithoutSubject }
    return nil
  }

  /// Returns a query for categories around a placeholder centre, which every row replaces; `nil` if there is nothing to
  /// search for.
  func anyQuery(for categories: [PlaceCategory]) -> PlaceQuery? {
    var match = query.match
    match.categories = categories
    return anyQuery(match)
  }

  /// Returns a query with a placeholder text if there is nothing to search for; every row must replace the text.
  func template(_ match: PlaceMatch) -> RowTemplate? {
    var match = match
    let needsText = match.isEmpty
    if needsText { match.text = SearchText("-") }
    return anyQuery(match).map { RowTemplate(of: $0, needsText: needsText) }
  }

  private func anyQuery(_ match: PlaceMatch) -> PlaceQuery? {
    var any = query
    any.match = match
    any.center = .coordinate(.middleOfSeoul)
    // A row without its own shape has a point.
    any.shape = nil
    if any.sort == .route { any.sort = nil }
    return try? any.resolved()
  }

  /// Returns the centre of a row's query, or of the options if the row has none.
  func center(of row: ParsedRow) throws(Failure) -> Query.Center {
    if row[.latitude].isAbsent, row[.longitude].isAbsent {
      if let text = row.text(.at) {
        if let pointOfCell {
          guard let point = pointOfCell(text) else {
            // The reader of cells takes 0,0 for a missing coordinate.
            let read = try? CoordinateParser.coordinate(text)
            throw read.map(Self.isNullIsland) == true ? .rowAtNullIsland : .notACoordinate(text)
          }
          return .coordinate(point)
        }
        if let name = savedLocation(text) { return .name(name) }
        return try center(at: point(text), of: row)
      }
      let found = row.mayHoldCoordinate ? objects?.coordinate(of: row.bytes, in: row.range) : nil
      if let point = found?.point { return .coordinate(point) }
      if let text = Self.address(of: row) { return try named(text) }
      // A name was geocoded, or is a placeholder while the rows are only counted.
      guard let point = query.point else { throw .rowWithoutLocation(found) }
      guard let name = query.centerName else { return .coordinate(point) }
      return .resolved(point, name: name, isSaved: query.isNearSaved)
    }
    var latitude = try degrees(.latitude, of: row)
    var longitude = try degrees(.longitude, of: row)
    // Degrees aren't converted, as in an import, unless their datum is Korean 1985.
    let isInDegrees = abs(latitude) <= 90 && abs(longitude) <= 180 && crs != .korean1985
    if let crs, !isInDegrees {
      guard let point = crs.coordinate(x: longitude, y: latitude) else { throw .outsideCRS(x: longitude, y: latitude) }
      return .coordinate(point)
    }
    if let divisor = scale ?? (isInDegrees ? nil : degreeDivisor) {
      latitude /= Double(divisor)
      longitude /= Double(divisor)
    }
    let point: Coordinate
    do { point = try Coordinate(latitude: latitude, longitude: longitude) } catch {
      // Next to x and y in metres may be a position in degrees.
      guard CoordinateRules.mayBeMetres(longitude, latitude),
        let point = objects?.coordinate(of: row.bytes, in: row.range).point
      else { throw Failure(error) }
      return .coordinate(point)
    }
    return try center(at: point, of: row)
  }

  /// Returns the centre of a row with a coordinate.
  ///
  /// Missing coordinates often become 0,0. Then the row's address is its location.
  private func center(at point: Coordinate, of row: ParsedRow) throws(Failure) -> Query.Center {
    guard Self.isNullIsland(point) else { return .coordinate(point) }
    guard let text = Self.address(of: row) else { throw .rowAtNullIsland }
    return try named(text)
  }

  private static func isNullIsland(_ point: Coordinate) -> Bool {
    Coordinate.isNullIsland(latitude: point.latitude, longitude: point.longitude)
  }

  /// Returns the name or address of a row; `nil` if there is none.
  private static func address(of row: ParsedRow) -> String? {
    row.text(.near).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
  }

  /// Returns the name of a saved location, which also identifies the row; `nil` for other texts.
  private func savedLocation(_ text: String) -> SearchText? {
    SearchText(text).flatMap { savedLocations[$0.value] == nil ? nil : $0 }
  }

  private func point(_ text: String) throws(Failure) -> Coordinate {
    let read: Coordinate?
    do { read = try CoordinateParser.coordinate(text) } catch { throw Failure(error) }
    if let read = read ?? MapAddress(text)?.coordinate { return read }
    let cells = CoordinateCells(column: 0, order: nil)
    guard let point = try wellKnownPoint(text) ?? cells.coordinate(of: text, on: crs, scale: scale) else {
      throw .notACoordinate(text)
    }
    return point
  }

  /// Returns the centre of a row with a name or an address, which may also be coordinates.
  private func named(_ text: String) throws(Failure) -> Query.Center {
    if let point = try? CoordinateParser.coordinate(text) { return .coordinate(point) }
    if MapAddress(text) != nil { return .coordinate(try point(text)) }
    guard let name = SearchText(text) else { throw .unsearchable(text, .nearInvalid) }
    return .name(name)
  }

  private func degrees(_ role: ColumnRole, of row: ParsedRow) throws(Failure) -> Double {
    guard !row[role].isAbsent else { throw .coordinateMissing(role) }
    guard var degrees = row.coordinate(role) else {
      throw .notANumber(role, text: row.text(role) ?? "")
    }
    if let angles {
      let columns = role == .latitude ? angles.latitude : angles.longitude
      guard let sum = angles.degrees(degrees, adding: columns, { row.minutes(inColumn: $0, of: role) }) else {
        throw .unreadableMinutes(of: role)
      }
      degrees = sum
    }
    guard let hemisphere = row.text(role == .latitude ? .latitudeHemisphere : .longitudeHemisphere) else {
      return degrees
    }
    guard let found = Angle.hemisphere(String(hemisphere.trimmed)), found.isLatitude == (role == .latitude) else {
      throw .unreadableHemisphere(of: role, hemisphere)
    }
    guard found.sign < 0 || degrees.sign == .plus else {
      throw .contradiction(role, degrees: degrees, hemisphere: hemisphere)
    }
    return found.sign * abs(degrees)
  }
}
