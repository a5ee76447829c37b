import Tables

/// Selects the first places of a result, ordered by distance, then by id.
///
/// Once the limit is reached, they form a heap with the last place first, so that a further place mostly costs one
/// comparison.
struct HitOrder {
  let reader: PlaceReader
  let limit: Int

  /// Adds a place, unless enough places precede it.
  @inline(__always)
  func insert(_ hit: Hit, into state: inout SearchState) {
    guard state.hits.count >= limit else { return state.hits.append(hit) }
    guard limit > 0 else { return }
    if !state.hitsAreHeap {
      state.hits.makeHeap { precedes($1, $0) }
      state.hitsAreHeap = true
    }
    guard precedes(hit, state.hits[0]) else { return }
    state.hits.replaceFirstOfHeap(with: hit) { precedes($1, $0) }
  }

  func finish(_ state: inout SearchState) { state.hits.sort { precedes($0, $1) } }

  @inline(__always)
  private func precedes(_ first: Hit, _ second: Hit) -> Bool {
    guard first.meters == second.meters else { return first.meters < second.meters }
    return reader.idPrecedes(first.position, second.position)
  }
}
