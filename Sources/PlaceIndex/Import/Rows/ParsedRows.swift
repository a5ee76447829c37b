import Domain

/// What a stretch of an input told: its places in their order, not yet compared with any others.
struct ParsedRows: ~Copyable {
  /// Where the places are and what they are; kinds are numbered in ``kinds``.
  var points = GrowableBuffer<CollectedPoint>()
  /// The ``IdentifierTable/tag(of:)`` of each place's id.
  var tags = GrowableBuffer<UInt32>()
  /// Their words.
  var arena: RowArena
  /// What the stretch calls its kinds of place.
  var kinds = KindList()
  /// The rows that were skipped; their numbers count from the stretch's beginning.
  var ledger = SkipLedger()
  /// Rows, skipped ones included.
  var count = 0
  /// How the rows of a table fared.
  var tally = CSVTally()

  /// Whether any of them has a second name.
  var hasOtherNames = false

  /// Starts with no rows.
  ///
  /// - Parameter slab: Memory that the rows before left room in.
  init(continuing slab: RowSlab? = nil) { arena = RowArena(continuing: slab) }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - fields: Its words.
  ///   - coordinate: Where it is, in units of 1e-7 degree.
  ///   - groups: One bit for each group.
  ///   - primary: The ordinal of the group that is shown, or ``RowFormat/noGroup``.
  ///   - kind: What the source calls it.
  @inline(__always)
  mutating func append(
    _ fields: PlaceFields,
    at coordinate: (latitude: Int32, longitude: Int32),
    groups: UInt32,
    primary: UInt8,
    kind: ByteView
  ) {
    let row = RowComposer.append(fields, group: primary, to: &arena)
    if fields.otherNames.count > 0 { hasOtherNames = true }
    points.append(
      CollectedPoint(
        latitude: coordinate.latitude,
        longitude: coordinate.longitude,
        groups: groups,
        kind: kinds.number(of: kind),
        row: row
      )
    )
    tags.append(IdentifierTable.tag(of: RowComposer.cut(fields.id)))
  }
}
