import Domain

extension AskedQuery {
  /// What the options of a command line ask.
  init(_ question: Question) throws(Failure) {
    do throws(PlaceQueryError) { self = try question.resolved() } catch { throw .query(error) }
  }
}
