import Domain

/// Reads a rectangle in the order of GeoJSON.
enum BoundingBoxText {
  /// Reads four edges.
  ///
  /// - Parameter text: `W,S,E,N` in degrees; blanks beside the commas, or in place of them, are accepted.
  /// - Returns: The rectangle; `nil` when the text is none.
  /// - Throws: When the numbers can be read and are no rectangle.
  static func box(_ text: String) throws(BoundingBoxError) -> BoundingBox? {
    let words = text.split { $0 == "," || $0.isWhitespace }
    let numbers = words.compactMap { NumberText.number($0) }
    guard words.count == 4, numbers.count == 4 else { return nil }
    return try BoundingBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }
}
