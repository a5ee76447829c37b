import EmbeddedFiles

/// The time zones and countries of coordinates, from `TimeZones.txt`.
package struct TimeZoneTable: Sendable {
  /// A zone by its name in the time zone database, such as `Asia/Seoul`, and its country.
  package struct Zone: Sendable, Hashable {
    package let name: String
    /// The code of ISO 3166-1.
    package let country: String
  }

  private struct Row: Sendable {
    let zone: Zone
    let south: Double
    let west: Double
    let north: Double
    let east: Double
    /// The encoded polygon; empty for the box.
    let polygon: EmbeddedFile

    func contains(_ point: Coordinate) -> Bool {
      point.latitude >= south && point.latitude <= north && point.longitude >= west && point.longitude <= east
    }
  }

  private let rows: [Row]

  /// Reads the table.
  package init() {
    rows = EmbeddedFile(.timeZones).parts(between: UInt8(ascii: "\n")).compactMap { line in
      guard line.first != UInt8(ascii: "#") else { return nil }
      let parts = line.parts(between: UInt8(ascii: " "))
      let edges = parts.dropFirst(2).prefix(4).compactMap { Double($0.text) }
      guard edges.count == 4 else { return nil }
      return Row(
        zone: Zone(name: parts[0].text, country: parts[1].text),
        south: edges[0],
        west: edges[1],
        north: edges[2],
        east: edges[3],
        polygon: parts.count > 6 ? parts[6] : line[line.endIndex..<line.endIndex]
      )
    }
  }

  /// Returns the zone of a point; `nil` where the table has none.
  ///
  /// - Complexity: O(r + v) for r rows and v vertices of the polygons whose box contains the point.
  package func zone(at point: Coordinate) -> Zone? {
    rows.first { row in
      row.contains(point) && (row.polygon.isEmpty || Self.contains(row.polygon, point))
    }?.zone
  }

  /// Returns whether an encoded polygon contains a point, by the even-odd rule.
  private static func contains(_ polygon: EmbeddedFile, _ point: Coordinate) -> Bool {
    let latitude = point.latitude * 10
    let longitude = point.longitude * 10
    var vertex = (latitude: 0, longitude: 0)
    var first: (latitude: Int, longitude: Int)?
    var isInside = false
    func pass(_ from: (latitude: Int, longitude: Int), _ to: (latitude: Int, longitude: Int)) {
      let (south, north) = (Double(from.latitude), Double(to.latitude))
      guard (south > latitude) != (north > latitude) else { return }
      let share = (latitude - south) / (north - south)
      if longitude < Double(from.longitude) + share * Double(to.longitude - from.longitude) { isInside.toggle() }
    }
    var at = polygon.startIndex
    while at < polygon.endIndex {
      let next = (
        latitude: vertex.latitude + number(polygon, &at), longitude: vertex.longitude + number(polygon, &at)
      )
      if first == nil { first = next } else { pass(vertex, next) }
      vertex = next
    }
    if let first { pass(vertex, first) }
    return isInside
  }

  /// Reads a number of an encoded polyline (``EncodedPolyline``), without a copy of the points.
  private static func number(_ text: EmbeddedFile, _ at: inout Int) -> Int {
    var value = 0
    var shift = 0
    while at < text.endIndex {
      let bits = Int(text[at]) - 63
      at += 1
      value |= (bits & 0x1F) << shift
      shift += 5
      if bits < 0x20 { break }
    }
    return value & 1 == 0 ? value >> 1 : ~(value >> 1)
  }
}
