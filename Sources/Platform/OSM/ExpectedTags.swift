import PlaceIndex

/// The tags of the elements that a query can return, as the filters of the query demand them.
///
/// It accepts rather too much: letters in either case, and a blank, `_` or `-` for each other.
struct ExpectedTags: Sendable, Hashable {
  /// The values of each key, of which one is needed; an empty set for any value, and no key at all for any element.
  private var values: [String: Set<String>] = [:]
  /// A part of a name or a brand; `nil` for any.
  private let word: String?

  /// Makes the tags of categories, such as `amenity=cafe`, and of a word in a name.
  init(tags: [String], isOfMetro: Bool, word: String?) {
    self.word = word.map(Self.folded)
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

  /// Whether an element with some tags can be in a response.
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
      // Bytes are compared, as by the server: to Swift, a letter with a combining mark is another character.
      return (key.contains("name") || key.contains("brand")) && Self.folded(value).utf8.contains(word.utf8)
    }
  }

  /// A value in upper case, with spaces alone between its words, and letters of full width as plain letters.
  ///
  /// Upper case, as in the server's regular expressions: ς and σ are the same letter.
  private static func folded(_ text: String) -> String {
    let plain = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar.value {
      case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
      case 0x5F, 0x2D: " "
      default: scalar
      }
    }
    var folded = String.UnicodeScalarView()
    folded.append(contentsOf: plain)
    let words = String(folded).uppercased().split(separator: " ")
    return words.joined(separator: " ")
  }
}
