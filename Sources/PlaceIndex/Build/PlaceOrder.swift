/// The order of places in a file: by set of categories, then along a Hilbert curve, ties by coordinate and id.
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
  ///   - threads: How many threads take part.
  ///   - areInOrder: Whether the first of two places comes first; called only for places at the same position of the curve.
  /// - Returns: The numbers of the places in order, and the range of each partition.
  static func sorted(
    _ points: [CollectedPoint],
    threads: Int,
    areInOrder: (Int, Int) -> Bool
  ) -> (order: SharedArray<PlaceKey>, runs: [Run]) {
    let parts = points.indices.parts(threads)
    let surveys = parts.map { _ in Survey() }
    Threads.run(parts.count, on: threads) { part, _ in surveys[part].look(at: points[parts[part]]) }
    var sets: [UInt32: Int] = [:]
    var box = IntegerBox.empty
    for survey in surveys {
      sets.merge(survey.sets, uniquingKeysWith: +)
      box.include(survey.box)
    }
    let ordered = sets.keys.sorted()
    // There are at most 2^18 sets of groups: together with the 46 bits of the curve they fit a key.
    let numbers = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1, UInt64($0)) })
    let curve = HilbertCurve(over: box)
    let keys = SharedArray(repeating: PlaceKey(key: 0, number: 0), count: points.count)
    Threads.run(parts.count, on: threads) { part, _ in
      var known = SetCache()
      for index in parts[part] {
        let point = points[index]
        let set = known.value(of: point.groups) { numbers[point.groups] ?? 0 }
        let position = curve.position(latitude: point.latitude, longitude: point.longitude)
        keys[index] = PlaceKey(key: set << UInt64(HilbertCurve.positionBits) | position, number: UInt32(index))
      }
    }
    let order = RadixSort.sorted(keys, threads: threads)
    breakTies(order, areInOrder)
    var runs: [Run] = []
    var start = 0
    for groups in ordered {
      let count = sets[groups] ?? 0
      runs.append(Run(groups: groups, range: start..<start + count))
      start += count
    }
    return (order, runs)
  }

  private static func breakTies(_ order: SharedArray<PlaceKey>, _ areInOrder: (Int, Int) -> Bool) {
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, order[end].key == order[start].key { end += 1 }
      if end - start > 1 {
        let tied = (start..<end).map { order[$0] }.sorted { areInOrder(Int($0.number), Int($1.number)) }
        for (index, place) in tied.enumerated() { order[start + index] = place }
      }
      start = end
    }
  }

  /// The sets and the bounding box of the places that one thread looks at.
  private final class Survey: @unchecked Sendable {  // One thread uses it, and is joined before others read it.
    /// How many places each set of groups has.
    var sets: [UInt32: Int] = [:]
    /// The rectangle around the places.
    var box = IntegerBox.empty

    func look(at points: ArraySlice<CollectedPoint>) {
      var numbers: [UInt32: UInt64] = [:]
      var counts: [Int] = []
      var known = SetCache()
      var box = IntegerBox.empty
      for point in points {
        box.include(latitude: point.latitude, longitude: point.longitude)
        let number = known.value(of: point.groups) {
          if let number = numbers[point.groups] { return number }
          numbers[point.groups] = UInt64(counts.count)
          counts.append(0)
          return UInt64(counts.count - 1)
        }
        counts[Int(number)] += 1
      }
      sets = numbers.mapValues { counts[Int($0)] }
      self.box = box
    }
  }

  /// A cache of one entry a slot, since nearly all places have one of a few sets: dictionary look-ups for every place make a
  /// build of 250,000 places 3 to 10 % slower.
  private struct SetCache {
    private var keys = InlineArray<64, UInt32>(repeating: .max)
    private var values = InlineArray<64, UInt64>(repeating: 0)

    @inline(__always)
    mutating func value(of groups: UInt32, otherwise find: () -> UInt64) -> UInt64 {
      let slot = Int((groups &* 0x9E37_79B1) >> 26)
      if keys[slot] == groups { return values[slot] }
      let value = find()
      keys[slot] = groups
      values[slot] = value
      return value
    }
  }
}

/// The sort key of a place.
struct PlaceKey: BitwiseCopyable {
  /// The set of groups, then the position on the curve.
  let key: UInt64
  /// The place's number.
  let number: UInt32
}
