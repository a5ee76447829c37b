import Domain
import PlaceIndex
import Rows

/// The tags that the filters of a query require of every element in the response.
///
/// It is slightly too permissive: it ignores case and treats a space, `_` and `-` as equal.
struct ExpectedTags: Sendable, Hashable {
  /// The accepted values of each key; one of them must match.
  ///
  /// An empty set accepts any value; no keys accept any element.
  private var values: [String: Set<String>] = [:]
  /// A folded word that a name or a brand must contain; `nil` for any.
  private let word: [UInt8]?

  /// Makes the tags of categories, such as `amenity=cafe`, and of a folded word in a name.
  init(tags: [String], isOfMetro: Bool, word: String?) {
    self.word = word.map { Array($0.utf8) }
    for tag in tags {
      guard let mark = tag.firstIndex(of: "=") else { continue }
      let (key, value) = (String(tag[..<mark]), String(tag[tag.index(after: mark)...]))
      if value == "*" {
        values[key] = []
      } else if values[key] != [] {
        values[key, default: []].insert(Self.folded(value))
      }
    }
    guard isOfMetro else { return }
    for key in OSMTags.stationKeys where values[key] != [] { values[key, default: []].insert(Self.folded("station")) }
  }

  /// Returns whether the response may include an element with these tags.
  func accept(_ tags: [String: String]) -> Bool {
    let isOfCategory =
      values.isEmpty
      || tags.contains { key, value in
        guard let wanted = values[key] else { return false }
        return wanted.isEmpty || value.split(separator: ";").contains { wanted.contains(Self.folded(String($0))) }
      }
    guard isOfCategory, let word, !word.isEmpty else { return isOfCategory }
    return tags.contains { key, value in
      let key = key.lowercased()
      return (key.contains("name") || key.contains("brand")) && NameFolding.fold(value).contains(word)
    }
  }

  /// Returns a value in lower case, with single spaces between words.
  private static func folded(_ text: String) -> String {
    text.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: " ")
  }
}
