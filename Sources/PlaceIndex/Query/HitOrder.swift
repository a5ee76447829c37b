/// Keeps the first places of an answer in their order: by distance, then by id.
///
/// While there are more than are wanted, they lie in a binary heap with the last of them on top, so that a place beyond the
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
    if !state.hitsAreHeap { makeHeap(&state) }
    guard precedes(hit, state.hits[0], &state.comparisonCount) else { return }
    sink(hit, from: 0, &state)
  }

  /// Puts what was kept in order.
  func finish(_ state: inout SearchState) {
    var comparisons = state.comparisonCount
    state.hits.sort { precedes($0, $1, &comparisons) }
    state.comparisonCount = comparisons
  }

  private func makeHeap(_ state: inout SearchState) {
    for index in stride(from: state.hits.count / 2 - 1, through: 0, by: -1) {
      sink(state.hits[index], from: index, &state)
    }
    state.hitsAreHeap = true
  }

  private func sink(_ hit: Hit, from start: Int, _ state: inout SearchState) {
    let count = state.hits.count
    var parent = start
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, precedes(state.hits[child], state.hits[child + 1], &state.comparisonCount) { child += 1 }
      guard precedes(hit, state.hits[child], &state.comparisonCount) else { break }
      state.hits[parent] = state.hits[child]
      parent = child
    }
    state.hits[parent] = hit
  }

  @inline(__always)
  private func precedes(_ first: Hit, _ second: Hit, _ comparisons: inout Int) -> Bool {
    comparisons += 1
    guard first.meters == second.meters else { return first.meters < second.meters }
    return reader.idPrecedes(first.position, second.position)
  }
}
