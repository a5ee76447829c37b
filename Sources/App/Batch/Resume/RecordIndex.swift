/// Where in an earlier output the record of a row lies: 20 bytes a record, whatever the records' size.
///
/// Pure. Filled first, then sorted once, then asked. Keeps no records and no keys, only numbers, so that ten million rows
/// take 200 MB rather than their own size. It cannot be copied, so that no insertion ever copies what is there already.
struct RecordIndex: ~Copyable {
  private struct Entry {
    var fingerprint: UInt64
    var offset: Int
  }

  private var entries: [Entry] = []
  /// For the first of the entries with a fingerprint, how many rows have claimed one of them.
  private var claims: [UInt32] = []
  /// Records that a row has claimed.
  private(set) var claimed = 0
  /// Entries and claims that adding and claiming moved in memory so far, which is what these cost beside themselves.
  ///
  /// The memory doubles when it is full, so they are fewer than twice as many as there are records.
  private(set) var moved = 0

  /// How many records are known.
  var count: Int { entries.count }
  /// Records that no row has claimed.
  var unclaimed: Int { entries.count - claimed }

  /// Adds a record; the index has to be sorted again before it is asked.
  mutating func insert(fingerprint: UInt64, offset: Int) {
    let before = Self.address(of: entries)
    entries.append(Entry(fingerprint: fingerprint, offset: offset))
    if Self.address(of: entries) != before { moved += entries.count - 1 }
  }

  /// Makes the index ready to be asked; no row has claimed anything then.
  mutating func sort() {
    entries.sort { ($0.fingerprint, $0.offset) < ($1.fingerprint, $1.offset) }
    forgetClaims()
  }

  /// Begins to count claims again.
  mutating func forgetClaims() {
    claims = Array(repeating: 0, count: entries.count)
    claimed = 0
  }

  /// The offsets of the first few records with a fingerprint, ascending; more than one only when rows repeat.
  func offsets(of fingerprint: UInt64) -> [Int] {
    entries[firstPosition(of: fingerprint)...].prefix(8).prefix { $0.fingerprint == fingerprint }.map(\.offset)
  }

  /// Whether there is a record with a fingerprint.
  func contains(_ fingerprint: UInt64) -> Bool {
    let first = firstPosition(of: fingerprint)
    return first < entries.count && entries[first].fingerprint == fingerprint
  }

  /// Claims one of the records with a fingerprint for a row, if one is left that no other row has claimed.
  mutating func claim(_ fingerprint: UInt64) {
    let first = firstPosition(of: fingerprint)
    guard first < entries.count, entries[first].fingerprint == fingerprint else { return }
    let next = first + Int(claims[first])
    guard next < entries.count, entries[next].fingerprint == fingerprint else { return }
    let before = Self.address(of: claims)
    claims[first] += 1
    if Self.address(of: claims) != before { moved += claims.count }
    claimed += 1
  }

  /// Where an array has its memory; another place means that all of it was copied there.
  private static func address<Element>(of array: borrowing [Element]) -> UInt {
    unsafe array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }

  private func firstPosition(of fingerprint: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].fingerprint < fingerprint { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
