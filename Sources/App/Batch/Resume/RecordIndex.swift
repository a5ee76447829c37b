/// Where in an earlier output the record of a row lies: 16 bytes a record, whatever the records' size.
///
/// Pure. Filled first, then sorted once, then asked.
///
/// Keeps no records and no keys, only numbers, so that ten million rows take 160 MB rather than their own size.
struct RecordIndex: Sendable {
  private struct Entry {
    var fingerprint: UInt64
    var offset: Int
  }

  private var entries: [Entry] = []

  /// How many records are known.
  var count: Int { entries.count }

  /// Adds a record; the index has to be sorted again before it is asked.
  mutating func insert(fingerprint: UInt64, offset: Int) {
    entries.append(Entry(fingerprint: fingerprint, offset: offset))
  }

  /// Makes the index ready to be asked.
  mutating func sort() {
    entries.sort { ($0.fingerprint, $0.offset) < ($1.fingerprint, $1.offset) }
  }

  /// The offsets of the first few records with a fingerprint, ascending; more than one only when rows repeat.
  func offsets(of fingerprint: UInt64) -> [Int] {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = low + (high - low) / 2
      if entries[middle].fingerprint < fingerprint { low = middle + 1 } else { high = middle }
    }
    return entries[low...].prefix(8).prefix { $0.fingerprint == fingerprint }.map(\.offset)
  }
}
