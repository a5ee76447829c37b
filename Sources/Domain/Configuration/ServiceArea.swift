/// The area in which a service has places: a box that does not cross the antimeridian.
public struct ServiceArea: Sendable, Hashable {
  /// Its name, as in a sentence.
  public let name: String
  /// Its code by ISO 3166-1.
  public let code: String
  /// Degrees north.
  public let latitudes: ClosedRange<Double>
  /// Degrees east.
  public let longitudes: ClosedRange<Double>

  public init(name: String, code: String, latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
    self.name = name
    self.code = code
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  /// The area as a rectangle; `nil` when its edges are not degrees.
  public var box: BoundingBox? {
    try? BoundingBox(
      west: longitudes.lowerBound,
      south: latitudes.lowerBound,
      east: longitudes.upperBound,
      north: latitudes.upperBound
    )
  }

  /// Returns whether a point lies inside.
  public func contains(_ point: Coordinate) -> Bool {
    latitudes.contains(point.latitude) && longitudes.contains(point.longitude)
  }

  /// Returns whether a box lies inside.
  public func contains(_ box: BoundingBox) -> Bool {
    !box.crossesAntimeridian
      && latitudes.contains(box.south) && latitudes.contains(box.north)
      && longitudes.contains(box.west) && longitudes.contains(box.east)
  }

  /// Returns whether a point would lie inside if its two numbers were swapped.
  public func containsSwapped(_ point: Coordinate) -> Bool {
    latitudes.contains(point.longitude) && longitudes.contains(point.latitude)
  }
}
