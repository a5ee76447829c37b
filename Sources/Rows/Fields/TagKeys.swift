import Domain
import Tables

/// Distinguishes tags from columns and properties that are merely named like OpenStreetMap keys, by their first values.
struct TagKeys {
  private static let names = FieldNames()
  private static let letters = Set(OSMTags.categoryKeys.map { $0.filter { $0 != "_" } })

  /// Returns whether a name is a category key of OpenStreetMap.
  static func contains(_ name: String) -> Bool { letters.contains(ColumnName(name).letters) }

  /// Returns whether a property or column shows that the rows are OpenStreetMap elements.
  ///
  /// Other data has a member `@type` too, such as JSON-LD, so that its values decide.
  ///
  /// - Parameters:
  ///   - name: The name of the property or column.
  ///   - hasIDs: Whether the rows have ids.
  ///   - values: Returns the first values.
  /// - Returns: `true` if the rows are elements.
  static func areOfElements(_ name: String, hasIDs: Bool, values: () -> [String]) -> Bool {
    switch names.entry(of: name)?.field {
    case .osmNumber, .osmWayNumber, .hstore: true
    case .osmType: hasIDs && values().contains { ByteView.over(Array($0.utf8), \.trimmed.elementPrefix) != nil }
    default: false
    }
  }

  private static let typeTitles = Set(FieldNames.words("element", of: "others"))

  /// Returns the names of the types of OpenStreetMap elements, which only the values show: `type`.
  ///
  /// - Parameters:
  ///   - names: The names of the properties or columns; one must have the elements' numbers, or ids if the types are
  ///     whole words.
  ///   - values: Returns the first values of a property or column.
  /// - Returns: The names.
  static func elementTypes(among names: [String], values: (String) -> [String]) -> Set<String> {
    let titles = names.filter { typeTitles.contains(ColumnName($0).letters) }
    guard !titles.isEmpty, names.contains(where: isID) else { return [] }
    let haveNumbers = names.contains { Self.names.entry(of: $0)?.field == .osmNumber }
    let found = titles.filter { name in
      let filled = values(name).filter { !$0.isEmpty }
      return !filled.isEmpty
        && filled.allSatisfy { value in
          ByteView.over(Array(value.utf8)) { haveNumbers ? $0.trimmed.elementPrefix != nil : $0.trimmed.isElementType }
        }
    }
    return Set(found)
  }

  /// Returns whether a name is an id's.
  static func isID(_ name: String) -> Bool {
    switch names.entry(of: name)?.field {
    case .placeText(.id), .osmNumber, .osmWayNumber: true
    default: false
    }
  }

  /// The values of a key.
  private struct Values {
    package let name: String
    /// Whether at least half of the values look like values of tags.
    let looksLikeTags: Bool
    /// Whether any value makes a known tag.
    let hasTag: Bool

    init(_ name: String, _ values: [String]) {
      self.name = name
      let known = values.map { ImportVocabulary.isTag(name, $0) }
      let likelyCount = zip(values, known).count { $1 || Self.isTagValue($0) }
      looksLikeTags = likelyCount * 2 >= values.count
      // A key with the values yes and no is a question.
      hasTag = known.contains(true) || values.contains("yes") && !values.contains("no")
    }

    /// Returns whether a text is written like the values of tags: `fast_food`.
    private static func isTagValue(_ text: String) -> Bool {
      guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
      return text.utf8.allSatisfy { $0.isDigit || (0x61...0x7A).contains($0) || Array("_-:;".utf8).contains($0) }
    }
  }

  /// Returns the names whose values aren't tags.
  ///
  /// If any key has tags, or the rows are OpenStreetMap elements, a key of OpenStreetMap may have unknown values, but
  /// not only numbers.
  static func plain(_ values: [(name: String, values: [String])], isOfElements: Bool) -> Set<String> {
    if isOfElements {
      return Set(values.filter { !$0.values.isEmpty && $0.values.allSatisfy { Double($0) != nil } }.map(\.name))
    }
    let all = values.filter { !$0.values.isEmpty }.map { Values($0.name, $0.values) }
    let haveTags = all.contains { $0.looksLikeTags && $0.hasTag }
    return Set(all.filter { !haveTags || !$0.looksLikeTags }.map(\.name))
  }
}
