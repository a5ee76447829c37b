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
  package static let placeKeys = categoryKeys.filter { !sharedKeys.contains($0) }

  /// The keys whose value `station` means a metro station if a key in ``metroKeys`` is present.
  package static let stationKeys = ["railway", "public_transport"]
  /// The keys whose value `yes` makes a station a metro station.
  package static let metroKeys = ["subway", "light_rail", "monorail"]

  /// Returns the key of a tag that the user requested; `nil` for any other category.
  package static func key(of category: PlaceCategory) -> String? {
    if case .source(let word) = category { tag(word)?.key } else { nil }
  }

  /// Returns the key and the value of a tag that a user typed; `nil` if either is invalid.
  ///
  /// The value is as typed, because its comparison ignores case. `*` alone is every value.
  private static func tag(_ word: String) -> (key: String, value: String)? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    guard parts.count == 2, let first = parts[1].first(where: { $0 != ";" }), first != "=" else { return nil }
    guard parts[1] == "*" || !parts[1].contains("*") else { return nil }
    let key = Self.key(String(parts[0]))
    let isValid = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || "_:-.".contains($0) }
    return isValid ? (key, String(parts[1])) : nil
  }

  /// Returns the tag for every value of the key at the beginning of an invalid tag; `nil` if there is no key.
  package static func correction(of category: PlaceCategory) -> String? {
    guard case .source(let word) = category, word.contains("=") else { return nil }
    let key = word.trimmed.prefix { $0.isLetter || $0 == "_" || $0 == ":" }
    return key.isEmpty ? nil : Self.key(String(key)) + "=*"
  }

  /// Returns a key in OpenStreetMap's spelling: in lower case, unless it has a namespace, such as `ref:FR:FINESS`.
  package static func key(_ typed: String) -> String {
    guard !typed.contains(":") else { return typed }
    let key = String(typed.lowercased().map { $0 == " " ? "_" : $0 })
    let ordinary = String(key.map { $0 == "-" ? "_" : $0 })
    return categoryKeys.contains(ordinary) ? ordinary : key
  }

  /// Returns the tags of a category and its narrower kinds; `*` means every value of a key.
  ///
  /// For `any`, these are the keys that only places have, and the tags of places with other keys.
  package static func tags(of category: PlaceCategory) -> [String] {
    switch category {
    case .group, .kind: category.words(ofVocabulary: "osm")
    case .source(let word) where word.contains("="): tag(word).map { ["\($0.key)=\($0.value)"] } ?? []
    case .source: category.meaning.map(tags) ?? []
    case .any:
      placeKeys.map { $0 + "=*" }
        + category.words(ofVocabulary: "osm").filter { tag in !placeKeys.contains { tag.hasPrefix($0 + "=") } }
    }
  }
}
