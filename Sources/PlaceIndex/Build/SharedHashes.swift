/// The hashes that probably occur in several lists.
///
/// A bit set rules out almost all hashes that occur in one list only; sorting them would take ten times as long. A hash
/// of 0 is ignored.
struct SharedHashes {
  private var shared: PlaceSet
  private let mask: UInt64

  init(_ lists: [SharedArray<UInt64>]) {
    let count = lists.reduce(0) { $0 + $1.count } * 16
    mask = UInt64(max(1 << 16, count.nextPowerOfTwo) - 1)
    shared = PlaceSet(count: Int(mask) + 1)
    var known = PlaceSet(count: Int(mask) + 1)
    for list in lists {
      for number in 0..<list.count where list[number] != 0 {
        let bit = list[number] & mask
        if known.contains(UInt32(truncatingIfNeeded: bit)) { shared.insert(Int(bit)) }
      }
      for number in 0..<list.count where list[number] != 0 { known.insert(Int(list[number] & mask)) }
    }
  }

  func contains(_ hash: UInt64) -> Bool { hash != 0 && shared.contains(UInt32(truncatingIfNeeded: hash & mask)) }
}
