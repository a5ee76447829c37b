import Domain

/// Writes an answer as a FeatureCollection (RFC 7946): a point for each place, its fields of schema 1 as `properties`.
///
/// The question and the facts about the answer stand in the foreign members `query` and `meta`, as in the JSON document,
/// so that `jq .meta.complete` reads both.
struct AnswerGeoJSON: Sendable {
  /// Writes the properties.
  let place: PlaceJSON

  /// Writes the document, with its line feed.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - output: Takes it in chunks.
  /// - Throws: When the output cannot be written.
  func write(_ answer: Answer, to output: inout ChunkedOutput) throws(Failure) {
    output.bytes.append(text: #"{"type":"FeatureCollection","#)
    if let box = BoundingBox(enclosing: answer.places) {
      output.bytes.append(text: "\n \"bbox\":[")
      for (position, edge) in [box.west, box.south, box.east, box.north].enumerated() {
        if position > 0 { output.bytes.append(UInt8(ascii: ",")) }
        output.bytes.append(decimal: edge)
      }
      output.bytes.append(text: "],")
    }
    output.bytes.append(text: "\n \"schema\":1,\n \"query\":")
    answer.question.append(to: &output.bytes)
    output.bytes.append(text: ",\n \"meta\":")
    AnswerJSON.appendMeta(of: answer, to: &output.bytes)
    output.bytes.append(text: ",\n \"features\":[")
    for position in answer.places.indices {
      output.bytes.append(text: position == 0 ? "\n  " : ",\n  ")
      append(answer.places[position], to: &output.bytes)
      try output.flushWhenFull()
    }
    output.bytes.append(text: "]}\n")
  }

  private func append(_ found: FoundPlace, to bytes: inout [UInt8]) {
    bytes.append(text: #"{"type":"Feature","id":"#)
    let range = found.place.text.range(of: .id)
    bytes.appendJSON(string: found.place.text.utf8, in: range)
    bytes.append(text: #","geometry":{"type":"Point","coordinates":["#)
    bytes.append(decimal: found.place.coordinate.longitude)
    bytes.append(UInt8(ascii: ","))
    bytes.append(decimal: found.place.coordinate.latitude)
    bytes.append(text: #"]},"properties":"#)
    place.append(found, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension BoundingBox {
  /// The smallest box around some places; across the antimeridian (west of it larger than east) where that is smaller.
  ///
  /// - Parameter places: The places; `nil` is the box of none.
  init?(enclosing places: [FoundPlace]) {
    guard let first = places.first?.place.coordinate else { return nil }
    var (south, north) = (first.latitude, first.latitude)
    var (west, east) = (first.longitude, first.longitude)
    // The western edge of the places in the eastern hemisphere, and the eastern edge of the others.
    var (westOfEast, eastOfWest) = (180.0, -180.0)
    for found in places {
      let point = found.place.coordinate
      (south, north) = (min(south, point.latitude), max(north, point.latitude))
      (west, east) = (min(west, point.longitude), max(east, point.longitude))
      if point.longitude >= 0 {
        westOfEast = min(westOfEast, point.longitude)
      } else {
        eastOfWest = max(eastOfWest, point.longitude)
      }
    }
    let crosses = west < 0 && east >= 0 && eastOfWest + 360 - westOfEast < east - west
    let edges = crosses ? (westOfEast, eastOfWest) : (west, east)
    // Edges of coordinates are always edges of a box.
    guard let box = try? BoundingBox(west: edges.0, south: south, east: edges.1, north: north) else { return nil }
    self = box
  }
}
