/// The area in which a service has places: a box that doesn't cross the antimeridian.
public struct ServiceArea: Sendable, Hashable {
  /// The name in a sentence.
  public let name: String
  /// The country code (ISO 3166-1).
  public let code: String
  public let box: BoundingBox

  public init(name: String, code: String, box: BoundingBox) {
    self.name = name
    self.code = code
    self.box = box
  }

  public func contains(_ point: Coordinate) -> Bool { box.contains(point) }

  /// Returns whether the service covers an area: all of its required rectangle or, without one, its centre.
  public func serves(_ area: SearchArea) -> Bool {
    area.requiredBox.map(box.contains) ?? area.center.map(box.contains) ?? true
  }

  /// Returns whether the area contains a point with latitude and longitude swapped.
  public func containsSwapped(_ point: Coordinate) -> Bool {
    guard let swapped = try? Coordinate(latitude: point.longitude, longitude: point.latitude) else { return false }
    return box.contains(swapped)
  }
}
