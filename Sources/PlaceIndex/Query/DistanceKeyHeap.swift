/// The smallest distance keys seen so far, as many as are wanted; the largest of them is at hand (a binary heap).
struct DistanceKeyHeap: ~Copyable {
  private var distanceKeys = GrowableBuffer<Float>()

  /// How many there are.
  var count: Int { distanceKeys.count }
  /// The largest kept; infinite when there is none.
  var largest: Float { distanceKeys.isEmpty ? .infinity : distanceKeys[0] }

  /// Adds a distance key while there is room for `limit`, else in place of the largest if it is smaller.
  @inline(__always)
  mutating func insert(_ distanceKey: Float, limit: Int) {
    if distanceKeys.count < limit {
      distanceKeys.append(distanceKey)
      var child = distanceKeys.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard distanceKeys[parent] < distanceKey else { break }
        distanceKeys[child] = distanceKeys[parent]
        child = parent
      }
      distanceKeys[child] = distanceKey
    } else if limit > 0, distanceKey < distanceKeys[0] {
      replaceLargest(with: distanceKey)
    }
  }

  @inline(__always)
  private mutating func replaceLargest(with distanceKey: Float) {
    let count = distanceKeys.count
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, distanceKeys[child + 1] > distanceKeys[child] { child += 1 }
      guard distanceKeys[child] > distanceKey else { break }
      distanceKeys[parent] = distanceKeys[child]
      parent = child
    }
    distanceKeys[parent] = distanceKey
  }

  /// Takes all distance keys away.
  mutating func removeAll() { distanceKeys.removeAll() }
}
