package import Domain
package import Tables

/// Parses a text with both coordinates: `37.5, 127.0`, `37.5N 127E`, `POINT (127 37.5)` `{"lat":37.5,"lng":127.0}` or a
/// GeoJSON geometry.
package enum CoordinateTextParser {
  /// Coordinates in the units of their text: degrees or metres.
  package struct ParsedCoordinate {
    package var latitude: Double
    package var longitude: Double
    /// The two numbers of a text that doesn't state their order; `nil` for any other text.
    var numbers: (first: Double, second: Double)?
    /// The order in which the numbers were read.
    var order: PairOrder?
    /// Whether the text names hemispheres or has marks of degrees.
    private(set) var isOfAngles = false

    /// Whether the coordinates are on the globe, and aren't two whole numbers, which may be anything.
    var mayBeDegrees: Bool {
      let isWhole = numbers.map { $0.first.rounded() == $0.first && $0.second.rounded() == $0.second } ?? false
      return !isWhole && abs(latitude) <= 90 && abs(longitude) <= 180
    }

    fileprivate init(_ point: (latitude: Double, longitude: Double)) { (latitude, longitude) = point }

    /// Reads two numbers in an order, or in the other order if only that makes them a coordinate.
    init(_ first: Double, _ second: Double, in order: PairOrder) {
      let order = order.fitting(first, second)
      self.init(order.pair(first, second))
      numbers = (first, second)
      self.order = order
    }

    /// Reads two angles; without hemispheres, they are in an order.
    fileprivate init(_ angles: (first: Angle, second: Angle), in order: PairOrder) {
      let (first, second) = (angles.first.degrees, angles.second.degrees)
      if let isLatitude = angles.first.isLatitude {
        self.init((isLatitude ? PairOrder.latitudeFirst : .longitudeFirst).pair(first, second))
      } else {
        self.init(first, second, in: order)
      }
      isOfAngles = true
    }
  }

  /// The maximum length of two numbers with degree marks, in bytes.
  private static let longestAngles = 128

  /// Returns the coordinates in a trimmed text; for a line or an area, the coordinates of its centre.
  ///
  /// The name of the column or property determines the order of two numbers. Without such an order, the longitude is
  /// first in square brackets, as in GeoJSON, and otherwise the latitude. Numbers that fit only in the other order are
  /// swapped.
  package static func parse(_ text: ByteView, in order: PairOrder? = nil) -> ParsedCoordinate? {
    guard text.count >= 3 else { return nil }
    let first = text.byte(at: 0)
    if first == UInt8(ascii: "{") {
      if let found = geoJSON(text) ?? namedPair(text) { return ParsedCoordinate(found) }
      return PythonText.json(of: text).flatMap { json in ByteView.over(json) { parse($0, in: order) } }
    }
    if (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A, let found = wellKnownText(text) ?? labelledPair(text) {
      return ParsedCoordinate(found)
    }
    if let end = endInBrackets(of: text) { return pair(end, in: order ?? .latitudeFirst) }
    let order = order ?? (first == UInt8(ascii: "[") ? .longitudeFirst : .latitudeFirst)
    return pair(text, in: order) ?? angles(text, in: order)
  }

  /// Returns whether most values have letters, and none is a coordinate.
  static func areOnlyTexts(_ values: [String]) -> Bool {
    let textCount = values.count { $0.contains(where: \.isLetter) }
    guard textCount > 0, textCount * 10 >= values.count * 8, !values.allSatisfy(isHexadecimal) else { return false }
    return !values.contains { ByteView.over(Array($0.utf8)) { parse($0.trimmed) != nil } }
  }

  /// Returns whether a text resembles the hexadecimal geometry of a database.
  private static func isHexadecimal(_ text: String) -> Bool { text.utf8.count >= 16 && text.allSatisfy(\.isHexDigit) }

  private static func angles(_ text: ByteView, in order: PairOrder) -> ParsedCoordinate? {
    guard text.count <= longestAngles else { return nil }
    let text = text.text
    let content = text.first == "(" && text.last == ")" ? text.dropFirst().dropLast() : text[...]
    return Angle.pair(content).map { ParsedCoordinate($0, in: order) }
  }

  /// Returns the bracketed end of a text that begins with something else, such as an address: `1 Main St, New York
  /// (40.7, -73.9)`.
  static func endInBrackets(of text: ByteView) -> ByteView? {
    guard text.byte(at: text.count - 1) == UInt8(ascii: ")"), let open = text.lastIndex(of: UInt8(ascii: "(")),
      open > 0, text.byte(at: open - 1) <= 0x20
    else { return nil }
    return text.part(open..<text.count)
  }

  private static func geoJSON(_ text: ByteView) -> (latitude: Double, longitude: Double)? {
    var cursor = JSONViewCursor(text, at: 0)
    var extent = GeometryExtent()
    return (try? extent.parse(&cursor)) == nil ? nil : extent.center
  }

  /// Reads `{"lat":…,"lng":…}`, which databases export as a text.
  private static func namedPair(_ text: ByteView) -> (latitude: Double, longitude: Double)? {
    var cursor = JSONViewCursor(text, at: 0)
    var numbers: (latitude: Double?, longitude: Double?) = (nil, nil)
    let isRead: Void? = try? cursor.forEachMember { (key, cursor) throws(SyntaxError) in
      let isLatitude = latitudeKeys.contains { key.raw.equals($0) }
      guard isLatitude || longitudeKeys.contains(where: { key.raw.equals($0) }) else { return }
      guard let number = try GeometryExtent.numberOrText(&cursor) else { return }
      if isLatitude { numbers.latitude = number } else { numbers.longitude = number }
    }
    guard isRead != nil, let latitude = numbers.latitude, let longitude = numbers.longitude else { return nil }
    return (latitude, longitude)
  }

  /// Reads `Latitude: 40.5 Longitude: -1.6` and `lat=40.5, lon=-1.6`.
  private static func labelledPair(_ text: ByteView) -> (latitude: Double, longitude: Double)? {
    guard text.count <= longestAngles else { return nil }
    let words = text.text.lowercased().split { !$0.isLetter && !$0.isNumber && !"+-.".contains($0) }
    guard words.count == 4, let first = number(words[1]), let second = number(words[3]) else { return nil }
    let labels = [String(words[0]), String(words[2])]
    if FieldNames.latitudes.contains(labels[0]), FieldNames.longitudes.contains(labels[1]) { return (first, second) }
    if FieldNames.longitudes.contains(labels[0]), FieldNames.latitudes.contains(labels[1]) { return (second, first) }
    return nil
  }

  private static func number(_ text: Substring) -> Double? {
    ByteView.over(Array(text.utf8)) { DecimalNumber.parse($0) }
  }

  private static let latitudeKeys: [StaticString] = ["lat", "latitude"]
  private static let longitudeKeys: [StaticString] = ["lng", "lon", "long", "longitude"]

  private static func wellKnownText(_ text: ByteView) -> (latitude: Double, longitude: Double)? {
    guard let open = text.firstIndex(of: UInt8(ascii: "(")) else { return nil }
    let words = text.part(0..<open).text.uppercased()
    guard geometryTypes.contains(where: words.contains) else { return nil }
    var extent = GeometryExtent()
    var numbers: (first: Double?, second: Double?) = (nil, nil)
    var start = open
    for index in open...text.count {
      let byte = index < text.count ? text.byte(at: index) : UInt8(ascii: ")")
      guard byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") else {
        continue
      }
      if index > start, let number = DecimalNumber.parse(text.part(start..<index)) {
        if numbers.first == nil { numbers.first = number } else if numbers.second == nil { numbers.second = number }
      }
      start = index + 1
      guard byte > 0x20 else { continue }
      if let x = numbers.first, let y = numbers.second { extent.include(longitude: x, latitude: y) }
      numbers = (nil, nil)
    }
    return extent.center
  }

  private static let geometryTypes = [
    "POINT", "LINESTRING", "POLYGON", "GEOMETRYCOLLECTION", "CURVE", "SURFACE", "BOX",
  ]

  private static func pair(_ text: ByteView, in order: PairOrder) -> ParsedCoordinate? {
    // In a list, numbers may be texts: `["48.1", "11.5"]`.
    let isList = text.byte(at: 0) == UInt8(ascii: "[")
    var numbers: [Double] = []
    var start = 0
    for index in 0...text.count {
      let byte = index < text.count ? text.byte(at: index) : UInt8(ascii: " ")
      let isNumeric =
        byte >= 0x30 && byte <= 0x39 || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "+")
      if isNumeric { continue }
      if index > start {
        guard let number = DecimalNumber.parse(text.part(start..<index)) else { return nil }
        numbers.append(number)
      }
      start = index + 1
      guard byte <= 0x20 || separators.contains(byte) || isList && quotes.contains(byte) else { return nil }
    }
    // A height may follow only in the order of GeoJSON.
    guard numbers.count == 2 || numbers.count == 3 && order == .longitudeFirst else { return nil }
    return ParsedCoordinate(numbers[0], numbers[1], in: order)
  }

  private static let separators: [UInt8] = Array(",;/|()[]".utf8)
  private static let quotes: [UInt8] = Array("\"'".utf8)
}
