import Domain

extension AskedQuery {
  /// Makes the resolved query of a command line.
  init(_ question: Question) throws(Failure) {
    do throws(PlaceQueryError) { self = try question.resolved() } catch { throw .query(error) }
  }
}
