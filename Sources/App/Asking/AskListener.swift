import Domain

/// Who waits for an answer: hears what is said before it, may refuse the source, and watches the search.
struct AskListener: Sendable {
  /// Searches; reports how far it is to what it is given.
  typealias Search = @Sendable (_ progress: (@Sendable (SearchProgress) -> Void)?) async throws -> Answer

  /// Whether ``say`` takes details too, such as which source is asked.
  var hearsDetails = false
  /// Takes what is to be said before there is an answer: which place was found for a name, that the quota is too small.
  var say: @Sendable (String) -> Void = { _ in }
  /// The same for details, where they are heard.
  var sayDetail: @Sendable (String) -> Void = { _ in }
  /// Returns whether a search may send about so many requests; `nil` where nobody can be asked.
  var confirm: (@Sendable (Int) async -> Bool)?
  /// Is given each source before it is asked, with what it is to be asked as far as that is known; throws to refuse it.
  var approve: @Sendable (OpenedSource, AskedQuery?) throws -> Void = { _, _ in }
  /// Runs the search, with whatever is to be seen of it meanwhile.
  var watch: @Sendable (PreparedQuestion, Search) async throws -> Answer = { _, search in try await search(nil) }
  /// Is told when a source has been asked, whether it answered or not.
  var ended: @Sendable (OpenedSource) -> Void = { _ in }
}
