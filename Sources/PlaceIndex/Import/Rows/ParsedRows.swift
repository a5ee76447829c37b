import Domain

/// What a chunk of an input told: its places in their order, not yet compared with any others.
struct ParsedRows: ~Copyable {
  /// Where the places are and what they are; source categories are numbered in ``sourceCategories``.
  var points = GrowableBuffer<CollectedPoint>()
  /// The ``IdentifierTable/tag(of:)`` of each place's id.
  var tags = GrowableBuffer<UInt32>()
  /// Their text fields.
  var arena: RowArena
  /// The source categories of the chunk.
  var sourceCategories = SourceCategoryList()
  /// The rows that were skipped; their numbers count from the chunk's beginning.
  var skips = SkipCounts()
  /// Rows, skipped ones included.
  var count = 0
  /// How the rows of a table fared.
  var tally = CSVTally()

  /// Whether any of them has a second name.
  var hasOtherNames = false

  /// Starts with no rows.
  ///
  /// - Parameter block: Memory that the rows before left room in.
  init(continuing block: RowBlock? = nil) { arena = RowArena(continuing: block) }

  /// Adds a place.
  ///
  /// - Parameters:
  ///   - fields: Its text fields.
  ///   - coordinate: Where it is, in units of 1e-7 degree.
  ///   - groups: One bit for each group.
  ///   - primary: The ordinal of the group that is shown, or ``RowFormat/noGroup``.
  ///   - sourceCategory: What the source calls it.
  @inline(__always)
  mutating func append(
    _ fields: PlaceFields,
    at coordinate: (latitude: Int32, longitude: Int32),
    groups: UInt32,
    primary: UInt8,
    sourceCategory: ByteView
  ) {
    let row = RowComposer.append(fields, group: primary, to: &arena)
    if fields.otherNames.count > 0 { hasOtherNames = true }
    points.append(
      CollectedPoint(
        latitude: coordinate.latitude,
        longitude: coordinate.longitude,
        groups: groups,
        sourceCategory: sourceCategories.number(of: sourceCategory),
        row: row
      )
    )
    tags.append(IdentifierTable.tag(of: RowComposer.cut(fields.id)))
  }
}
