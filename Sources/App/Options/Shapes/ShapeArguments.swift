import Domain

/// Adds the shape that the options name to a query: polygons, or the corridor along a line.
struct ShapeArguments {
  let arguments: Arguments
  /// Reads the file or text that an option names.
  let draft: (_ value: String, ShapeKind) throws -> ShapeDraft
  /// Returns the name of a shape in its query and in messages: of a file its path, of a text never all its points.
  let names: (_ value: String, ShapeKind) -> (inQuery: String, inMessages: String)
  /// Reports shapes that were repaired or simplified.
  let say: (Notice) -> Void

  /// Returns the query in the shape; unchanged if the options name no shape.
  func query(_ query: Query) throws -> Query {
    var query = query
    if let value = arguments.withinText {
      let draft = try draft(value, .polygons)
      query.drawn = .polygons(
        try shape(.polygons, value) { (name, notice) throws(ShapeError) in try draft.area(called: name, notice) }
      )
    } else if let value = arguments.alongText {
      // A default radius from the configuration file applies to circles only.
      let radius = (query.isRadiusConfigured ? nil : query.radius) ?? .standardCorridor
      guard radius <= .maximumCorridor else { throw Failure.corridorRadiusTooLarge(radius) }
      let draft = try draft(value, .line)
      let line = try shape(.line, value) { (name, notice) throws(ShapeError) in try draft.line(called: name, notice) }
      query.drawn = .corridor(Corridor(along: line, radius: radius))
    }
    return query
  }

  private func shape<Shape>(
    _ kind: ShapeKind,
    _ value: String,
    _ make: (_ name: String, (ShapeNotice) -> Void) throws(ShapeError) -> Shape
  ) throws(Failure) -> Shape {
    let names = names(value, kind)
    do throws(ShapeError) {
      return try make(names.inQuery) { say($0.notice(as: kind, in: names.inMessages)) }
    } catch {
      throw .shape(error, as: kind, in: names.inMessages)
    }
  }
}
