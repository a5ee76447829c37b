/// Reads and writes polygons and lines as well-known text (OGC 06-103r4), such as `POLYGON ((127 37, …))`.
package enum WellKnownText {
  /// The spatial reference ID (SRID) of WGS 84 in degrees.
  package static let degrees = 4326

  /// Reads polygons, lines and collections of them; `nil` if the text isn't one of these.
  ///
  /// An empty shape is an empty draft.
  ///
  /// - Throws: An error if the text declares another reference system, or if it begins like well-known text and can't
  ///   be read.
  package static func draft(_ text: String) throws(ShapeError) -> ShapeDraft? {
    var reader = WellKnownTextReader(text)
    return try reader.draft()
  }

  /// Writes the polygons of an area, with every digit of their coordinates.
  package static func text(of area: PolygonArea) -> String {
    let polygons = area.polygons.map { "(\($0.points.map(list).joined(separator: ",")))" }
    return polygons.count == 1
      ? "POLYGON\(polygons[0])" : "MULTIPOLYGON(\(polygons.joined(separator: ",")))"
  }

  /// Writes the parts of a line, with every digit of their coordinates.
  package static func text(of line: RouteLine) -> String {
    let parts = line.parts.map(list)
    return parts.count == 1 ? "LINESTRING\(parts[0])" : "MULTILINESTRING(\(parts.joined(separator: ",")))"
  }

  private static func list(_ points: [Coordinate]) -> String {
    "(\(points.map { "\($0.longitude) \($0.latitude)" }.joined(separator: ",")))"
  }
}

/// Reads well-known text byte by byte.
private struct WellKnownTextReader {
  private let bytes: [UInt8]
  private var at = 0
  private var found = ShapeDraft()
  /// Whether the text begins with a type and its coordinates.
  private var isRecognized = false
  /// The first type that isn't supported.
  private var otherType: String?

  /// The types of geometries that are read; of points, only the number is counted.
  private static let types = [
    "POLYGON", "MULTIPOLYGON", "LINESTRING", "MULTILINESTRING", "GEOMETRYCOLLECTION", "POINT", "MULTIPOINT",
  ]
  private static let otherTypes = [
    "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE", "POLYHEDRALSURFACE", "TIN",
    "TRIANGLE",
  ]

  /// The deepest nesting of collections.
  private static let maximumDepth = 8

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func draft() throws(ShapeError) -> ShapeDraft? {
    // PostGIS writes `SRID=4326;` before the shape.
    let start = at
    if word() == "SRID" {
      guard take(UInt8(ascii: "=")), let system = number().flatMap({ Int(exactly: $0) }), take(UInt8(ascii: ";")) else {
        return nil
      }
      guard system == WellKnownText.degrees else { throw .otherNumber(system) }
    } else {
      at = start
    }
    if geometry(depth: 0) {
      skipSpace()
      if at == bytes.count { return found }
    }
    if let otherType { throw .otherGeometry(otherType) }
    if isRecognized { throw .malformed(.wellKnownText, line: 0) }
    return nil
  }

  private mutating func geometry(depth: Int) -> Bool {
    guard depth < Self.maximumDepth else { return false }
    guard let type = type() else { return false }
    isRecognized = true
    switch type {
    case "POLYGON": return polygon()
    case "MULTIPOLYGON": return takesNothing() || list { $0.polygon() }
    case "LINESTRING": return line()
    case "MULTILINESTRING": return takesNothing() || list { $0.line() }
    case "GEOMETRYCOLLECTION": return takesNothing() || list { $0.geometry(depth: depth + 1) }
    case "POINT", "MULTIPOINT":
      found.leftOut += 1
      return takesNothing() || list { $0.point() }
    default:
      otherType = otherType ?? type
      return false
    }
  }

  /// Reads the type of a geometry before its coordinates; `nil` if there is none.
  private mutating func type() -> String? {
    let name = word()
    // A third and a fourth number of a point are its height and a measure.
    let dimensions = ["ZM", "Z", "M"]
    let known = Self.types + Self.otherTypes
    let suffix = known.contains(name) ? nil : dimensions.first { name.hasSuffix($0) }
    let type = String(name.dropLast(suffix?.count ?? 0))
    var start = at
    if dimensions.contains(word()) { start = at } else { at = start }
    let hasCoordinates = word() == "EMPTY" || (at < bytes.count && bytes[at] == UInt8(ascii: "("))
    at = start
    return known.contains(type) && hasCoordinates ? type : nil
  }

  /// Skips a point, which may have its own parentheses.
  private mutating func point() -> Bool {
    let isEnclosed = take(UInt8(ascii: "("))
    guard number() != nil else { return false }
    while number() != nil {}
    return !isEnclosed || take(UInt8(ascii: ")"))
  }

  private mutating func polygon() -> Bool {
    if takesNothing() { return true }
    var rings: [ShapeDraft.Path] = []
    let isRead = list { reader in
      guard var ring = reader.path() else { return false }
      ring.close()
      rings.append(ring)
      return true
    }
    found.polygons.append(rings)
    return isRead
  }

  private mutating func line() -> Bool {
    if takesNothing() { return true }
    guard let path = path() else { return false }
    found.lines.append(path)
    return true
  }

  private mutating func path() -> ShapeDraft.Path? {
    var path = ShapeDraft.Path(line: 1)
    let isRead = list { reader in
      guard let longitude = reader.number(), let latitude = reader.number() else { return false }
      path.add(longitude: longitude, latitude: latitude)
      while reader.number() != nil {}
      return true
    }
    return isRead ? path : nil
  }

  /// Reads a comma-separated list in parentheses.
  private mutating func list(_ element: (inout WellKnownTextReader) -> Bool) -> Bool {
    guard take(UInt8(ascii: "(")) else { return false }
    repeat {
      guard element(&self) else { return false }
    } while take(UInt8(ascii: ","))
    return take(UInt8(ascii: ")"))
  }

  /// Reads the word `EMPTY`.
  private mutating func takesNothing() -> Bool {
    let start = at
    if word() == "EMPTY" { return true }
    at = start
    return false
  }

  private mutating func skipSpace() {
    while at < bytes.count, bytes[at] <= 0x20 { at += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard at < bytes.count, bytes[at] == byte else { return false }
    at += 1
    return true
  }

  private mutating func word() -> String {
    skipSpace()
    let start = at
    while at < bytes.count, (bytes[at] | 0x20) >= 0x61, (bytes[at] | 0x20) <= 0x7A { at += 1 }
    return String(decoding: bytes[start..<at], as: UTF8.self).uppercased()
  }

  private mutating func number() -> Double? {
    skipSpace()
    let start = at
    while at < bytes.count, bytes[at] > 0x20, ![0x28, 0x29, 0x2C, 0x3B].contains(bytes[at]) { at += 1 }
    guard at > start, let number = DecimalNumber.value(of: bytes.span.extracting(start..<at)), number.isFinite else {
      at = start
      return nil
    }
    return number
  }
}
