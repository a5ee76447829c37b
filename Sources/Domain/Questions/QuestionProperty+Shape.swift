/// Polygons and lines of a question, which are stored as well-known text.
extension QuestionProperty {
  /// Gives the members of a shape, with what it was called unless that does not matter.
  static func storeShape(_ area: SearchArea, isKey: Bool, _ member: (String, QuestionValue) -> Void) {
    if let polygons = area.polygons {
      member("within", .text(WellKnownText.text(of: polygons)))
      if !isKey { member("within_name", .text(polygons.name)) }
    }
    if let line = area.corridor?.line {
      member("along", .text(WellKnownText.text(of: line)))
      if !isKey { member("along_name", .text(line.name)) }
    }
  }

  /// Reads polygons or a line; what was printed is a name alone, which is not the shape.
  static func readShape(
    _ form: Form,
    into question: inout Question,
    _ member: (String) -> QuestionValue?
  ) -> Bool {
    guard member("within") != nil || member("along") != nil else { return true }
    guard form == .stored else { return false }
    if let text = member("within") {
      guard let draft = text.string.flatMap(WellKnownText.draft),
        let area = try? draft.area(called: member("within_name")?.string ?? "", { _ in })
      else { return false }
      question.extent = .polygons(area)
      return true
    }
    guard let radius = question.radius, let draft = member("along")?.string.flatMap(WellKnownText.draft),
      let line = try? draft.line(called: member("along_name")?.string ?? "", { _ in })
    else { return false }
    question.extent = .corridor(Corridor(along: line, radius: radius))
    return true
  }
}
