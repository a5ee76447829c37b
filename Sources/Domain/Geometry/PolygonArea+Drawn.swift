extension PolygonArea: DrawnForm {
  package static var key: String { "within" }

  package static var title: String { "polygons" }

  package static var meaning: String { "what the polygons were called: a file, or their text" }

  package static func shape(_ text: String, called name: String, reach: SearchRadius?) -> DrawnShape? {
    guard reach == nil else { return nil }
    return (try? WellKnownText.draft(text)?.area(called: name, { _ in })).map(DrawnShape.polygons)
  }

  package var reach: SearchRadius? { nil }

  package var points: DrawnPoints { .polygons(polygons.map(\.points)) }

  package var text: String { WellKnownText.text(of: self) }

  package var polylinePrecision: EncodedPolyline.Precision? { nil }
}
