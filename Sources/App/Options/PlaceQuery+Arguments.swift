import Domain

extension PlaceQuery {
  /// Resolves the query of a command line.
  init(_ query: Query) throws(Failure) {
    do throws(InvalidQuery) { self = try query.resolved() } catch { throw Failure(error) }
  }
}
