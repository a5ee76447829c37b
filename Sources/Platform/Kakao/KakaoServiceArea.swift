import Domain

/// The part of the world that the service has places in.
///
/// Outside of it the service silently forgets the coordinates and answers nationwide. The true edge of what
/// it accepts is not published; 117.1°E was still taken, 14 of 14 points far away or with swapped coordinates were not.
/// This box is smaller and ours: South Korea with its islands, from Ieodo (32.1°N) to Goseong (38.6°N) and from Baengnyeong
/// (124.6°E) to Dokdo (131.9°E), with a margin. What lies inside and is forgotten all the same is detected in the
/// answer, which then carries no distances.
enum KakaoServiceArea {
  /// Degrees north.
  static let latitudes = 32.0...39.0
  /// Degrees east.
  static let longitudes = 124.0...132.0

  /// The whole of it.
  static let cell = AreaCell(along: latitudes, across: longitudes, axis: .latitude)

  /// Whether a point lies inside.
  static func contains(_ point: Coordinate) -> Bool {
    latitudes.contains(point.latitude) && longitudes.contains(point.longitude)
  }

  /// Refuses a point outside.
  ///
  /// - Throws: With the hint when the two numbers would fit the other way round.
  static func require(_ point: Coordinate) throws(PlaceSearchError) {
    guard !contains(point) else { return }
    let swapFits = latitudes.contains(point.longitude) && longitudes.contains(point.latitude)
    throw .unsupported(.outsideServiceArea(point, looksSwapped: swapFits))
  }

  /// Refuses a box that leaves the area or crosses the antimeridian.
  static func require(_ box: BoundingBox) throws(PlaceSearchError) {
    guard
      !box.crossesAntimeridian,
      latitudes.contains(box.south), latitudes.contains(box.north),
      longitudes.contains(box.west), longitudes.contains(box.east)
    else { throw .unsupported(.boxOutsideServiceArea(box)) }
  }
}
