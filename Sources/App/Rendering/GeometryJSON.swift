import Domain

/// Shapes as geometries of GeoJSON.
extension [UInt8] {
  /// Appends the polygons or the line of an area, `null` for another one.
  mutating func appendGeometry(of area: SearchArea) {
    if let polygons = area.polygons?.polygons {
      let isOne = polygons.count == 1
      append(text: isOne ? #"{"type":"Polygon","coordinates":"# : #"{"type":"MultiPolygon","coordinates":["#)
      for (number, polygon) in polygons.enumerated() {
        if number > 0 { append(UInt8(ascii: ",")) }
        append(lists: polygon.points)
      }
      append(text: isOne ? "}" : "]}")
    } else if let parts = area.corridor?.line.parts {
      if parts.count == 1 {
        append(text: #"{"type":"LineString","coordinates":"#)
        append(points: parts[0])
      } else {
        append(text: #"{"type":"MultiLineString","coordinates":"#)
        // A line of GeoJSON has two points.
        append(lists: parts.map { $0.count == 1 ? $0 + $0 : $0 })
      }
      append(UInt8(ascii: "}"))
    } else {
      appendJSONNull()
    }
  }

  /// Appends lines, each a list of positions.
  mutating func append(lists: [[Coordinate]]) {
    append(UInt8(ascii: "["))
    for (number, points) in lists.enumerated() {
      if number > 0 { append(UInt8(ascii: ",")) }
      append(points: points)
    }
    append(UInt8(ascii: "]"))
  }

  private mutating func append(points: [Coordinate]) {
    append(UInt8(ascii: "["))
    for (number, point) in points.enumerated() {
      if number > 0 { append(UInt8(ascii: ",")) }
      append(UInt8(ascii: "["))
      append(decimal: point.longitude)
      append(UInt8(ascii: ","))
      append(decimal: point.latitude)
      append(UInt8(ascii: "]"))
    }
    append(UInt8(ascii: "]"))
  }
}
