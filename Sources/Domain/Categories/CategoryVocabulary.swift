/// The words of open data for the 18 groups: OSM tags and Overture categories together.
package enum CategoryVocabulary {
  /// The words of each group, parted by white space; a group may occur more than once.
  package static var tables: [(group: CategoryGroup, tags: String)] { OSMVocabulary.tags }

  /// Finds the group that a word of open data belongs to.
  ///
  /// - Parameter word: A tag or a category in lower case.
  /// - Returns: `nil` when no group is known for it.
  /// - Complexity: One pass over the tables; for a handful of words, not for a file.
  static func group(of word: String) -> CategoryGroup? {
    for (group, tags) in tables {
      for candidate in tags.split(whereSeparator: \.isWhitespace) where candidate == word { return group }
    }
    return nil
  }
}
