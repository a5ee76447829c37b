import Domain

/// Reads a coordinate in common notations.
///
/// `37.5,127` · `37.5, 127` · `37.5 127` · `37.5/127` · `(37.5, 127)` · `37.5N 127E` · `N37.5 E127` · `127E 37.5N` ·
/// `37.5°N, 127°E` · `37°29'52.4"N 127°01'39.4"E` · `북위 37.5 동경 127` · `geo:37.5,127?z=15` (RFC 5870). Without letters,
/// latitude comes first; with letters, the order doesn't matter. In brackets, `[127, 37.5]`, longitude comes first as
/// in GeoJSON, unless only the other order is valid.
enum CoordinateParser {
  /// Reads a coordinate.
  ///
  /// Returns `nil` for other text.
  static func coordinate(_ text: String) throws(InvalidQuery) -> Coordinate? {
    let content = content(of: text)
    if content.first == "[", content.last == "]" { return try coordinate(in: content.dropFirst().dropLast()) }
    // An angle has no exponent, as in -2.5e-05.
    let words = content.split(separator: ",", omittingEmptySubsequences: false)
    let numbers = words.map { NumberParser.number($0.trimmed) }
    if numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] {
      return try Coordinate(latitude: latitude, longitude: longitude)
    }
    guard let (first, second) = Angle.pair(content) else { return nil }
    return first.isLatitude == false
      ? try Coordinate(latitude: second.degrees, longitude: first.degrees)
      : try Coordinate(latitude: first.degrees, longitude: second.degrees)
  }

  /// Reads a GeoJSON position (RFC 7946, 3.1.1), with or without an altitude.
  private static func coordinate(in text: Substring) throws(InvalidQuery) -> Coordinate? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    let numbers = words.compactMap { NumberParser.number($0) }
    guard (2...3).contains(words.count), numbers.count == words.count else { return nil }
    let pair = PairOrder.longitudeFirst.fitting(numbers[0], numbers[1]).pair(numbers[0], numbers[1])
    return try Coordinate(latitude: pair.latitude, longitude: pair.longitude)
  }

  /// Returns the text without parentheses, or without the scheme and parameters of a geo URI.
  private static func content(of text: String) -> Substring {
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let narrowed = isASCII ? text : String(String.UnicodeScalarView(text.unicodeScalars.map(narrow)))
    let content = narrowed.trimmed
    if content.lowercased().hasPrefix("geo:") {
      return pin(inGeoURI: content) ?? point(inGeoURI: content)
    }
    if content.first == "(", content.last == ")" { return content.dropFirst().dropLast() }
    return content
  }

  /// Returns the point of a geo URI without its altitude.
  private static func point(inGeoURI uri: Substring) -> Substring {
    let path = uri.dropFirst(4).prefix { $0 != ";" && $0 != "?" }
    let numbers = path.split(separator: ",", omittingEmptySubsequences: false)
    guard numbers.count == 3, NumberParser.number(numbers[2]) != nil else { return path }
    return path[..<numbers[1].endIndex]
  }

  /// Returns the point or text that Android writes after `geo:0,0?q=`, without its label in parentheses.
  private static func pin(inGeoURI uri: Substring) -> Substring? {
    guard let mark = uri.firstRange(of: "?q=") ?? uri.firstRange(of: "&q=") else { return nil }
    let value = uri[mark.upperBound...].prefix { $0 != "&" && $0 != "(" }
    let numbers = value.split(separator: ",").map { NumberParser.number($0) }
    // Text after a point is a label, unless the point is the placeholder 0,0.
    let isPoint = numbers.count == 2 && numbers.allSatisfy { $0 != nil }
    return isPoint || uri.dropFirst(4).hasPrefix("0,0?") ? value : nil
  }

  /// Returns the ASCII equivalent of full-width characters, wide spaces and the minus sign.
  private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    case 0x3000, 0xA0: " "
    case 0x2212: "-"
    default: scalar
    }
  }
}

/// Reads a bounding box in the order of GeoJSON.
enum BoundingBoxParser {
  /// Reads four edges.
  ///
  /// Returns `nil` for other text.
  static func box(_ text: String) throws(InvalidQuery) -> BoundingBox? {
    let words = text.split { $0 == "," || $0.isWhitespace }
    let numbers = words.compactMap { NumberParser.number($0) }
    guard words.count == 4, numbers.count == 4 else { return nil }
    return try BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// Reads four edges in the order south, west, north, east; returns `nil` if they aren't valid in that order.
  static func swappedBox(_ text: String) -> BoundingBox? {
    let numbers = text.split { $0 == "," || $0.isWhitespace }.compactMap { NumberParser.number($0) }
    guard numbers.count == 4, numbers[1] <= numbers[3] else { return nil }
    return try? BoundingBox(west: numbers[1], south: numbers[0], east: numbers[3], north: numbers[2])
  }
}
