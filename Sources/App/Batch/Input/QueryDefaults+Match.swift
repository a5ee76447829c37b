import Domain
import Rows
import Tables

extension QueryDefaults {
  /// The match of a row: its own properties, in the columns of ``ColumnRole/ofMatch``, or those of the options.
  func match(of row: ParsedRow) throws(Failure) -> PlaceMatch {
    var match = query.match
    match.categories = categories(of: row)
    match.conditions = try conditions(of: row)
    match.opening = try opening(of: row)
    return match
  }

  /// The conditions of a row, or the conditions of the options if the row has none.
  private func conditions(of row: ParsedRow) throws(Failure) -> [AttributeCondition] {
    guard !row[.conditions].isAbsent else { return query.match.conditions }
    let parts = row.parts(.conditions)
    guard !parts.isEmpty else { return query.match.conditions }
    return try parts.map { (text) throws(Failure) in
      guard let condition = try? AttributeCondition(text) else { throw .unreadableCondition(text) }
      return condition
    }
  }

  /// The condition on opening hours at the time of a row, or the condition of the options if the row has no time.
  private func opening(of row: ParsedRow) throws(Failure) -> OpeningCondition {
    guard let text = row.text(.time).map({ String($0.trimmed) }), !text.isEmpty else { return query.match.opening }
    var opening = query.match.opening
    opening.time = OpeningCondition.Time(text)
    guard opening.isActive else { throw .unreadableTime(text) }
    return opening
  }

  /// The categories of a row, or the categories of the options if the row has none.
  private func categories(of row: ParsedRow) -> [PlaceCategory] {
    let categories = query.categories
    guard let list = row.list(.category) else { return categories }
    if let category = PlaceCategory(path: list) { return [category] }
    let named = list.parts(between: ",")
    return named.isEmpty ? categories : named.map(PlaceCategory.init(word:))
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
