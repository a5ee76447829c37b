import Domain

/// Maps the names of properties and columns to fields, with a cache.
///
/// A new name is looked up in every table of names, later by its bytes. Each reader has its own, for one thread.
final class FieldTable {
  /// The field of a name, and where the name stands.
  struct Entry: BitwiseCopyable {
    let field: ImportField
    var source: ValueSource
    /// The position of the name in its table: 0 is the best; of a coordinate, its ``CoordinateSlot``.
    var rank: UInt16
    /// The row of the table of categories that follows from the name, as for 주차장명.
    var category: UInt16?
    /// Whether the place is closed where the value is `closed` or `off`.
    var mayClose = false
    /// Under which key its values are kept; `nil` for none.
    var attribute: AttributeUse?

    init(_ field: ImportField, _ source: ValueSource = .named, rank: Int = 0) {
      self.field = field
      self.source = source
      self.rank = UInt16(rank)
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

/// The names so far by their hashes, in one value, so that a lookup costs one exclusivity check.
private struct KnownNames: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var entry: FieldTable.Entry?
  }

  /// The maximum number of names, so that a file in which every name differs does not fill the memory.
  private static let maximumCount = 1 << 12
  private static let maximumNameBytes = 96

  /// A hash table with linear probing; a hash of 0 stands for an empty slot.
  private var slots = GrowableBuffer<Slot>(capacity: 2 * maximumCount)
  private var count = 0

  init() { slots.append(repeating: Slot(), count: 2 * Self.maximumCount) }

  @inline(__always)
  mutating func entry(for name: ByteView, _ names: FieldNames) -> FieldTable.Entry? {
    let hash = IdentifierTable.hash(name) | 1
    var slot = Int(truncatingIfNeeded: hash >> 32) & (2 * Self.maximumCount - 1)
    while slots[slot].hash != 0 {
      if slots[slot].hash == hash { return slots[slot].entry }
      slot = (slot + 1) & (2 * Self.maximumCount - 1)
    }
    return add(hash, name, names, at: slot)
  }

  @inline(never)
  private mutating func add(_ hash: UInt64, _ name: ByteView, _ names: FieldNames, at slot: Int) -> FieldTable.Entry? {
    let entry = name.count <= Self.maximumNameBytes ? names.entry(for: name) : nil
    guard count < Self.maximumCount else { return entry }
    slots[slot] = Slot(hash: hash, entry: entry)
    count += 1
    return entry
  }
}
