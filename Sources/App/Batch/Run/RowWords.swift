import Domain

/// Puts what is wrong with a row into words.
struct RowWords: Sendable {
  /// Words for a row that is no question.
  var defect: @Sendable (RowDefect) -> RowError
  /// Words for a question that was not answered.
  var failure: @Sendable (PlaceSearchError) -> RowError
}
