import Domain
package import Tables

/// Maps the names of properties and columns to fields, with a cache.
///
/// A new name is looked up in all tables of names, and later by its bytes. Each reader has a table of its own, for one
/// thread.
package final class FieldTable {
  /// The field of a name, and the position of the name.
  package struct Entry: BitwiseCopyable {
    let field: ImportField
    var source: ValueOrigin
    /// The position of the name in its table, 0 for the best; for a coordinate, its ``CoordinateSlot``.
    var rank: UInt16
    /// The category row that follows from the name, for example from 주차장명.
    package var category: UInt16?
    /// Whether the values `closed` and `off` mean a closed place.
    var mayClose = false
    /// The attribute that stores the values; `nil` if there is none.
    var attribute: AttributeUse?

    package init(_ field: ImportField, _ source: ValueOrigin = .named, rank: Int = 0) {
      self.field = field
      self.source = source
      self.rank = UInt16(rank)
    }

    /// The precedence of the value.
    var precedence: Precedence { Precedence(source, Int(rank)) }
  }

  private let names: FieldNames
  private var known = NameCache()

  init(_ names: FieldNames) { self.names = names }

  /// Returns the field of a name; `nil` if the name has none.
  @inline(__always)
  package func entry(for name: ByteView) -> Entry? { known.entry(for: name, names) }

  /// Returns whether a name was looked up.
  package func hasRead(_ name: ByteView) -> Bool { known.contains(name) }

  /// Forgets the names that were looked up.
  package func forget() { known = NameCache() }

  /// The number of lookups in the tables of names: a measure of the work.
  var lookUpCount: Int { known.lookUpCount }
}

/// The cached names by their hashes, in one value, so that a lookup costs one exclusivity check.
private struct NameCache: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var entry: FieldTable.Entry?
  }

  /// The maximum number of names (8 MiB), so that a file with only different names doesn't fill the memory.
  private static let maximumCount = 1 << 16
  private static let maximumNameBytes = 96
  private static let firstSlotCount = 1 << 10

  private let hash = ByteHash.seeded
  /// A hash table with linear probing; a hash of 0 marks an empty slot.
  private var slots = GrowableBuffer<Slot>(capacity: firstSlotCount)
  private var count = 0
  private(set) var lookUpCount = 0

  init() { slots.append(repeating: Slot(), count: Self.firstSlotCount) }

  @inline(__always)
  mutating func entry(for name: ByteView, _ names: FieldNames) -> FieldTable.Entry? {
    let hash = hash.hash(name) | 1
    let slot = position(of: hash)
    return slots[slot].hash == hash ? slots[slot].entry : add(hash, name: name, names: names, at: slot)
  }

  /// Returns whether a name was looked up, or may have been after the cache was full.
  func contains(_ name: ByteView) -> Bool {
    let hash = hash.hash(name) | 1
    return slots[position(of: hash)].hash == hash || count >= Self.maximumCount
  }

  /// Returns the slot of a name, or the empty slot where it belongs.
  @inline(__always)
  private func position(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash >> 32) & (slots.count - 1)
    while slots[slot].hash != 0, slots[slot].hash != hash { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  @inline(never)
  private mutating func add(_ hash: UInt64, name: ByteView, names: FieldNames, at slot: Int) -> FieldTable.Entry? {
    lookUpCount += 1
    let entry = name.count <= Self.maximumNameBytes ? names.entry(of: name.text) : nil
    guard count < Self.maximumCount else { return entry }
    slots[slot] = Slot(hash: hash, entry: entry)
    count += 1
    if count * 2 > slots.count { grow() }
    return entry
  }

  private mutating func grow() {
    var old = GrowableBuffer<Slot>(capacity: 4 * slots.count)
    old.append(repeating: Slot(), count: 4 * slots.count)
    swap(&old, &slots)
    for index in 0..<old.count where old[index].hash != 0 { slots[position(of: old[index].hash)] = old[index] }
  }
}
