/// The polygon filter format (`.poly`) of Osmosis, which is used to cut extracts of OpenStreetMap.
///
/// The first line is a name. Each ring has a line with its name, a line with longitude and latitude per point, and
/// `END`. A final `END` follows.
package enum PolygonFilterFile {
  /// The number of lines to examine, if the file has that many.
  private static let tellingCount = 5

  /// Returns whether a file begins like a polygon filter file: two names, then at least one point.
  ///
  /// - Parameter lines: The words of the first lines, without empty lines.
  /// - Returns: Whether the lines match.
  package static func begins(_ lines: some Sequence<[Substring]>) -> Bool {
    let names = lines.prefix(2)
    let points = lines.prefix(tellingCount).dropFirst(2)
    guard names.allSatisfy({ point($0) == nil }), let first = points.first(where: { _ in true }), point(first) != nil
    else { return false }
    return points.allSatisfy { point($0) != nil || isEnd($0) }
  }

  /// Returns whether a line ends a ring or the file.
  package static func isEnd(_ words: [Substring]) -> Bool { words == ["END"] }

  /// Returns the point in a line, in degrees; `nil` if the line isn't a point.
  package static func point(_ words: [Substring]) -> (longitude: Double, latitude: Double)? {
    guard words.count == 2, let longitude = DecimalNumber.value(of: Array(words[0].utf8).span),
      let latitude = DecimalNumber.value(of: Array(words[1].utf8).span)
    else { return nil }
    return (longitude, latitude)
  }
}
