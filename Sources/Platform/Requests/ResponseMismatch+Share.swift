import Domain

extension ResponseMismatch {
  /// A whole response is discarded if more than one of this many places fails.
  private static let placesPerFailure = 5

  /// Returns whether so many places of a response don't match its query that none is used.
  static func discardsResponse(with count: Int, of total: Int) -> Bool { count * placesPerFailure > total }
}
