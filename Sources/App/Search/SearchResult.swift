import Domain

/// A search result, the notices to show with it, and the source that returned it.
struct SearchResult: Sendable {
  var result: PlaceResult
  let notices: ResultNotices
  let source: ResolvedSource
}
