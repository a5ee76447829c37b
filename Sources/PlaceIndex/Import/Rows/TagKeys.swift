import Domain

/// Columns and properties that are called like keys of OpenStreetMap, with their first values: those of a plain table
/// hold no tags.
struct TagKeys {
  private static let letters = Set(OSMTags.categoryKeys.map { $0.filter { $0 != "_" } })

  /// Whether a name is that of a key that gives the category of an element.
  static func contains(_ name: String) -> Bool { letters.contains(ColumnName(name).letters) }

  /// Whether a name says that the rows are elements of OpenStreetMap, whatever their values.
  static func isOfElements(_ name: String) -> Bool {
    guard let field = ByteView.over(Array(name.utf8), FieldNames().entry)?.field else { return false }
    return [.osmNumber, .osmWayNumber, .osmType, .hstore].contains(field)
  }

  /// The values of a key.
  private struct Values {
    let name: String
    /// Whether half of them look like values of tags.
    let looksLikeTags: Bool
    /// Whether one is a known tag.
    let hasTag: Bool

    init(_ name: String, _ values: [String]) {
      self.name = name
      let known = values.map { ImportVocabulary.isTag(name, $0) }
      let likelyCount = zip(values, known).count { $1 || Self.isTagValue($0) }
      looksLikeTags = likelyCount * 2 >= values.count
      // One that is also answered with no is a question.
      hasTag = known.contains(true) || values.contains("yes") && !values.contains("no")
    }

    /// Whether a text is written as the values of tags are: `fast_food`.
    private static func isTagValue(_ text: String) -> Bool {
      guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
      return text.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) || Array("_-:;".utf8).contains($0) }
    }
  }

  /// The names whose values are no tags; one of OpenStreetMap's may hold values that are not known where another
  /// holds tags.
  static func plain(_ values: [(name: String, values: [String])]) -> Set<String> {
    let all = values.filter { !$0.values.isEmpty }.map { Values($0.name, $0.values) }
    let haveTags = all.contains { $0.looksLikeTags && $0.hasTag }
    return Set(all.filter { !haveTags || !$0.looksLikeTags }.map(\.name))
  }
}
