package import Domain

/// The tags of OpenStreetMap that say what kind of place an element is, in its files and in its services.
package enum OSMTags {
  /// The keys that give the category of an element, the most specific first.
  package static let categoryKeys = [
    "amenity", "shop", "tourism", "healthcare", "leisure", "office", "railway", "station", "historic", "craft",
    "public_transport", "emergency", "aeroway", "club", "man_made", "natural", "landuse", "highway", "building",
  ]

  /// Those of ``categoryKeys`` that are also keys of roads, rails, land and nearly every building.
  private static let sharedKeys = ["railway", "natural", "landuse", "highway", "building"]

  /// The keys that only places have, whatever the value.
  static let placeKeys = categoryKeys.filter { !sharedKeys.contains($0) }

  /// The keys whose `station` is one of the metro beside a key of ``metroKeys``.
  package static let stationKeys = ["railway", "public_transport"]
  /// The keys whose `yes` makes a station one of the metro.
  package static let metroKeys = ["subway", "light_rail", "monorail"]

  /// The key of a tag that a user asks for; `nil` for a category of another kind.
  static func key(of category: PlaceCategory) -> String? {
    guard case .source(let word) = category, let end = word.firstIndex(of: "=") else { return nil }
    return String(word[..<end])
  }

  /// The tags that stand for a category and for what lies within it; `*` for every value of a key.
  ///
  /// For every category those are the keys of places alone, and what the other keys say of a place.
  package static func tags(of category: PlaceCategory) -> [String] {
    switch category {
    case .group, .kind: category.words(ofVocabulary: "osm")
    case .source(let word): word.contains("=") ? [word] : category.meaning.map(tags) ?? []
    case .any:
      placeKeys.map { $0 + "=*" }
        + category.words(ofVocabulary: "osm").filter { tag in !placeKeys.contains { tag.hasPrefix($0 + "=") } }
    }
  }
}
