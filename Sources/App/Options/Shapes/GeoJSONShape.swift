import Domain
import Tables

/// Reads polygons or lines from GeoJSON (RFC 7946): a geometry, a feature, a collection, or a sequence of them.
struct GeoJSONShape {
  private let lines: LineNumbers
  private let kind: ShapeKind
  private var draft = ShapeDraft()
  private var system: String?

  /// The maximum nesting depth of collections.
  private static let maximumDepth = 16

  static func draft(_ bytes: [UInt8], as kind: ShapeKind) throws(ShapeError) -> ShapeDraft {
    var shape = GeoJSONShape(lines: LineNumbers(bytes), kind: kind)
    var reader = JSONReader(bytes)
    reader.offset += TextEncoding.markLength(of: bytes.span)
    do throws(SyntaxError) {
      repeat {
        Self.skipSeparators(&reader)
        try shape.read(&reader, depth: 0)
        Self.skipSeparators(&reader)
      } while reader.offset < bytes.count
    } catch {
      let line = shape.lines.line(of: reader.offset)
      throw error == .incomplete ? .cutOff(.geoJSON, line: line) : .malformed(.geoJSON, line: line)
    }
    if let system = shape.system { throw .otherSystem(system) }
    return shape.draft
  }

  private init(lines: LineNumbers, kind: ShapeKind) {
    self.lines = lines
    self.kind = kind
  }

  /// Skips white space and the separators before the texts of a sequence (RFC 8142).
  private static func skipSeparators(_ reader: inout JSONReader) {
    while reader.offset < reader.bytes.limit {
      let byte = reader.bytes.byte(at: reader.offset)
      guard JSONReader.isWhiteSpace(byte) || byte == 0x1E else { return }
      reader.offset += 1
    }
  }

  /// The offsets of the members that determine the content of an object.
  private struct Members {
    var type = ""
    var coordinates: Int?
    var nested: Int?
  }

  private mutating func read(_ reader: inout JSONReader, depth: Int) throws(SyntaxError) {
    guard depth < Self.maximumDepth else { throw .malformed }
    // The geometry of a feature may be `null`.
    if try reader.peek() == UInt8(ascii: "n") { return try reader.skipLiteral("null") }
    guard try reader.peek() == UInt8(ascii: "{") else { throw .malformed }
    var members = Members()
    var other: String?
    try reader.forEachMember { (key, reader) throws(SyntaxError) in
      switch String(decoding: reader.bytes[key.range], as: UTF8.self) {
      case "type":
        guard try reader.peek() == UInt8(ascii: "\"") else { throw .malformed }
        members.type = String(decoding: reader.bytes[try reader.string().range], as: UTF8.self)
      case "coordinates": members.coordinates = reader.offset
      case "geometry", "geometries", "features": members.nested = reader.offset
      case "crs": other = try Self.system(&reader)
      default: break
      }
    }
    if let other { system = other }
    let end = reader.offset
    try read(members, &reader, depth: depth)
    reader.offset = end
  }

  private mutating func read(_ members: Members, _ reader: inout JSONReader, depth: Int) throws(SyntaxError) {
    switch members.type {
    case "Feature":
      guard let nested = members.nested else { throw .malformed }
      reader.offset = nested
      try read(&reader, depth: depth + 1)
    case "FeatureCollection", "GeometryCollection":
      guard let nested = members.nested else { throw .malformed }
      reader.offset = nested
      try elements(&reader) { (shape, reader) throws(SyntaxError) in try shape.read(&reader, depth: depth + 1) }
    case "Polygon", "MultiPolygon", "LineString", "MultiLineString", "Point", "MultiPoint":
      guard let coordinates = members.coordinates else { throw .malformed }
      reader.offset = coordinates
      try readGeometry(members.type, &reader)
    default: throw .malformed
    }
  }

  private mutating func readGeometry(_ type: String, _ reader: inout JSONReader) throws(SyntaxError) {
    switch (type, kind) {
    case ("Polygon", .polygons): try readPolygon(&reader)
    case ("MultiPolygon", .polygons):
      try elements(&reader) { (shape, reader) throws(SyntaxError) in try shape.readPolygon(&reader) }
    case ("LineString", .line): draft.lines.append(try path(&reader))
    case ("MultiLineString", .line):
      try elements(&reader) { (shape, reader) throws(SyntaxError) in shape.draft.lines.append(try shape.path(&reader)) }
    default: draft.leftOut += 1
    }
  }

  private mutating func readPolygon(_ reader: inout JSONReader) throws(SyntaxError) {
    var rings: [ShapeDraft.Path] = []
    try elements(&reader) { (shape, reader) throws(SyntaxError) in
      var ring = try shape.path(&reader)
      ring.close()
      rings.append(ring)
    }
    // Ignore an empty polygon.
    if !rings.isEmpty { draft.polygons.append(rings) }
  }

  private mutating func path(_ reader: inout JSONReader) throws(SyntaxError) -> ShapeDraft.Path {
    var path = ShapeDraft.Path(line: lines.line(of: reader.offset))
    try elements(&reader) { (_, reader) throws(SyntaxError) in
      guard try reader.take(UInt8(ascii: "[")) else { throw .malformed }
      var numbers: (Double?, Double?) = (nil, nil)
      var isFirst = true
      var count = 0
      while try reader.nextElement(isFirst: &isFirst) {
        let range = try reader.scalarRange()
        guard let number = DecimalNumber.value(of: reader.bytes[range].span) else { throw .malformed }
        if count == 0 { numbers.0 = number } else if count == 1 { numbers.1 = number }
        count += 1
      }
      guard let longitude = numbers.0, let latitude = numbers.1 else { throw .malformed }
      path.add(longitude: longitude, latitude: latitude)
    }
    return path
  }

  /// Calls a closure for each element of an array; does nothing for other values.
  private mutating func elements(
    _ reader: inout JSONReader,
    _ body: (inout GeoJSONShape, inout JSONReader) throws(SyntaxError) -> Void
  ) throws(SyntaxError) {
    guard try reader.take(UInt8(ascii: "[")) else { throw .malformed }
    var isFirst = true
    while try reader.nextElement(isFirst: &isFirst) {
      _ = try reader.peek()
      try body(&self, &reader)
    }
  }

  /// Returns the coordinate reference system that an old GeoJSON names; `nil` for WGS 84.
  private static func system(_ reader: inout JSONReader) throws(SyntaxError) -> String? {
    var name: String?
    try reader.forEachMember { (key, reader) throws(SyntaxError) in
      guard String(decoding: reader.bytes[key.range], as: UTF8.self) == "properties" else { return }
      try reader.forEachMember { (key, reader) throws(SyntaxError) in
        guard String(decoding: reader.bytes[key.range], as: UTF8.self) == "name",
          try reader.peek() == UInt8(ascii: "\"")
        else { return }
        name = String(decoding: reader.bytes[try reader.string().range], as: UTF8.self)
      }
    }
    guard let name else { return nil }
    // NAD 83 equals WGS 84 within a metre or two.
    let isGlobal = CoordinateReferenceSystem(word: name) == .wgs84 || name.hasSuffix("CRS83")
    return isGlobal ? nil : name
  }
}
