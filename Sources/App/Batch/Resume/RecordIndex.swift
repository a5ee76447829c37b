/// Where in an earlier output the record of a row lies: 20 bytes per record, whatever the size of the records.
///
/// Pure. Filled first, then sorted once, then searched. It holds fingerprints and offsets but no records, so that ten
/// million rows take 200 MB rather than their own size. It cannot be copied, so that no insertion copies what it holds.
struct RecordIndex: ~Copyable {
  private struct Entry {
    var fingerprint: Int
    var offset: Int
  }

  /// Any record of a repeated row serves it; a few more candidates allow for one that is to be asked again.
  private static let maximumCandidates = 8

  private var entries: [Entry] = []
  /// For the first entry of each fingerprint, how many rows have claimed one of them.
  private var claims: [UInt32] = []
  /// Records that a row has claimed.
  private(set) var claimed = 0

  /// How many records are known.
  var count: Int { entries.count }
  /// Records that no row has claimed.
  var unclaimed: Int { entries.count - claimed }

  /// Adds a record; the index has to be sorted before it is searched.
  mutating func insert(fingerprint: Int, offset: Int) {
    entries.append(Entry(fingerprint: fingerprint, offset: offset))
  }

  /// Prepares the index to be searched and removes all claims.
  mutating func sort() {
    entries.sort { ($0.fingerprint, $0.offset) < ($1.fingerprint, $1.offset) }
    removeClaims()
  }

  /// Removes all claims.
  mutating func removeClaims() {
    claims = Array(repeating: 0, count: entries.count)
    claimed = 0
  }

  /// The offsets of the first few records with a fingerprint, ascending; more than one only when rows repeat.
  func offsets(of fingerprint: Int) -> [Int] {
    guard let first = firstPosition(of: fingerprint) else { return [] }
    return entries[first...].prefix(Self.maximumCandidates).prefix { $0.fingerprint == fingerprint }.map(\.offset)
  }

  /// Whether there is a record with a fingerprint.
  func contains(_ fingerprint: Int) -> Bool { firstPosition(of: fingerprint) != nil }

  /// Claims one of the records with a fingerprint for a row, if another row has not claimed the last of them.
  mutating func claim(_ fingerprint: Int) {
    guard let first = firstPosition(of: fingerprint) else { return }
    let next = first + Int(claims[first])
    guard next < entries.count, entries[next].fingerprint == fingerprint else { return }
    claims[first] += 1
    claimed += 1
  }

  /// Claims all records with a fingerprint for a row.
  mutating func claimAll(_ fingerprint: Int) {
    guard let first = firstPosition(of: fingerprint) else { return }
    let count = UInt32(entries[first...].prefix { $0.fingerprint == fingerprint }.count)
    claimed += Int(count - claims[first])
    claims[first] = count
  }

  private func firstPosition(of fingerprint: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].fingerprint < fingerprint { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].fingerprint == fingerprint ? low : nil
  }
}
