package import Domain
import Tables

/// The OpenStreetMap tags that determine the kind of a place, in files and services.
package enum OSMTags {
  /// The keys that give the category of an element, most specific first.
  package static let categoryKeys = [
    "amenity", "shop", "tourism", "healthcare", "leisure", "office", "railway", "station", "historic", "craft",
    "public_transport", "emergency", "aeroway", "club", "man_made", "natural", "landuse", "highway", "building",
  ]

  /// The ``categoryKeys`` that roads, rails, land and almost every building have, too.
  private static let sharedKeys = ["railway", "natural", "landuse", "highway", "building"]

  /// The keys that only places have, with any value.
  static let placeKeys = categoryKeys.filter { !sharedKeys.contains($0) }

  /// The keys whose value `station` means a metro station if a key in ``metroKeys`` is present.
  package static let stationKeys = ["railway", "public_transport"]
  /// The keys whose value `yes` makes a station a metro station.
  package static let metroKeys = ["subway", "light_rail", "monorail"]

  /// Returns the key of a tag that the user requested; `nil` for any other category.
  package static func key(of category: PlaceCategory) -> String? {
    guard case .source(let word) = category, let end = word.firstIndex(of: "=") else { return nil }
    return String(word[..<end])
  }

  /// Returns the tags of a category and its narrower kinds; `*` means every value of a key.
  ///
  /// For `any`, these are the keys that only places have, and the tags of places with other keys.
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
