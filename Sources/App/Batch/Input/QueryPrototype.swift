import Domain

/// A query that is complete except for the values of a row.
///
/// A class, because each row takes one: copying a reference is faster than copying its contents.
final class QueryPrototype: Sendable {
  let query: PlaceQuery
  let template: QueryTemplate
  /// Whether its text is a placeholder that the row must replace.
  let needsText: Bool

  init(query: PlaceQuery, needsText: Bool) {
    self.query = query
    self.needsText = needsText
    template = QueryTemplate(of: query)
  }
}
