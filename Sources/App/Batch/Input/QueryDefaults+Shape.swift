import Domain
import Rows
import Tables

/// Reads rows with polygons or a line, of their own or from the options.
extension QueryDefaults {
  /// The shape of a row's query.
  struct RowShape {
    let drawn: DrawnShape
    /// Whether the shape comes from the options.
    var isOfOptions = false
    /// The origin of the distances.
    var center: Query.Center?
  }

  /// Returns the shape of a row; `nil` if the row is around a point.
  func shape(of row: ParsedRow) throws(Failure) -> RowShape? {
    let hasShape = ColumnRole.shapes.contains { !row[$0].isAbsent }
    // A fast path, because most batches are around points.
    guard hasShape || query.hasShape else { return nil }
    let hasPoint = !row[.latitude].isAbsent || !row[.longitude].isAbsent || !row[.at].isAbsent
    let hasPlace = hasPoint || !row[.near].isAbsent
    if !row[.along].isAbsent, let text = row.text(.along) {
      guard !hasPoint, row[.within].isAbsent else { throw .lineAndPoint }
      return RowShape(drawn: .corridor(Corridor(along: try line(text), radius: try corridorRadius(of: row))))
    }
    if !row[.within].isAbsent, let text = row.text(.within) {
      try checkRadius(of: row)
      return RowShape(drawn: .polygons(try polygons(text)), center: try center(of: row, hasPlace))
    }
    guard let shape = query.drawn else { return nil }
    guard let corridor = shape.corridor else {
      try checkRadius(of: row)
      return RowShape(drawn: shape, isOfOptions: true, center: try center(of: row, hasPlace))
    }
    // A row with a point is searched around that point.
    guard !hasPlace else { return nil }
    let drawn = DrawnShape.corridor(Corridor(along: corridor.line, radius: try corridorRadius(of: row)))
    return RowShape(drawn: drawn, isOfOptions: true)
  }

  /// Returns the point of well-known text.
  func wellKnownPoint(_ text: String) throws(Failure) -> Coordinate? {
    guard text.uppercased().contains("POINT"), text.contains("(") else { return nil }
    let parsed = ByteView.over(Array(text.trimmed.utf8)) { CoordinateTextParser.parse($0) }
    guard let parsed else { return nil }
    do { return try Coordinate(latitude: parsed.latitude, longitude: parsed.longitude) } catch { throw Failure(error) }
  }

  /// Rejects a row with a radius and polygons.
  ///
  /// The radius of the options is for the other rows.
  private func checkRadius(of row: ParsedRow) throws(Failure) {
    guard row[.radius].isAbsent else { throw .radiusOfPolygons }
  }

  private func center(of row: ParsedRow, _ hasPlace: Bool) throws(Failure) -> Query.Center? {
    hasPlace || query.point != nil ? try center(of: row) : nil
  }

  private func polygons(_ text: String) throws(Failure) -> PolygonArea {
    do throws(ShapeError) {
      return try ShapeText.draft(text, as: .polygons, .standard).area(called: text) { _ in }
    } catch { throw .shape(error, inCellOf: .within) }
  }

  private func line(_ text: String) throws(Failure) -> RouteLine {
    do throws(ShapeError) {
      return try ShapeText.draft(text, as: .line, polylinePrecision).line(called: text) { _ in }
    } catch { throw .shape(error, inCellOf: .along) }
  }

  private func corridorRadius(of row: ParsedRow) throws(Failure) -> SearchRadius {
    let radius: SearchRadius
    if !row[.radius].isAbsent {
      radius = try self.radius(of: row)
    } else if let corridor = query.drawn?.corridor {
      radius = corridor.radius
    } else {
      radius = query.radius ?? .standardCorridor
    }
    guard radius <= .maximumCorridor else { throw .radiusTooFarFromLine(row.text(.radius) ?? "") }
    return radius
  }

  /// Returns the query of a row in a shape.
  func query(
    for row: ParsedRow,
    in shape: RowShape,
    template: RowTemplate
  ) throws(Failure) -> RowQuery {
    var rowQuery = Query()
    rowQuery.limit = try self.limit(of: row)
    rowQuery.match = template.query.match
    if let text = try self.text(of: row, template) { rowQuery.match.text = text }
    rowQuery.drawn = shape.drawn
    rowQuery.sort = query.sort
    rowQuery.center = shape.center
    guard let query = try? rowQuery.resolved() else { throw .rowWithoutSubject }
    return RowQuery(
      query: query,
      template: RowTemplate(of: query),
      locating: shape.center?.text,
      shapeDigest: shape.isOfOptions ? shapeDigest : nil
    )
  }
}
