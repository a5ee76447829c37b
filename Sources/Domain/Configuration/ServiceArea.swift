/// The area in which a service has places: a box that does not cross the antimeridian.
public struct ServiceArea: Sendable, Hashable {
  /// Its name, as in a sentence.
  public let name: String
  /// Its code by ISO 3166-1.
  public let code: String
  public let box: BoundingBox

  public init(name: String, code: String, box: BoundingBox) {
    self.name = name
    self.code = code
    self.box = box
  }

  /// Returns whether a point lies inside.
  public func contains(_ point: Coordinate) -> Bool { box.contains(point) }

  /// Returns whether the service has places where an area is: all of its required rectangle, or else its centre.
  func serves(_ area: SearchArea) -> Bool {
    area.requiredBox.map(box.contains) ?? area.center.map(box.contains) ?? true
  }

  /// Returns whether a point would lie inside if its two numbers were swapped.
  public func containsSwapped(_ point: Coordinate) -> Bool {
    guard let swapped = try? Coordinate(latitude: point.longitude, longitude: point.latitude) else { return false }
    return box.contains(swapped)
  }
}
