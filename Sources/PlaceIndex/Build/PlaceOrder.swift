/// The order of places in a file: by set of categories, then along a Hilbert curve, ties by coordinate and id.
enum PlaceOrder {
  /// The places of one partition within the order.
  struct Run {
    let groups: UInt32
    let range: Range<Int>
  }

  /// Puts places in order: their numbers, and the range of each partition.
  ///
  /// `groups` are those of each entry of categories; `areInOrder` decides for places at the same position of the curve.
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
        // 18 groups and the 46 bits of the curve fit a key.
        let key = UInt64(groups[Int(point.category)]) << UInt64(HilbertCurve.positionBits) | position
        order[index] = PlaceKey(key: key, number: UInt32(index))
      }
      order.sort(parts[part], by: precedes)
    }
    // The standard library's sort finds the sorted parts and only merges them.
    if parts.count > 1 { order.sort(points.indices, by: precedes) }
    return (order, runs(of: order))
  }

  private static func runs(of order: SharedArray<PlaceKey>) -> [Run] {
    var runs: [Run] = []
    var start = 0
    for end in 1..<max(1, order.count + 1)
    where end == order.count || order[end].groups != order[start].groups {
      runs.append(Run(groups: order[start].groups, range: start..<end))
      start = end
    }
    return runs
  }
}

/// The sort key of a place.
struct PlaceKey: BitwiseCopyable {
  /// The set of groups, then the position on the curve.
  let key: UInt64
  /// The place's number.
  let number: UInt32

  /// One bit for each group.
  fileprivate var groups: UInt32 { UInt32(key >> UInt64(HilbertCurve.positionBits)) }
}
