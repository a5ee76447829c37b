/// Tells whether a query of a service would cost nothing, because its answer is kept on this machine.
public protocol CheckCacheUseCase: Sendable {
  /// Whether the answer to a query is kept and would be given again.
  ///
  /// - Parameters:
  ///   - query: What to look for and where.
  ///   - limit: How many places are wanted.
  /// - Returns: Whether it is; `false` in doubt.
  func isKept(_ query: PlaceQuery, limit: PlaceLimit) -> Bool
}
