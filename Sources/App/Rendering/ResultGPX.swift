import Domain

/// Writes a result as GPX 1.1: each place as a waypoint, in the order of the result, and the route as a track.
struct ResultGPX: Sendable {
  func write(_ result: PlaceResult, to output: inout ChunkedOutput) throws(FileFailure) {
    output.bytes.append(
      literal: """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="placefind" xmlns="http://www.topografix.com/GPX/1/1" \
        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
        xsi:schemaLocation="http://www.topografix.com/GPX/1/1 http://www.topografix.com/GPX/1/1/gpx.xsd">
        <metadata>
        """
    )
    output.bytes.append(xml: result.title(), in: "name")
    output.bytes.append(xml: result.provenance.notice, in: "desc")
    output.bytes.append(literal: "</metadata>\n")
    for found in result.places {
      append(found, to: &output.bytes)
      try output.flushWhenFull()
    }
    if let line = result.query.area.corridor?.line {
      output.bytes.append(literal: "<trk>")
      output.bytes.append(xml: line.name, in: "name")
      for part in line.parts {
        output.bytes.append(literal: "<trkseg>\n")
        for point in part {
          append(point, as: "trkpt", to: &output.bytes)
          output.bytes.append(literal: "/>\n")
          try output.flushWhenFull()
        }
        output.bytes.append(literal: "</trkseg>")
      }
      output.bytes.append(literal: "</trk>\n")
    }
    output.bytes.append(literal: "</gpx>\n")
  }

  private func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    let place = found.place
    append(place.coordinate, as: "wpt", to: &bytes)
    bytes.append(UInt8(ascii: ">"))
    bytes.append(xml: place.shownName(), in: "name")
    bytes.append(xml: found.noteLines.joined(separator: "\n"), in: "desc")
    if let address = place.pageAddress {
      bytes.append(literal: "<link href=\"")
      bytes.append(xml: address)
      bytes.append(literal: "\"/>")
    }
    bytes.append(xml: place.categoryText(), in: "type")
    bytes.append(literal: "</wpt>\n")
  }

  /// Appends an element without its end.
  ///
  /// GPX allows a longitude of -180 but not of 180.
  private func append(_ point: Coordinate, as name: StaticString, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(literal: name)
    bytes.append(literal: " lat=\"")
    bytes.append(degrees: point.latitude)
    bytes.append(literal: "\" lon=\"")
    bytes.append(degrees: point.longitude > 179.999_999_95 ? -180 : point.longitude)
    bytes.append(UInt8(ascii: "\""))
  }
}
