import Domain

/// Writes shapes as GeoJSON geometries.
extension [UInt8] {
  /// Appends the geometry of an area, or `null` for a circle, a box or everywhere.
  mutating func appendGeometry(of area: SearchArea) {
    switch area.drawn?.form.points {
    case .polygons(let polygons)?:
      let isOne = polygons.count == 1
      append(text: isOne ? #"{"type":"Polygon","coordinates":"# : #"{"type":"MultiPolygon","coordinates":["#)
      for (number, polygon) in polygons.enumerated() {
        if number > 0 { append(UInt8(ascii: ",")) }
        append(lists: polygon)
      }
      append(text: isOne ? "}" : "]}")
    case .lines(let parts)?:
      if parts.count == 1 {
        append(text: #"{"type":"LineString","coordinates":"#)
        append(points: parts[0])
      } else {
        append(text: #"{"type":"MultiLineString","coordinates":"#)
        // A GeoJSON line has at least two points.
        append(lists: parts.map { $0.count == 1 ? $0 + $0 : $0 })
      }
      append(UInt8(ascii: "}"))
    case nil: appendJSONNull()
    }
  }

  /// Appends lines, each as a list of positions.
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
