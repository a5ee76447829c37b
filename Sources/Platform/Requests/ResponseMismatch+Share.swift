import Domain

extension ResponseMismatch {
  /// A response is discarded if more than one in this many of its places fails.
  private static let placesPerFailure = 5

  /// Returns whether a response is discarded because too many of its places don't match the query.
  static func discardsResponse(with count: Int, of total: Int) -> Bool { count * placesPerFailure > total }
}
