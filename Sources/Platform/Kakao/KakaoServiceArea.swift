import Domain

/// The area in which the service has places.
///
/// The service silently ignores coordinates outside its bounds and searches nationwide. The bounds aren't published:
/// 117.1°E was accepted, but 14 of 14 points far away or with swapped coordinates were not. This smaller box includes
/// South Korea with its islands, from Ieodo (32.1°N) to Goseong (38.6°N) and from Baengnyeong (124.6°E) to Dokdo
/// (131.9°E), with a margin. If a point inside is ignored nevertheless, the response shows it by lacking distances.
enum KakaoServiceArea {
  /// The whole area.
  static let cell = BoundingBox(validWest: 124, south: 32, east: 132, north: 39)

  static let area = ServiceArea(name: "Korea", code: "KR", box: cell)

  /// Returns whether a point is inside.
  static func contains(_ point: Coordinate) -> Bool { area.contains(point) }

  /// Throws for a point outside.
  ///
  /// The error states whether the point would be inside if its numbers were swapped.
  static func require(_ point: Coordinate) throws(PlaceSearchError) {
    guard !contains(point) else { return }
    throw .unsupported(.outsideServiceArea(.kakao, point, looksSwapped: area.containsSwapped(point)))
  }

  /// Throws for a box, or a shape with that bounding box, that isn't inside or crosses the antimeridian.
  static func require(_ box: BoundingBox, around shape: String? = nil) throws(PlaceSearchError) {
    guard cell.contains(box) else { throw .unsupported(.boxOutsideServiceArea(.kakao, box, around: shape)) }
  }
}
