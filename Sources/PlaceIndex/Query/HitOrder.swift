/// Keeps the first places of an answer in their order: by distance, then by id.
///
/// While there are more than are wanted, they lie in a heap with the last of them first, so that a place beyond the
/// limit costs one comparison, however many there are.
struct HitOrder {
  /// Reads the ids that decide between places at one distance.
  let reader: PlaceReader
  /// How many places are wanted.
  let limit: Int

  /// Adds a place, unless as many come before it as are wanted.
  @inline(__always)
  func insert(_ hit: Hit, into state: inout SearchState) {
    guard state.hits.count >= limit else { return state.hits.append(hit) }
    guard limit > 0 else { return }
    var comparisons = state.comparisonCount
    defer { state.comparisonCount = comparisons }
    if !state.hitsAreHeap {
      state.hits.makeHeap { precedes($1, $0, &comparisons) }
      state.hitsAreHeap = true
    }
    guard precedes(hit, state.hits[0], &comparisons) else { return }
    state.hits.replaceFirstOfHeap(with: hit) { precedes($1, $0, &comparisons) }
  }

  /// Puts what was kept in order.
  func finish(_ state: inout SearchState) {
    var comparisons = state.comparisonCount
    state.hits.sort { precedes($0, $1, &comparisons) }
    state.comparisonCount = comparisons
  }

  @inline(__always)
  private func precedes(_ first: Hit, _ second: Hit, _ comparisons: inout Int) -> Bool {
    comparisons += 1
    guard first.meters == second.meters else { return first.meters < second.meters }
    return reader.idPrecedes(first.position, second.position)
  }
}
