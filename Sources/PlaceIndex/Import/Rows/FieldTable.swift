import Domain

/// Maps the names of properties and columns to fields, with a cache.
///
/// A new name is looked up in every table of names; after that it is found by its bytes. Each reader has its own table, because
/// only one thread may use it.
final class FieldTable {
  /// The field of a name, and where the name stands.
  struct Entry: BitwiseCopyable {
    let field: ImportField
    var source: ValueSource
    /// The position of the name in its table: 0 is the best; of a coordinate, its ``CoordinateSlot``.
    var rank: UInt16
    /// The row of the table of categories that follows from the name, as for 주차장명.
    var category: UInt16?

    init(_ field: ImportField, _ source: ValueSource = .named, rank: Int = 0) {
      (self.field, self.source, self.rank) = (field, source, UInt16(rank))
    }

    /// How good its value is.
    var precedence: Precedence { Precedence(source, Int(rank)) }
  }

  private let names: FieldNames
  private var known = KnownNames()

  init(_ names: FieldNames) { self.names = names }

  /// The field of a name; `nil` for a name of no field.
  @inline(__always)
  func entry(for name: ByteView) -> Entry? { known.entry(for: name, names) }
}

/// The cached names, in one value, so that a lookup costs one exclusivity check.
private struct KnownNames: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var keyStart: UInt32 = 0
    var keyLength: UInt32 = 0
    var entry: FieldTable.Entry?
  }

  /// The maximum number of cached names, so that a file in which every name differs does not fill the memory.
  private static let maximumCount = 1 << 12
  /// The maximum byte count of the name of a field.
  private static let maximumNameBytes = 96

  private var slots = GrowableBuffer<Slot>(capacity: 1 << 8)
  private var keys = GrowableBuffer<UInt8>(capacity: 1 << 12)
  private var count = 0

  init() { for _ in 0..<1 << 8 { slots.append(Slot()) } }

  @inline(__always)
  mutating func entry(for name: ByteView, _ names: FieldNames) -> FieldTable.Entry? {
    let hash = IdentifierTable.hash(name) | 1
    let mask = slots.count - 1
    var position = Int(truncatingIfNeeded: hash >> 32) & mask
    while true {
      let slot = slots[position]
      if slot.hash == hash, keys.window(Int(slot.keyStart)..<Int(slot.keyStart + slot.keyLength)).equals(name) {
        return slot.entry
      }
      if slot.hash == 0 { return learn(name, names, hash: hash, at: position) }
      position = (position + 1) & mask
    }
  }

  @inline(never)
  private mutating func learn(
    _ name: ByteView,
    _ names: FieldNames,
    hash: UInt64,
    at position: Int
  ) -> FieldTable.Entry? {
    guard name.count <= Self.maximumNameBytes else { return nil }
    let entry = names.entry(for: name)
    guard count < Self.maximumCount else { return entry }
    let start = UInt32(keys.count)
    keys.append(name)
    slots[position] = Slot(hash: hash, keyStart: start, keyLength: UInt32(name.count), entry: entry)
    count += 1
    if count * 2 > slots.count { grow() }
    return entry
  }

  private mutating func grow() {
    let mask = slots.count * 4 - 1
    var larger = GrowableBuffer<Slot>(capacity: mask + 1)
    for _ in 0...mask { larger.append(Slot()) }
    for index in 0..<slots.count where slots[index].hash != 0 {
      var position = Int(truncatingIfNeeded: slots[index].hash >> 32) & mask
      while larger[position].hash != 0 { position = (position + 1) & mask }
      larger[position] = slots[index]
    }
    slots = larger
  }
}
