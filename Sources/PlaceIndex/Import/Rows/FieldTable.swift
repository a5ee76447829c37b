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

/// The names so far by their hashes, in one value, so that a lookup costs one exclusivity check.
private struct KnownNames: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var hash: UInt64 = 0
    var entry: FieldTable.Entry?
  }

  /// The maximum number of names, so that a file in which every name differs does not fill the memory.
  private static let maximumCount = 1 << 12
  private static let maximumNameBytes = 96

  private var entries: [UInt64: FieldTable.Entry?] = [:]
  /// What was looked up last, in front of the dictionary.
  private var recent = GrowableBuffer<Slot>(capacity: 1 << 10)

  init() { recent.append(repeating: Slot(), count: 1 << 10) }

  @inline(__always)
  mutating func entry(for name: ByteView, _ names: FieldNames) -> FieldTable.Entry? {
    let hash = IdentifierTable.hash(name) | 1
    let slot = Int(truncatingIfNeeded: hash >> 32) & (1 << 10 - 1)
    if recent[slot].hash == hash { return recent[slot].entry }
    let entry = entry(hash, name, names)
    recent[slot] = Slot(hash: hash, entry: entry)
    return entry
  }

  @inline(never)
  private mutating func entry(_ hash: UInt64, _ name: ByteView, _ names: FieldNames) -> FieldTable.Entry? {
    if let known = entries[hash] { return known }
    let entry = name.count <= Self.maximumNameBytes ? names.entry(for: name) : nil
    if entries.count < Self.maximumCount { entries[hash] = .some(entry) }
    return entry
  }
}
