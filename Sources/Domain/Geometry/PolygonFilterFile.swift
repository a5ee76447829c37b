/// What a polygon filter file looks like, as Osmosis defines it and extracts of OpenStreetMap are cut by (`.poly`).
///
/// A line has a name; then each ring has a line with its name, a line with longitude and latitude for each point, and
/// `END`; a last `END` follows.
package enum PolygonFilterFile {
  /// The number of lines that tell what a file is, if it has so many.
  private static let tellingCount = 5

  /// Whether a file begins as one does: with two names, and at least one point.
  ///
  /// - Parameter lines: The words of each line that is not blank, the first ones at least.
  /// - Returns: Whether it does.
  package static func begins(_ lines: some Sequence<[Substring]>) -> Bool {
    let points = lines.prefix(tellingCount).dropFirst(2)
    guard let first = points.first(where: { _ in true }), point(first) != nil else { return false }
    return points.allSatisfy { point($0) != nil || isEnd($0) }
  }

  /// Whether a line ends a ring, or the file.
  package static func isEnd(_ words: [Substring]) -> Bool { words == ["END"] }

  /// The point of a line, in degrees; `nil` for any other line.
  package static func point(_ words: [Substring]) -> (longitude: Double, latitude: Double)? {
    guard words.count == 2, let longitude = DecimalNumber.value(of: Array(words[0].utf8).span),
      let latitude = DecimalNumber.value(of: Array(words[1].utf8).span)
    else { return nil }
    return (longitude, latitude)
  }
}
