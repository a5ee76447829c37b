import Domain

/// Adds the shape that the options name to a query: polygons, or the corridor along a line.
struct ShapeArguments {
  let arguments: Arguments
  /// Reads the file or text that an option names.
  let draft: (_ name: String, ShapeKind) throws -> ShapeDraft
  /// Reports shapes that were repaired or simplified.
  let say: (Notice) -> Void

  /// Returns the query in the shape; unchanged if the options name no shape.
  func query(_ query: Query) throws -> Query {
    var query = query
    if let name = arguments.withinText {
      let draft = try draft(name, .polygons)
      query.drawn = .polygons(
        try shape(.polygons, called: name) { (notice) throws(ShapeError) in try draft.area(called: name, notice) }
      )
    } else if let name = arguments.alongText {
      // A default radius from the configuration file applies to circles only.
      let radius = (query.isRadiusConfigured ? nil : query.radius) ?? .standardCorridor
      guard radius <= .maximumCorridor else { throw Failure.corridorRadiusTooLarge(radius) }
      let draft = try draft(name, .line)
      let line = try shape(.line, called: name) { (notice) throws(ShapeError) in try draft.line(called: name, notice) }
      query.drawn = .corridor(Corridor(along: line, radius: radius))
    }
    return query
  }

  private func shape<Shape>(
    _ kind: ShapeKind,
    called name: String,
    _ make: ((ShapeNotice) -> Void) throws(ShapeError) -> Shape
  ) throws(Failure) -> Shape {
    do throws(ShapeError) { return try make { say($0.notice(as: kind, in: name)) } } catch {
      throw .shape(error, as: kind, in: name)
    }
  }
}
