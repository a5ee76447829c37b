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

  /// Merges the keys of several indexes and adds up their places.
  public static func merged(_ lists: [[IndexKey]]) -> [IndexKey] {
    var counts: [String: Int] = [:]
    for one in lists.joined() { counts[one.key, default: 0] += one.places }
    return counts.map { IndexKey(key: $0.key, places: $0.value) }.sorted { $0.key < $1.key }
  }
}
