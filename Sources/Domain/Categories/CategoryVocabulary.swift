/// The words of open data for the 18 groups: OSM tags and Overture categories together.
package enum CategoryVocabulary {
  /// The words of each group, separated by white space; a group may occur more than once.
  ///
  /// A word that begins with `*` stands for every word with that ending.
  package static var tables: [(group: CategoryGroup, tags: String)] {
    OSMVocabulary.tags + OvertureVocabulary.categories.map { ($0.group, $0.names) }
  }

  /// Finds the group that a word of open data belongs to.
  ///
  /// - Parameter word: A tag or a category in lower case.
  /// - Returns: `nil` when no group is known for it.
  /// - Complexity: O(1), except for the first call, which reads the tables.
  static func group(of word: String) -> CategoryGroup? {
    if let group = groupByWord[word[...]] { return group }
    guard let ending = word.lastIndex(of: "_"), ending > word.startIndex else { return nil }
    return groupByWord["*" + word[ending...]]
  }

  private static let groupByWord: [Substring: CategoryGroup] = {
    var table: [Substring: CategoryGroup] = [:]
    for (group, tags) in tables {
      for word in tags.split(whereSeparator: \.isWhitespace) { table[word] = group }
    }
    return table
  }()
}
