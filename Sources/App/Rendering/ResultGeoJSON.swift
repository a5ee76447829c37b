import Domain

/// Writes a result as a FeatureCollection (RFC 7946): a point per place, with its fields of schema 1 as `properties`.
///
/// The foreign members `query` and `meta` are the same as in the JSON document, so `jq .meta.complete` works on both.
struct ResultGeoJSON: Sendable {
  let place: PlaceWriter

  /// Writes the document, ending in a line feed.
  func write(_ result: PlaceResult, to output: inout ChunkedOutput) throws(FileFailure) {
    output.bytes += try JSONWriter.document { json throws(FileFailure) in
      json.member("type", "FeatureCollection")
      if let box = BoundingBox(enclosing: result.places) {
        json.breakLine(indent: 1)
        json.array("bbox", of: box.edges) { $0.element($1) }
      }
      json.breakLine(indent: 1)
      json.member("schema", 1)
      json.breakLine(indent: 1)
      json.member("query", appending: { Self.appendQuery(of: result, to: &$0) })
      json.breakLine(indent: 1)
      json.member("meta", appending: { ResultJSON.appendMeta(of: result, to: &$0) })
      json.breakLine(indent: 1)
      try json.array("features", of: result.places) { json, found throws(FileFailure) in
        json.breakLine(indent: 2)
        json.element { write(found, to: &$0) }
        try output.flushWhenFull(&json)
      }
    }
  }

  /// Appends the query with its shape as a geometry.
  ///
  /// The features are places only.
  private static func appendQuery(of result: PlaceResult, to bytes: inout [UInt8]) {
    result.query.appendJSON(to: &bytes)
    guard result.query.area.isShape else { return }
    bytes.removeLast()
    bytes.append(text: #","area":"#)
    bytes.appendGeometry(of: result.query.area)
    bytes.append(UInt8(ascii: "}"))
  }

  private func write(_ found: FoundPlace, to json: inout JSONWriter) {
    let text = found.place.text
    let point = found.place.coordinate
    json.member("type", "Feature")
    let id = text.range(of: .id)
    if !id.isEmpty { json.member("id", appending: { $0.append(value: text.utf8, in: id, as: .json) }) }
    json.object("geometry") {
      $0.member("type", "Point")
      $0.array("coordinates", of: [point.longitude, point.latitude]) { $0.element($1) }
    }
    json.member("properties", appending: { place.append(found, to: &$0) })
  }
}

extension BoundingBox {
  /// The edges in the notation of `--bbox`.
  var edgeText: String { edges.map(\.decimalText).joined(separator: ",") }

  /// Makes the smallest box around the places; it crosses the antimeridian (west > east) if that makes it smaller.
  init?(enclosing places: [FoundPlace]) {
    var bounds = PointBounds()
    for found in places { bounds.add(found.place.coordinate) }
    guard let box = bounds.box else { return nil }
    self = box
  }
}
