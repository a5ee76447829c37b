/// Sorts 64-bit keys in a few passes over memory instead of many comparisons.
enum RadixSort {
  private static let digitBits: UInt64 = 11

  /// Sorts keys and tells where each came from; equal keys keep their order.
  static func order(of keys: inout [UInt64]) -> [UInt32] {
    var order = (0..<UInt32(keys.count)).map { $0 }
    var otherKeys = [UInt64](repeating: 0, count: keys.count)
    var otherOrder = [UInt32](repeating: 0, count: keys.count)
    let used = keys.reduce(0, |)
    for shift in stride(from: UInt64(0), to: 64, by: Int(digitBits)) where used >> shift != 0 {
      var counts = [Int](repeating: 0, count: 1 << Int(digitBits))
      let mask = UInt64(counts.count - 1)
      for key in keys { counts[Int(key >> shift & mask)] += 1 }
      var start = 0
      for digit in counts.indices { (counts[digit], start) = (start, start + counts[digit]) }
      for index in keys.indices {
        let digit = Int(keys[index] >> shift & mask)
        let target = counts[digit]
        counts[digit] = target + 1
        otherKeys[target] = keys[index]
        otherOrder[target] = order[index]
      }
      swap(&keys, &otherKeys)
      swap(&order, &otherOrder)
    }
    return order
  }
}
