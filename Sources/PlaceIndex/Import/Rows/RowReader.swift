import Domain

/// Makes places out of rows; each thread of an import has one of its own.
///
/// Tables of words are among what it owns: threads that shared them would wait for one another's reference counts.
struct RowReader: ~Copyable {
  private let rules: ImportRules
  private(set) var vocabulary: ImportVocabulary
  /// What is known of the input as a whole.
  private(set) var plan: InputPlan
  /// The rows of the chunk that is being read.
  var rows: ParsedRows
  var draft = RowDraft()
  /// The cells of the row that is being read.
  var cells: [CSVCell] = []
  /// Opened when it is first needed: that loads a part of the C library.
  var converter: KoreanText?
  /// The maximum byte count of a JSON value.
  let maximumValueByteCount: Int
  /// Bytes of JSON that were looked at, those looked at twice counted twice: what the work of reading grows with.
  var parsedByteCount = 0

  /// Starts with no rows.
  init(rules: ImportRules, plan: InputPlan = InputPlan(), maximumValueByteCount: Int) {
    self.rules = rules
    self.plan = plan
    self.maximumValueByteCount = maximumValueByteCount
    vocabulary = ImportVocabulary(plan.names)
    rows = ParsedRows()
  }

  /// Turns to an input.
  mutating func begin(_ plan: InputPlan) {
    self.plan = plan
    vocabulary = ImportVocabulary(plan.names)
  }

  /// Hands over the rows so far and starts again.
  mutating func drainRows() -> ParsedRows {
    var taken = ParsedRows(continuing: rows.arena.yieldBlock())
    swap(&taken, &rows)
    return taken
  }

  /// Notes a row that is not of the file's form.
  mutating func reject(_ reason: SkippedRows.Reason, path: String, row bytes: ByteView) {
    rows.count += 1
    rows.skips.note(reason, path: path, row: rows.count, bytes)
  }

  /// Takes over what the draft holds, unless a rule says otherwise.
  ///
  /// - Parameters:
  ///   - path: The input.
  ///   - bytes: The row.
  mutating func accept(path: String, row bytes: ByteView) {
    rows.count += 1
    if draft.isBareElement { return skip(.notAPlace, path, bytes) }
    switch CoordinateRules.coordinate(of: draft, plan.grids) {
    case .failure(let error): skip(error.reason, path, bytes, metres: error.metres)
    case .success(let coordinate):
      if let reason = reasonToLeaveOut { return skip(reason, path, bytes) }
      append(at: coordinate)
    }
  }

  private mutating func skip(
    _ reason: SkippedRows.Reason,
    _ path: String,
    _ bytes: ByteView,
    metres: (x: Double, y: Double)? = nil
  ) {
    rows.skips.note(reason, path: path, row: rows.count, bytes)
    rows.tally.count(.skipped(reason, metres: metres))
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
    rows.tally.count(.place(isGrouped: groups != 0, isNamed: draft.has(.name)))
  }

  /// The rule of this import that leaves the draft out.
  private var reasonToLeaveOut: SkippedRows.Reason? {
    if let least = rules.minimumConfidence, let confidence = draft.confidence, confidence < least {
      return .lowConfidence
    }
    return draft.isClosed && !rules.includesClosed ? .closed : nil
  }
}

/// A thread's reader, for as long as the import goes on.
///
/// Whoever reads a chunk asks for the reader once: asking again for every row costs more than some rows do.
final class WorkerContext: @unchecked Sendable {  // One thread at a time uses it, and the import joins them in between.
  /// The reader.
  var reader: RowReader

  /// Takes a reader.
  init(_ reader: consuming RowReader) { self.reader = reader }
}
