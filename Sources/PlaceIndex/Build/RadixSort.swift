/// Sorts 64-bit keys in a few passes over memory instead of many comparisons.
///
/// A stable least-significant-digit radix sort with 11-bit digits, whose 2,048 counters fit the first-level cache; leading
/// digits that are 0 in all keys cost no pass. O(n) in time, at most six passes, and n elements of extra memory. With the
/// standard library's sort in its place, a build of 250,000 places takes 5 % longer, and more the more there are.
///
/// Source: D. Knuth, The Art of Computer Programming, volume 3, section 5.2.5.
enum RadixSort {
  private static let digitBits = 11
  private static let digitCount = 1 << digitBits

  /// Sorts places by their keys; equal keys keep their order.
  ///
  /// Each thread counts the digits of its own part, which gives it slots of its own to write to; the result does not depend
  /// on the number of threads.
  ///
  /// - Parameters:
  ///   - keys: The places; their memory is used for the sort.
  ///   - threads: How many threads take part.
  /// - Returns: The places in order.
  static func sorted(_ keys: SharedArray<PlaceKey>, threads: Int) -> SharedArray<PlaceKey> {
    guard keys.count > 0 else { return keys }
    let parts = (0..<keys.count).parts(threads)
    let counts = SharedArray(repeating: 0, count: parts.count * digitCount)
    let used = SharedArray(repeating: UInt64(0), count: parts.count)
    Threads.run(parts.count, on: threads) { part, _ in
      var seen: UInt64 = 0
      for index in parts[part] { seen |= keys[index].key }
      used[part] = seen
    }
    let bits = (0..<parts.count).reduce(UInt64(0)) { $0 | used[$1] }
    var (source, target) = (keys, SharedArray(repeating: PlaceKey(key: 0, number: 0), count: keys.count))
    for shift in stride(from: 0, to: 64, by: digitBits) where bits >> UInt64(shift) != 0 {
      let (from, into, shift) = (source, target, UInt64(shift))
      Threads.run(parts.count, on: threads) { part, _ in
        let first = part * digitCount
        for digit in 0..<digitCount { counts[first + digit] = 0 }
        for index in parts[part] { counts[first + Self.digit(from[index].key, shift)] += 1 }
      }
      var start = 0
      for digit in 0..<digitCount {
        for part in 0..<parts.count {
          let count = counts[part * digitCount + digit]
          counts[part * digitCount + digit] = start
          start += count
        }
      }
      Threads.run(parts.count, on: threads) { part, _ in
        let first = part * digitCount
        for index in parts[part] {
          let place = from[index]
          let slot = first + Self.digit(place.key, shift)
          into[counts[slot]] = place
          counts[slot] += 1
        }
      }
      swap(&source, &target)
    }
    return source
  }

  @inline(__always)
  private static func digit(_ key: UInt64, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: key >> shift) & (digitCount - 1)
  }
}
