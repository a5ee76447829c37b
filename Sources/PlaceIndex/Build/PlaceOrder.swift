/// The order of places in a file: by set of categories, then along a Hilbert curve, then by id.
enum PlaceOrder {
  /// The places of one partition within the order.
  struct Run {
    let groups: UInt32
    let range: Range<Int>
  }

  /// Puts places in order.
  ///
  /// - Parameters:
  ///   - points: The places.
  ///   - areInOrder: Whether the first of two places comes first; asked only about places on one spot of the curve.
  /// - Returns: The places' numbers in order, and where each partition lies in it.
  static func sorted(
    _ points: [CollectedPoint],
    areInOrder: (Int, Int) -> Bool
  ) -> (order: [UInt32], runs: [Run]) {
    var sets: [UInt32: Int] = [:]
    var box = IntegerBox.empty
    for point in points {
      sets[point.groups, default: 0] += 1
      box.include(latitude: point.latitude, longitude: point.longitude)
    }
    let ordered = sets.keys.sorted()
    // At most 2^18 sets of groups: with 46 bits of curve a key has 64.
    let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, UInt64($0)) })
    let curve = HilbertCurve(over: box)
    var keys: [UInt64] = []
    keys.reserveCapacity(points.count)
    var lastGroups: UInt32 = .max
    var lastNumber: UInt64 = 0
    for point in points {
      if point.groups != lastGroups {
        lastGroups = point.groups
        lastNumber = numbers[point.groups] ?? 0
      }
      let position = curve.position(latitude: point.latitude, longitude: point.longitude)
      keys.append(lastNumber << UInt64(HilbertCurve.positionBits) | position)
    }
    var order = RadixSort.order(of: &keys)
    sortSpots(keys, &order, areInOrder)
    var runs: [Run] = []
    var start = 0
    for groups in ordered {
      let count = sets[groups] ?? 0
      runs.append(Run(groups: groups, range: start..<start + count))
      start += count
    }
    return (order, runs)
  }

  private static func sortSpots(_ keys: [UInt64], _ order: inout [UInt32], _ areInOrder: (Int, Int) -> Bool) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] == keys[start] { end += 1 }
      if end - start > 1 { order[start..<end].sort { areInOrder(Int($0), Int($1)) } }
      start = end
    }
  }
}
