import Domain
package import Tables

/// The extent of a GeoJSON geometry, whose centre is the coordinate of the place.
///
/// The centre of a line or an area is the centre of its bounding box, as on OpenStreetMap's servers; at the
/// antimeridian, of the narrower box.
package struct GeometryExtent {
  private static let maximumDepth = 8
  private var west = Double.infinity
  private var east = -Double.infinity
  private var south = Double.infinity
  private var north = -Double.infinity
  private var westernmostEast = Double.infinity
  private var easternmostWest = -Double.infinity
  /// The OpenStreetMap element type that has such a geometry, as the prefix of an id.
  private(set) var element = "node/"
  /// Whether anything other than numbers was found as coordinates.
  private(set) var hasUnreadableCoordinates = false
  /// Whether the geometry has members besides its type and coordinates.
  private(set) var hasOtherMembers = false

  package init() {}

  /// The centre in the units of the file; `nil` without coordinates.
  package var center: (latitude: Double, longitude: Double)? {
    guard west <= east else { return nil }
    let latitude = south == north ? south : (south + north) / 2
    if west == east { return (latitude, west) }
    guard east - west > 180, east <= 180, west >= -180 else { return (latitude, (west + east) / 2) }
    let middle = (westernmostEast + easternmostWest + 360) / 2
    return (latitude, middle > 180 ? middle - 360 : middle)
  }

  /// Adds a geometry; `null` and all other values that aren't objects are skipped.
  package mutating func parse(_ cursor: inout JSONViewCursor, depth: Int = 0) throws(SyntaxError) {
    guard depth <= Self.maximumDepth else { return try cursor.skip() }
    var sides: (x: [Double], y: [Double]) = ([], [])
    try cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      if key.raw.equals("type"), depth == 0, try cursor.peek() == UInt8(ascii: "\"") {
        let type = try cursor.string().raw
        let isLine = type.equals("LineString") || type.equals("MultiLineString")
        element = type.equals("Point") || type.equals("MultiPoint") ? "node/" : isLine ? "way/" : "relation/"
      } else if Self.isListOfPositions(key.raw) {
        try parsePositions(&cursor)
      } else if key.raw.equals("geometries") {
        try cursor.forEachElement { (cursor) throws(SyntaxError) in try parse(&cursor, depth: depth + 1) }
      } else if key.raw.equals("geometry"), depth == 0 {
        // A feature in place of its geometry.
        try parse(&cursor, depth: 1)
      } else if let isX = Self.isCorner(key.raw), let number = try Self.numberOrText(&cursor) {
        // Databases write `{"xmin":…,"ymin":…,"xmax":…,"ymax":…}`, and ArcGIS `{"x":…,"y":…}`.
        if isX { sides.x.append(number) } else { sides.y.append(number) }
      } else if depth == 0 {
        hasOtherMembers = true
      }
    }
    for (x, y) in zip(sides.x, sides.y) { include(longitude: x, latitude: y) }
  }

  /// The beginning of a point as programs write it.
  private static let pointBeginnings: [StaticString] = [
    #"{"type":"Point","coordinates":["#, #"{"type": "Point", "coordinates": ["#,
    #"{ "type": "Point", "coordinates": [ "#,
  ]

  /// Reads a point in the most common notation; returns `nil` without reading for any other geometry.
  static func point(_ cursor: inout JSONViewCursor) throws(SyntaxError) -> (latitude: Double, longitude: Double)? {
    let rest = cursor.bytes.part(cursor.offset..<cursor.bytes.count)
    guard let beginning = pointBeginnings.first(where: { rest.hasPrefix($0) }) else { return nil }
    var look = cursor
    look.offset += beginning.utf8CodeUnitCount
    guard let longitude = try number(&look), try look.take(UInt8(ascii: ",")), let latitude = try number(&look) else {
      return nil
    }
    // A height may follow.
    if try look.take(UInt8(ascii: ",")), try number(&look) == nil { return nil }
    guard try look.take(UInt8(ascii: "]")), try look.take(UInt8(ascii: "}")) else { return nil }
    cursor = look
    return (latitude, longitude)
  }

  /// Returns whether a key holds the coordinates of GeoJSON, or a shape of ArcGIS.
  static func isListOfPositions(_ key: ByteView) -> Bool {
    key.equals("coordinates") || key.equals("rings") || key.equals("paths") || key.equals("points")
  }

  /// Returns `true` for the key of an easting, `false` for the key of a northing, and `nil` for any other key.
  private static func isCorner(_ key: ByteView) -> Bool? {
    guard key.count == 1 || key.count == 4 else { return nil }
    if key.equals("x") || key.equals("xmin") || key.equals("xmax") { return true }
    return key.equals("y") || key.equals("ymin") || key.equals("ymax") ? false : nil
  }

  /// Reads the next number; returns `nil` without reading if the next value is something else.
  static func number(_ cursor: inout JSONViewCursor) throws(SyntaxError) -> Double? {
    let first = try cursor.peek()
    guard first == UInt8(ascii: "-") || first >= 0x30 && first <= 0x39 else { return nil }
    return DecimalNumber.parse(try cursor.scalar())
  }

  /// Reads the next number, or a text that is a number; returns `nil` without reading if the next value is something
  /// else.
  static func numberOrText(_ cursor: inout JSONViewCursor) throws(SyntaxError) -> Double? {
    guard try cursor.peek() == UInt8(ascii: "\"") else { return try number(&cursor) }
    var look = cursor
    guard let number = try look.string().withText({ DecimalNumber.parse($0.trimmed) }) else { return nil }
    cursor = look
    return number
  }

  /// Adds arrays of numbers at any depth; the first two numbers of each are a position.
  private mutating func parsePositions(_ cursor: inout JSONViewCursor) throws(SyntaxError) {
    guard try cursor.take(UInt8(ascii: "[")) else { return try cursor.skip() }
    var depth = 1
    var ordinal = 0
    var longitude: Double?
    var isFirst = true
    while depth > 0 {
      guard try cursor.nextElement(isFirst: &isFirst) else {
        depth -= 1
        isFirst = false
        continue
      }
      switch try cursor.peek() {
      case UInt8(ascii: "["):
        guard depth < JSONViewCursor.maximumNesting else { throw .tooDeep }
        depth += 1
        ordinal = 0
        isFirst = true
        cursor.offset += 1
      case UInt8(ascii: "{"):
        hasUnreadableCoordinates = true
        try cursor.skip()
      case let first:
        let isText = first == UInt8(ascii: "\"")
        let number = isText ? try Self.numberOrText(&cursor) : DecimalNumber.parse(try cursor.scalar())
        if isText, number == nil {
          hasUnreadableCoordinates = true
          try cursor.skip()
          continue
        }
        if ordinal == 0 { longitude = number }
        if ordinal == 1, let longitude, let number { include(longitude: longitude, latitude: number) }
        ordinal += 1
      }
    }
  }

  package mutating func include(longitude: Double, latitude: Double) {
    west = min(west, longitude)
    east = max(east, longitude)
    south = min(south, latitude)
    north = max(north, latitude)
    if longitude >= 0 {
      westernmostEast = min(westernmostEast, longitude)
    } else {
      easternmostWest = max(easternmostWest, longitude)
    }
  }
}
