import Domain

/// Checks whether an answer can be computed from what is kept on this machine, by computing it.
struct KeptAnswers: CheckCacheUseCase {
  /// Makes a source that sends nothing.
  let makeSource: @Sendable () throws(PlaceSearchError) -> any PlaceSource

  func isKept(_ query: PlaceQuery, limit: PlaceLimit) async -> Bool {
    guard let source = try? makeSource(),
      let found = try? await source.places(matching: query, limit: limit, progress: nil)
    else { return false }
    let isEnough = found.isComplete || found.gap != nil || limit.count.map { found.places.count >= $0 } ?? false
    // A gap of the source, and a place that was dropped, stay after another request.
    let isLasting = found.gap != nil || found.droppedCount > 0
    return found.provenance.age != nil && found.earlyEnd == nil && isEnough && (found.isNearest != false || isLasting)
  }
}
