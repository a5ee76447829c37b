/// The smallest measures seen so far, as many as are wanted; the largest of them is at hand (a binary heap).
struct MeasureHeap: ~Copyable {
  private var measures = Workspace<Float>()

  /// How many there are.
  var count: Int { measures.count }
  /// The largest kept; infinite when there is none.
  var largest: Float { measures.isEmpty ? .infinity : measures[0] }

  /// Adds a measure while there is room for `limit`, else in place of the largest if it is smaller.
  @inline(__always)
  mutating func insert(_ measure: Float, limit: Int) {
    if measures.count < limit {
      measures.append(measure)
      var child = measures.count - 1
      while child > 0 {
        let parent = (child - 1) / 2
        guard measures[parent] < measure else { break }
        measures[child] = measures[parent]
        child = parent
      }
      measures[child] = measure
    } else if limit > 0, measure < measures[0] {
      replaceLargest(with: measure)
    }
  }

  @inline(__always)
  private mutating func replaceLargest(with measure: Float) {
    let count = measures.count
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < count else { break }
      if child + 1 < count, measures[child + 1] > measures[child] { child += 1 }
      guard measures[child] > measure else { break }
      measures[parent] = measures[child]
      parent = child
    }
    measures[parent] = measure
  }

  /// Takes all measures away.
  mutating func removeAll() { measures.removeAll() }
}
