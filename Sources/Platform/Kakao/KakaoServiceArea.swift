import Domain

/// The area in which the service has places.
///
/// Outside of the coordinates that it accepts, the service silently ignores them and answers nationwide. Their bounds
/// are not published: 117.1°E was accepted, and 14 of 14 points far away or with swapped coordinates were not. This
/// smaller box is our own: South Korea with its islands, from Ieodo (32.1°N) to Goseong (38.6°N) and from Baengnyeong
/// (124.6°E) to Dokdo (131.9°E), with a margin. When a point inside is ignored all the same, the answer shows it: it
/// has no distances.
enum KakaoServiceArea {
  /// The whole of it.
  static let cell = BoundingBox(validWest: 124, south: 32, east: 132, north: 39)

  static let area = ServiceArea(name: "Korea", code: "KR", box: cell)

  /// Returns whether a point lies inside.
  static func contains(_ point: Coordinate) -> Bool { area.contains(point) }

  /// Throws for a point outside; the error says whether swapping the two numbers would fit.
  static func require(_ point: Coordinate) throws(PlaceSearchError) {
    guard !contains(point) else { return }
    throw .unsupported(.outsideServiceArea(.kakao, point, looksSwapped: area.containsSwapped(point)))
  }

  /// Throws for a box that leaves the area or crosses the antimeridian, or a shape of which it is the box.
  static func require(_ box: BoundingBox, around shape: String? = nil) throws(PlaceSearchError) {
    guard cell.contains(box) else { throw .unsupported(.boxOutsideServiceArea(.kakao, box, around: shape)) }
  }
}
