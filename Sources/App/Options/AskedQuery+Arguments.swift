import Domain

extension AskedQuery {
  /// Makes the resolved query of a command line.
  init(_ query: Query) throws(Failure) {
    do throws(PlaceQueryError) { self = try query.resolved() } catch { throw .query(error) }
  }
}
