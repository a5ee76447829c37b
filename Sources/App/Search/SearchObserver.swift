import Domain

/// Callbacks for one search: they receive notices, can reject the source, and observe progress.
struct SearchObserver: Sendable {
  /// Runs the search, reporting its progress to the argument.
  typealias Search = @Sendable (_ progress: (@Sendable (SearchProgress) -> Void)?) async throws -> PlaceResult

  /// Whether to report details, such as the selected source.
  var hearsDetails = false
  /// Receives notices before the result: the place that was chosen for a name, or that the quota is too small.
  var say: @Sendable (Notice) -> Void = { _ in }
  /// Receives details, if they are requested.
  var sayDetail: @Sendable (Notice) -> Void = { _ in }
  /// Asks the user whether a search may send this many requests; `nil` without a user.
  var confirm: (@Sendable (SearchDemand) async -> Bool)?
  /// Receives a source before it is queried, with the query if it is known yet.
  ///
  /// Throws to reject the source.
  var approve: @Sendable (ResolvedSource, PlaceQuery?) throws -> Void = { _, _ in }
  /// Runs the search and shows its progress.
  var watch: @Sendable (PlaceQuery, Search) async throws -> PlaceResult = { _, search in try await search(nil) }
  /// Receives a source after it was queried, whether the query succeeded or failed.
  var ended: @Sendable (ResolvedSource) -> Void = { _ in }
}
