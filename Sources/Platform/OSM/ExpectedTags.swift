import Domain
import PlaceIndex
import Rows
import Tables

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
    guard acceptCategory(of: tags) else { return false }
    guard let word, !word.isEmpty else { return true }
    let initials = InitialConsonants.letters(ofWord: word)
    return tags.contains { key, value in
      let key = key.lowercased()
      guard key.contains("name") || key.contains("brand") else { return false }
      let name = NameFolding.fold(value)
      guard let initials else { return name.contains(word) }
      return ByteView.over(name) { InitialConsonants.begin(syllablesOf: $0, initials) }
    }
  }

  /// Returns whether the tags are those of a requested category.
  func acceptCategory(of tags: [String: String]) -> Bool {
    values.isEmpty
      || tags.contains { key, value in
        guard let wanted = values[key] else { return false }
        return wanted.isEmpty || Self.holds(value, anyOf: wanted)
      }
  }

  /// Returns whether a list of values contains a wanted value, which may itself be a list.
  private static func holds(_ value: String, anyOf wanted: Set<String>) -> Bool {
    let values = value.split(separator: ";").map { folded($0) }
    return values.indices.contains { first in
      values[first...].indices.contains { wanted.contains(values[first...$0].joined(separator: ";")) }
    }
  }

  /// Returns a value in lower case, with single spaces between words and none beside semicolons.
  private static func folded(_ text: some StringProtocol) -> String {
    let values = text.lowercased().split(separator: ";").map { value in
      value.split { $0 == " " || $0 == "_" || $0 == "-" }.joined(separator: " ")
    }
    return values.joined(separator: ";")
  }
}
