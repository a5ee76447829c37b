extension Corridor: DrawnForm {
  package static var key: String { "along" }

  package static var title: String { "a line" }

  package static var meaning: String { "what the line was called: a file, or its text" }

  package static func shape(_ text: String, called name: String, reach: SearchRadius?) -> DrawnShape? {
    guard let reach, let line = try? WellKnownText.draft(text)?.line(called: name, { _ in }) else { return nil }
    return .corridor(Corridor(along: line, radius: reach))
  }

  package var name: String { line.name }

  package var reach: SearchRadius? { radius }

  package var points: DrawnPoints { .lines(line.parts) }

  package var text: String { WellKnownText.text(of: line) }

  /// The precision of the polyline in the name, so that a stored line has a precision too.
  package var polylinePrecision: EncodedPolyline.Precision? {
    EncodedPolyline.Precision.allCases.first { precision in
      var draft = ShapeDraft()
      draft.lines = EncodedPolyline.path(name.utf8.span, precision).map { [$0] } ?? []
      return (try? draft.line(called: name) { _ in }) == line
    }
  }
}
