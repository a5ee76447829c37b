/// An attribute key in an index.
public struct IndexKey: Sendable, Hashable {
  /// The key, usually a key of OpenStreetMap.
  public let key: String
  /// The number of places with the attribute.
  public let places: Int

  public init(key: String, places: Int) {
    self.key = key
    self.places = places
  }
}
