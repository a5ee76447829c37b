/// A key of further facts that an index holds.
public struct IndexKey: Sendable, Hashable {
  /// The key, under OpenStreetMap's name.
  public let key: String
  /// How many places have it.
  public let places: Int

  public init(key: String, places: Int) {
    self.key = key
    self.places = places
  }

  /// The keys of several indexes with the places of all.
  public static func merged(_ lists: [[IndexKey]]) -> [IndexKey] {
    var counts: [String: Int] = [:]
    for one in lists.joined() { counts[one.key, default: 0] += one.places }
    return counts.map { IndexKey(key: $0.key, places: $0.value) }.sorted { $0.key < $1.key }
  }
}
