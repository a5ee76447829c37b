/// The order of places in a file: by set of groups, then along a Hilbert curve; ties by coordinate and id.
enum PlaceOrder {
  /// The places of one partition within the order.
  struct Run {
    let groups: UInt32
    let range: Range<Int>
  }

  /// Sorts places; returns their numbers, and the range of each partition.
  ///
  /// `groups` is the groups of each category entry; `areInOrder` compares places at the same position on the curve.
  static func sorted(
    _ points: [CollectedPoint],
    groups: [UInt32],
    threads: Int,
    areInOrder: @Sendable (Int, Int) -> Bool
  ) -> (order: SharedArray<PlaceKey>, runs: [Run]) {
    let box = points.reduce(into: IntegerBox.empty) { $0.include(latitude: $1.latitude, longitude: $1.longitude) }
    let curve = HilbertCurve(over: box)
    let order = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: points.count)
    let parts = points.indices.parts(threads)
    @Sendable func precedes(_ first: PlaceKey, _ second: PlaceKey) -> Bool {
      first.key == second.key ? areInOrder(Int(first.number), Int(second.number)) : first.key < second.key
    }
    Threads.run(parts.count, on: threads) { part, _ in
      for index in parts[part] {
        let point = points[index]
        let position = curve.position(latitude: point.latitude, longitude: point.longitude)
        // The 18 groups and the 46 bits of the curve fit a key.
        let key = UInt64(groups[Int(point.category)]) << UInt64(HilbertCurve.positionBits) | position
        order[index] = PlaceKey(key: key, number: UInt32(index))
      }
      order.sortByKey(parts[part])
      forEachRange(of: order, parts[part], alike: \.key) { if $0.count > 1 { order.sort($0, by: precedes) } }
    }
    // The standard library's sort detects the sorted parts and only merges them.
    if parts.count > 1 { order.sort(points.indices, by: precedes) }
    var runs: [Run] = []
    forEachRange(of: order, points.indices, alike: \.groups) {
      runs.append(Run(groups: order[$0.lowerBound].groups, range: $0))
    }
    return (order, runs)
  }

  @inline(__always)
  static func forEachRange<Value: Equatable>(
    of order: SharedArray<PlaceKey>,
    _ all: Range<Int>,
    alike value: (PlaceKey) -> Value,
    _ body: (Range<Int>) -> Void
  ) {
    var start = all.lowerBound
    for end in all where end > start && value(order[end]) != value(order[start]) {
      body(start..<end)
      start = end
    }
    if start < all.upperBound { body(start..<all.upperBound) }
  }
}

struct PlaceKey: BitwiseCopyable {
  /// The set of groups, then the position on the curve.
  let key: UInt64
  let number: UInt32

  /// One bit for each group.
  fileprivate var groups: UInt32 { UInt32(key >> UInt64(HilbertCurve.positionBits)) }
}

extension SharedArray<PlaceKey> {
  /// Sorts places by their keys, in a fifth of the time of a comparison sort.
  func sortByKey(_ range: Range<Int>) { radixSort(range, bits: UInt64.bitWidth) { $0.key } }
}
