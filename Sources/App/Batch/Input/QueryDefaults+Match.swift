import Domain
import Rows
import Tables

extension QueryDefaults {
  /// Returns the match of a row: from its columns (``ColumnRole/ofMatch``) or, where they are empty, from the options.
  func match(of row: ParsedRow) throws(Failure) -> PlaceMatch {
    var match = query.match
    match.categories = categories(of: row)
    for role in ColumnRole.ofMatch where !row[role].isAbsent {
      let parts = row.parts(role)
      if !parts.isEmpty { try role.read(parts, into: &match) }
    }
    return match
  }

  /// Returns the categories of a row, or the categories of the options if the row has none.
  private func categories(of row: ParsedRow) -> [PlaceCategory] {
    let categories = query.categories
    guard let list = row.list(.category) else { return categories }
    if let category = PlaceCategory(path: list) { return [category] }
    let named = list.parts(between: ",")
    return named.isEmpty ? categories : named.flatMap(Self.categories)
  }

  /// Returns the category of a word, or of each word between semicolons, as imports and CSV results separate them.
  private static func categories(in word: String) -> [PlaceCategory] {
    let category = PlaceCategory(word: word)
    // A tag may have a semicolon in its value.
    guard !category.isKnown, !word.contains("=") else { return [category] }
    return word.parts(between: ";").map(PlaceCategory.init(word:))
  }
}

extension PlaceCategory {
  /// Reads a service's path of categories, `음식점 > 카페`: its narrowest known step, or a known word of that step; `nil`
  /// for other texts, and for a path of unknown words.
  fileprivate init?(path: String) {
    guard path.contains(">") else { return nil }
    for step in path.parts(between: ">").reversed() {
      for word in [step] + step.parts(between: ",") {
        let category = PlaceCategory(word: word)
        guard category.isKnown else { continue }
        self = category
        return
      }
    }
    return nil
  }
}
