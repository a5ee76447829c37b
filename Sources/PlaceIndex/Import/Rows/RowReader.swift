import Domain

/// Makes places of rows; each thread of an import has its own.
///
/// It owns its tables of words: threads that shared them would contend for their reference counts.
struct RowReader: ~Copyable {
  private let rules: ImportRules
  private(set) var vocabulary: ImportVocabulary
  /// The plan for the input.
  private(set) var plan: InputPlan
  /// The rows of the chunk that is being read.
  var rows: ParsedRows
  var draft = RowDraft()
  /// The cells of the row that is being read.
  var cells: [CSVCell] = []
  /// The maximum byte count of a JSON value.
  let maximumValueByteCount: Int
  /// The number of bytes of JSON that were parsed, counted each time: a measure of the work.
  var parsedByteCount = 0

  init(rules: ImportRules, plan: InputPlan = InputPlan(), maximumValueByteCount: Int) {
    self.rules = rules
    self.plan = plan
    self.maximumValueByteCount = maximumValueByteCount
    vocabulary = ImportVocabulary(plan.names)
    rows = ParsedRows()
  }

  /// Begins an input.
  mutating func begin(_ plan: InputPlan) {
    self.plan = plan
    vocabulary = ImportVocabulary(plan.names)
  }

  /// Removes and returns the rows so far.
  mutating func drainRows() -> ParsedRows {
    var taken = ParsedRows(continuing: rows.arena.yieldBlock())
    swap(&taken, &rows)
    return taken
  }

  /// Skips a row that is not a place.
  mutating func reject(_ reason: SkippedRows.Reason, row bytes: ByteView, metres: (x: Double, y: Double)? = nil) {
    rows.counts.addSkip(reason, path: plan.path, bytes, metres: metres)
  }

  /// Makes a place of the draft, unless a rule leaves it out.
  mutating func accept(row bytes: ByteView) {
    if draft.isUntaggedElement { return reject(.notAPlace, row: bytes) }
    switch CoordinateRules.coordinate(of: draft, plan.grids) {
    case .failure(let error): reject(error.reason, row: bytes, metres: error.metres)
    case .success(let coordinate):
      if let reason = reasonToLeaveOut { return reject(reason, row: bytes) }
      append(at: coordinate)
    }
  }

  private mutating func append(at coordinate: (latitude: Int32, longitude: Int32)) {
    draft.setElementIdentifier()
    draft.joinBranch()
    draft.joinAddress(latitude: coordinate.latitude, longitude: coordinate.longitude)
    draft.gatherOtherNames()
    if !draft.has(.id) { draft.setDerivedIdentifier(latitude: coordinate.latitude, longitude: coordinate.longitude) }
    let (groups, primary) = draft.finalGroups(plan)
    rows.append(
      draft.fields,
      at: coordinate,
      groups: groups,
      primary: primary,
      sourceCategory: draft.text(.sourceCategory)
    )
    rows.counts.addPlace(isGrouped: groups != 0, isNamed: draft.has(.name), isReversed: draft.contradictsOrder)
  }

  /// The rule of this import that leaves the draft out.
  private var reasonToLeaveOut: SkippedRows.Reason? {
    if let least = rules.minimumConfidence, let confidence = draft.confidence, confidence < least {
      return .lowConfidence
    }
    return draft.isClosed && !rules.includesClosed ? .closed : nil
  }
}

/// The reader of a thread during an import.
///
/// Reading a chunk accesses the reader once, because exclusivity checks for every row would cost more than some rows do.
final class WorkerContext: @unchecked Sendable {  // One thread at a time uses it, and the import joins them in between.
  /// The reader.
  var reader: RowReader

  init(_ reader: consuming RowReader) { self.reader = reader }
}

/// The places of a chunk of an input, in their order, not yet compared with those of other chunks.
struct ParsedRows: ~Copyable {
  /// The coordinates and categories of the places; source categories are numbered as in ``sourceCategories``.
  var points = GrowableBuffer<CollectedPoint>()
  /// The ``IdentifierTable/tag(of:)`` of each place's id.
  var tags = GrowableBuffer<UInt32>()
  /// Their text fields.
  var arena: RowArena
  /// The source categories of the chunk.
  var sourceCategories = SourceCategoryList()
  /// The counts of rows; row numbers start with the chunk.
  var counts = RowCounts()
  /// Whether any of them has a second name.
  var hasOtherNames = false

  /// Starts with no rows.
  init(continuing block: RowBlock? = nil) { arena = RowArena(continuing: block) }

  /// Adds a place.
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
