import Domain

/// A query that is complete except for what a row says of its own.
///
/// A class, because each row takes one: a reference is copied faster than what it holds.
final class QueryPrototype: Sendable {
  let query: PlaceQuery
  let template: QueryTemplate
  /// Whether its text stands for one that the row has to have.
  let needsText: Bool

  init(query: PlaceQuery, needsText: Bool) {
    self.query = query
    self.needsText = needsText
    template = QueryTemplate(of: query)
  }
}
