import Domain

/// Writes a result as KML 2.2: each place as a placemark, in the order of the result, and the query's route or
/// polygons.
struct ResultKML: Sendable {
  func write(_ result: PlaceResult, to output: inout ChunkedOutput) throws(FileFailure) {
    output.bytes.append(
      literal: """
        <?xml version="1.0" encoding="UTF-8"?>
        <kml xmlns="http://www.opengis.net/kml/2.2"><Document>
        """
    )
    output.bytes.append(xml: result.title(), in: "name")
    output.bytes.append(xml: result.provenance.notice.map(Self.html), in: "description")
    output.bytes.append(UInt8(ascii: "\n"))
    for found in result.places {
      append(found, to: &output.bytes)
      try output.flushWhenFull()
    }
    if let form = result.query.area.drawn?.form { try append(form, to: &output) }
    output.bytes.append(literal: "</Document></kml>\n")
  }

  private func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let place = found.place
    bytes.append(literal: "<Placemark>")
    bytes.append(xml: place.shownName(), in: "name")
    bytes.append(xml: place.address, in: "address")
    bytes.append(xml: place.phone, in: "phoneNumber")
    let lines = (found.noteLines + [place.pageAddress].compactMap(\.self)).map(Self.html)
    bytes.append(xml: lines.joined(separator: "<br>"), in: "description")
    bytes.append(literal: "<Point><coordinates>")
    append(place.coordinate, to: &bytes)
    bytes.append(literal: "</coordinates></Point></Placemark>\n")
  }

  private func append(_ form: any DrawnForm, to output: inout ChunkedOutput) throws(FileFailure) {
    output.bytes.append(literal: "<Placemark>")
    output.bytes.append(xml: form.name, in: "name")
    switch form.points {
    case .polygons(let polygons):
      output.bytes.append(literal: "<Style><PolyStyle><fill>0</fill></PolyStyle></Style><MultiGeometry>\n")
      for rings in polygons { try append(polygon: rings, to: &output) }
    case .lines(let lines):
      output.bytes.append(literal: "<MultiGeometry>\n")
      for line in lines where line.count > 1 {
        output.bytes.append(literal: "<LineString><tessellate>1</tessellate>")
        append(line, to: &output.bytes)
        output.bytes.append(literal: "</LineString>\n")
        try output.flushWhenFull()
      }
    }
    output.bytes.append(literal: "</MultiGeometry></Placemark>\n")
  }

  private func append(polygon rings: [[Coordinate]], to output: inout ChunkedOutput) throws(FileFailure) {
    output.bytes.append(literal: "<Polygon>")
    for (number, ring) in rings.enumerated() {
      output.bytes.append(literal: number == 0 ? "<outerBoundaryIs><LinearRing>" : "<innerBoundaryIs><LinearRing>")
      append(ring, to: &output.bytes)
      output.bytes.append(literal: number == 0 ? "</LinearRing></outerBoundaryIs>" : "</LinearRing></innerBoundaryIs>")
    }
    output.bytes.append(literal: "</Polygon>\n")
    try output.flushWhenFull()
  }

  private func append(_ points: [Coordinate], to bytes: inout [UInt8]) {
    bytes.append(literal: "<coordinates>")
    for (number, point) in points.enumerated() {
      if number > 0 { bytes.append(UInt8(ascii: " ")) }
      append(point, to: &bytes)
    }
    bytes.append(literal: "</coordinates>")
  }

  private func append(_ point: Coordinate, to bytes: inout [UInt8]) {
    bytes.append(degrees: point.longitude)
    bytes.append(UInt8(ascii: ","))
    bytes.append(degrees: point.latitude)
  }

  /// Escapes text for a description, which viewers read as HTML.
  private static func html(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
