import Domain

/// Puts a question into the shape that its options name: polygons, or what lies along a line.
struct ShapeArguments {
  let arguments: Arguments
  /// Reads what an option names, or what it holds.
  let draft: (_ name: String, ShapeKind) throws -> ShapeDraft
  /// Hears how a shape was read that is not quite what it should be.
  let say: (String) -> Void

  /// The question in the shape; itself when the options name none.
  func question(_ question: Question) throws -> Question {
    var question = question
    if let name = arguments.withinText {
      let draft = try draft(name, .polygons)
      question.shape = .polygons(
        try shape(.polygons, name) { (notice) throws(ShapeFault) in try draft.area(called: name, notice) }
      )
    } else if let name = arguments.alongText {
      // The radius of the user's file is that of circles.
      let radius = (question.isRadiusStanding ? nil : question.radius) ?? .besideLine
      guard radius <= .largestBesideLine else { throw Failure.radiusBesideLine(radius) }
      let draft = try draft(name, .line)
      let line = try shape(.line, name) { (notice) throws(ShapeFault) in try draft.line(called: name, notice) }
      question.shape = .corridor(Corridor(along: line, radius: radius))
    }
    return question
  }

  private func shape<Shape>(
    _ kind: ShapeKind,
    _ name: String,
    _ make: ((ShapeNotice) -> Void) throws(ShapeFault) -> Shape
  ) throws(Failure) -> Shape {
    do throws(ShapeFault) { return try make { say(Failure.sentence(for: $0, as: kind, in: name)) } } catch {
      throw .shape(.fault(error), as: kind, in: name)
    }
  }
}
