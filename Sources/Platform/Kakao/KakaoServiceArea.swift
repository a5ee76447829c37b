import Domain

/// The area in which the service has places.
///
/// Outside of the coordinates that it accepts, the service silently ignores them and answers nationwide. Their bounds are
/// not published: 117.1°E was accepted, and 14 of 14 points far away or with swapped coordinates were not. This smaller
/// box is our own: South Korea with its islands, from Ieodo (32.1°N) to Goseong (38.6°N) and from Baengnyeong (124.6°E) to
/// Dokdo (131.9°E), with a margin. When a point inside is ignored all the same, the answer shows it: it has no distances.
enum KakaoServiceArea {
  /// Degrees north.
  static let latitudes = 32.0...39.0
  /// Degrees east.
  static let longitudes = 124.0...132.0

  /// The whole of it.
  static let cell = AreaCell(along: latitudes, across: longitudes, axis: .latitude)

  /// Returns whether a point lies inside.
  static func contains(_ point: Coordinate) -> Bool {
    latitudes.contains(point.latitude) && longitudes.contains(point.longitude)
  }

  /// Throws for a point outside; the error says whether swapping the two numbers would fit.
  static func require(_ point: Coordinate) throws(PlaceSearchError) {
    guard !contains(point) else { return }
    let swapFits = latitudes.contains(point.longitude) && longitudes.contains(point.latitude)
    throw .unsupported(.outsideServiceArea(point, looksSwapped: swapFits))
  }

  /// Throws for a box that leaves the area or crosses the antimeridian.
  static func require(_ box: BoundingBox) throws(PlaceSearchError) {
    guard
      !box.crossesAntimeridian,
      latitudes.contains(box.south), latitudes.contains(box.north),
      longitudes.contains(box.west), longitudes.contains(box.east)
    else { throw .unsupported(.boxOutsideServiceArea(box)) }
  }
}
